"""The longest names there are, without a place to break: at a table of Seven Waters they alone give way."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from app.rooms import shuffle
from tests.app.house import house
from tests.browser import waters
from tests.browser.gathering import begin, gather
from tests.browser.person import Person

pytestmark = pytest.mark.timeout(200)
SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800))
# Wider inside than outside, where something would be cut off or scrolled to.
WIDER = """() => [...document.querySelectorAll(
  '.park .head, .choose, .say, .ending, .line, .att, .opened .in, .opened .over-top')]
  .filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map(one => `${one.className} ${one.scrollWidth}>${one.clientWidth}`)"""


async def test_long_names_give_way(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shuffle, "order", waters.written)
    monkeypatch.setattr(shuffle, "first_seat", waters.first_seat)
    async with house(tmp_path) as served:
        mia = await Person.arrive(browser, served.url, "W" * 24, language="de", calm=True)
        _, people = await gather(mia, ["M" * 24], "seven_waters")
        await begin(people)
        page = mia.page
        await page.locator("#hand button").nth(2).wait_for()
        found: list[str] = []

        async def look(when: str) -> None:
            for width, height in SIZES:
                await page.set_viewport_size({"width": width, "height": height})
                await page.wait_for_timeout(150)
                found.extend(f"{when} {width}x{height}: {fault}" for fault in await page.evaluate(WIDER))

        await waters.play(people, 0, {"type": "draft", "row": 7, "pos": 1})
        await page.locator(".park.p1[data-turn]").wait_for()
        await look("the other's turn")
        await waters.play_on(people, lambda facts: facts["final_turns_left"] is not None)
        await page.locator(".ending").wait_for()
        await look("last turns")
        await waters.play_on(people, lambda facts: facts["phase"] == "over")
        await page.locator(".opened").wait_for()
        await look("opened")
        assert found == []
        assert mia.complaints == []
        for player in people:
            await player.gone()
        await mia.context.close()
