"""A spectator's page, byte for byte, in two worlds that differ only in hands and draw pile."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from engine.games import SHELF
from tests.app.house import house
from tests.app.player import seated
from tests.browser.person import Person
from tests.secrecy.desk import NOW
from tests.secrecy.live import counted_bytes, inject
from tests.secrecy.script import Acts, Setup
from tests.secrecy.worlds import Pair, pairs
from tests.services.postgres import free_port

MOVES = 12


def unclocked(html: str) -> str:
    """The page without what the clock decides: the milliseconds of the road, and which line is being read aloud."""
    return re.sub(r'(<div id="live"[^>]*>)[^<]*', r"\1", re.sub(r"\d+ ms", "n ms", html))


async def settled(page: Page) -> str:
    """The page's source once nothing moves any more."""
    # Without motion a moved card is outlined for a moment instead.
    await page.wait_for_function("() => !document.querySelector('.moved')")
    before, now = "", unclocked(await page.content())
    while before != now:
        await page.wait_for_timeout(120)
        before, now = now, unclocked(await page.content())
    return now


def of_a_spectator(game: str) -> Pair:
    """Two worlds of a table of two that a spectator may not tell apart, in their first deal; with a market."""
    kind = (one for one in pairs(game, 300) if one.viewer is None and one.setup.seats == 2 and one.aim == "all")
    return next(
        one
        for one in kind
        if one.a[0] != one.b[0]
        and one.setup.options.get("market", True)
        and sum(act.do == "move" for act in one.a) > MOVES
    )


async def watched(
    browser: Browser, folder: Path, port: int, setup: Setup, acts: Acts, monkeypatch: pytest.MonkeyPatch
) -> list[Any]:
    """After every move: the page's source as it stands, its title, its storage."""
    inject(monkeypatch, acts)
    moves = [act for act in acts if act.do == "move"][:MOVES]
    seen = []
    async with house(folder, port=port, create={"clock": lambda: NOW, "chance": counted_bytes()}) as served:
        people = await seated(served.url, "Mia", "Ben", game=setup.game, **setup.options)
        eve = await Person.arrive(browser, served.url, "Eve", calm=True)
        code = people[0].socket.request.path.rsplit("/", 1)[1]
        await eve.come(f"{served.url}/r/{code}")
        await people[0].do("start")
        await eve.page.locator("#bar-watching").wait_for()
        for nth, played in enumerate(moves):
            player = people[played.who or 0]
            await player.until(lambda m, n=nth: m["t"] == "table" and m["turn"] == n)  # type: ignore[misc]
            await player.move(played.what)
            await eve.page.wait_for_function("n => document.querySelectorAll('#log li').length >= n", arg=nth + 2)
            kept = await eve.page.evaluate(
                "[document.title, Object.values(localStorage), Object.keys(sessionStorage), Object.keys(window).length]"
            )
            seen.append((await settled(eve.page), kept))
        assert eve.complaints == []
        await eve.context.close()
        for player in people:
            await player.gone()
    return seen


@pytest.mark.parametrize("game", SHELF)
async def test_the_page_does_not_depend_on_hands_and_pile(
    browser: Browser, tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair, port = of_a_spectator(game), free_port()
    seen_a = await watched(browser, tmp_path / "a", port, pair.setup, pair.a, monkeypatch)
    seen_b = await watched(browser, tmp_path / "b", port, pair.setup, pair.b, monkeypatch)
    assert len(seen_a) == MOVES
    assert seen_a == seen_b
