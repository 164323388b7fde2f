"""A spectator's page, byte for byte, in two worlds that differ only in hands and draw pile."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from app.rooms import shuffle
from engine.core.match import Played
from tests.app.house import house
from tests.app.player import seated
from tests.app.test_secrecy import NOW, Order, counted_bytes, worlds
from tests.browser.person import Person
from tests.services.postgres import free_port


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


async def watched(
    browser: Browser, folder: Path, port: int, order: Order, moves: list[Played], monkeypatch: pytest.MonkeyPatch
) -> list[Any]:
    """After every move: the page's source as it stands, its title, its storage."""
    monkeypatch.setattr(shuffle, "order", lambda pack, key, deal: list(order))
    monkeypatch.setattr(shuffle, "first_seat", lambda key, seats: moves[0].seat)
    seen = []
    async with house(folder, port=port, create={"clock": lambda: NOW, "chance": counted_bytes()}) as served:
        people = await seated(served.url, "Mia", "Ben", deals=1)
        eve = await Person.arrive(browser, served.url, "Eve", calm=True)
        code = people[0].socket.request.path.rsplit("/", 1)[1]
        await eve.come(f"{served.url}/r/{code}")
        await people[0].do("start")
        await eve.page.locator("#bar-watching").wait_for()
        for nth, played in enumerate(moves):
            player = people[played.seat]
            await player.until(lambda m, n=nth: m["t"] == "table" and m["turn"] == n)  # type: ignore[misc]
            await player.move(played.move)
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


async def test_the_page_does_not_depend_on_hands_and_pile(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.main.build", lambda: "b")
    order_a, order_b, moves = worlds(2, 7)
    port = free_port()
    seen_a = await watched(browser, tmp_path / "a", port, order_a, moves[:12], monkeypatch)
    seen_b = await watched(browser, tmp_path / "b", port, order_b, moves[:12], monkeypatch)
    assert len(seen_a) == 12
    assert seen_a == seen_b
