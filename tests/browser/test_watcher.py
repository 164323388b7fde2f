"""A page in two worlds that differ only in what its reader may not know: face down means face down, in every respect.

Compared are, after every move: the page's source with every attribute, its title, what it reads aloud as a whole (the
accessibility tree), where every element lies and how large it is, what was set in motion and whither, what is kept in
storage, caches and globals, and what was said on the console.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pytest
from orjson import Fragment
from playwright.async_api import Browser, Page

from app.rooms.pieces import Pieces
from engine.games import SHELF
from tests.app.house import house
from tests.app.player import Player
from tests.browser.person import Person, twin
from tests.secrecy.desk import NOW
from tests.secrecy.know import Viewer
from tests.secrecy.live import counted_bytes, inject
from tests.secrecy.script import Acts, Setup
from tests.secrecy.worlds import Pair, pairs
from tests.services.postgres import free_port

MOVES = 8
BETWEEN_MS = 700  # cards fly one after the other: between two of them nothing moves for a moment
HANDS = 10  # cards of the pack that the two hands of the herds are dealt; in Seven Waters they lie in the pyramid
# Every motion that was ever begun: of what, along which way. Places are rounded, since a motion begins where a card is.
WATCH_MOTION = """
  const rounded = (n) => Math.round(n);
  const animate = Element.prototype.animate;
  globalThis.moved = [];
  Element.prototype.animate = function (frames, options) {
    const whither = JSON.stringify(Array.isArray(frames) ? frames.at(-1) : frames).replace(/-?\\d+\\.\\d+/g, rounded);
    const what = [this.localName, this.className, JSON.stringify(this.dataset)].map(String);
    globalThis.moved.push([...what, whither].join(" "));
    return animate.call(this, frames, options);
  };
"""
LIES = """() => [...document.querySelectorAll("main *")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join(" ");
}).join("\\n")"""
STILL = """() => !document.querySelector(".moved") && !document.getAnimations().some((one) =>
  one.playState === "running" && one.effect.getTiming().iterations === 1)"""
# Each game from one kind of place in every run; PAGES=all takes every place of every game.
SOME: list[tuple[str, Viewer]] = [("waterhole", None), ("kariba", 0), ("seven_waters", 1)]
READERS = [(game, viewer) for game in SHELF for viewer in (None, 0, 1)] if os.environ.get("PAGES") == "all" else SOME
KEPT = """async () => [document.title, {...localStorage}, Object.keys(sessionStorage).sort(), await caches.keys(),
  Object.getOwnPropertyNames(globalThis).length, globalThis.moved]"""


class Seen(NamedTuple):
    """One page after one move."""

    source: str
    aloud: str
    lies: str
    kept: Any


def unclocked(html: str) -> str:
    """The page without what the clock decides: the milliseconds of the road, and which line is being read aloud."""
    return re.sub(r'(<div id="(?:live|alert)"[^>]*>)[^<]*', r"\1", re.sub(r"\d+ ms", "n ms", html))


async def settled(page: Page) -> str:
    """The page's source once nothing moves any more."""
    await page.wait_for_function(STILL)
    before, now = "", unclocked(await page.content())
    while before != now:
        await page.wait_for_timeout(BETWEEN_MS)
        before, now = now, unclocked(await page.content())
    return now


async def look(page: Page) -> Seen:
    """All that can be compared of a page."""
    source = await settled(page)
    aloud = unclocked(await page.locator("main").aria_snapshot())
    return Seen(source, aloud, await page.evaluate(LIES), await page.evaluate(KEPT))


def of(game: str, viewer: Viewer) -> Pair:
    """Two worlds of a table of two that this viewer may not tell apart, in their first deal; with a market."""
    return next(
        one
        for one in pairs(game, 400)
        if one.viewer == viewer
        and one.setup.seats == 2
        and one.aim == "all"
        and one.a[0].what[0][:HANDS] != one.b[0].what[0][:HANDS]
        and one.setup.options.get("market", True)
        and sum(act.do == "move" for act in one.a) > MOVES
    )


async def watched(
    browser: Browser, folder: Path, port: int, setup: Setup, acts: Acts, viewer: Viewer, patch: pytest.MonkeyPatch
) -> list[Seen]:
    """After every move, the page of this viewer."""
    inject(patch, acts)
    moves = [act for act in acts if act.do == "move"][:MOVES]
    seen = []
    async with house(folder, port=port, create={"clock": lambda: NOW, "chance": counted_bytes()}) as served:
        eve = await Person.arrive(browser, served.url, "Eve")
        await eve.page.add_init_script(WATCH_MOTION)
        people = [await Player(served.url, name).arrive() for name in ("Mia", "Ben")]
        code = await people[0].open_room(setup.game, **setup.options)
        await eve.come(f"{served.url}/r/{code}")
        own = await twin(eve, f"{served.url}/r/{code}")
        for seat, player in enumerate(people):
            await player.enter(code)
            if seat == viewer:
                await own.do("name", name="Eve")
            assert (await (own if seat == viewer else player).do("sit", seat=seat))["t"] == "ack"
        seated = [own if seat == viewer else player for seat, player in enumerate(people)]
        # What comes when nothing else is to do comes before: when it does is chance.
        await eve.page.locator("html[data-whole]").wait_for(state="attached")
        await people[0].do("start")
        await eve.page.locator("#log li").first.wait_for()
        await settled(eve.page)  # the first move does not come into the deal's flight: when it does is chance
        for nth, played in enumerate(moves):
            player = seated[played.who or 0]
            await player.until(lambda m, n=nth: m["t"] == "table" and m["turn"] == n)  # type: ignore[misc]
            await player.move(played.what)
            await eve.page.wait_for_function("n => document.querySelectorAll('#log li').length >= n", arg=nth + 2)
            seen.append(await look(eve.page))
        assert eve.complaints == []
        await eve.context.close()
        for player in {own, *people}:
            await player.gone()
    return seen


async def both(browser: Browser, folder: Path, pair: Pair, patch: pytest.MonkeyPatch) -> tuple[list[Seen], list[Seen]]:
    port = free_port()
    a = await watched(browser, folder / "a", port, pair.setup, pair.a, pair.viewer, patch)
    return a, await watched(browser, folder / "b", port, pair.setup, pair.b, pair.viewer, patch)


@pytest.mark.parametrize(("game", "viewer"), READERS, ids=str)
async def test_the_page_does_not_depend_on_hands_and_pile(
    browser: Browser, tmp_path: Path, game: str, viewer: Viewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = await both(browser, tmp_path, of(game, viewer), monkeypatch)
    for nth in range(2):  # on a busy machine two messages may be drawn as one; a leak differs every time
        if a != b:
            a, b = await both(browser, tmp_path / f"again {nth}", of(game, viewer), monkeypatch)
    assert len(a) == MOVES
    assert any(one.kept[-1] for one in a), "something was set in motion"
    for one, other in zip(a, b, strict=True):
        assert one._asdict() == other._asdict()


async def test_a_card_that_is_turned_over_would_be_seen(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same comparison, with the other's hand sent openly."""

    def leaky(self: Pieces, viewer: Viewer) -> Fragment:
        view = self.match.view(viewer)
        for seat in {*range(self.match.seats)} - {viewer}:
            view["places"][f"hand:{seat}"] = self.match.view(seat)["places"][f"hand:{seat}"]
        return Fragment(orjson.dumps(view))

    monkeypatch.setattr(Pieces, "view", leaky)
    a, b = await both(browser, tmp_path, of("waterhole", None), monkeypatch)
    assert a != b
