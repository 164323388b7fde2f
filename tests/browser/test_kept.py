"""A reload, a tab that was closed by the phone, a page from the browser's memory: what was half made is there again."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Meet
from tests.browser.gathering import begin, gather

CHOSEN = "#hand [aria-selected=true]"


@pytest.mark.parametrize("game", ["waterhole", "kariba", "seven_waters"])
async def test_chosen_cards_are_still_chosen_after_a_reload(meet: Meet, game: str) -> None:
    mia = await meet("Mia", calm=True)
    page = mia.page
    _, people = await gather(mia, ["Ben"], game)
    await begin(people)
    await page.locator("#hand button").first.click()
    if game == "seven_waters":
        await page.locator(".choose[data-action=discard]").click()
    rank = await page.locator(CHOSEN).get_attribute("data-rank")
    go = await page.locator("#play").inner_text()
    await page.reload()
    await page.locator(CHOSEN).wait_for()
    assert await page.locator(CHOSEN).get_attribute("data-rank") == rank
    await page.locator("#play", has_text=go).wait_for()
    await page.goto("about:blank")
    await page.go_back()
    await page.locator(CHOSEN).wait_for()
    assert await page.locator(CHOSEN).get_attribute("data-rank") == rank
    for player in people:
        await player.gone()
