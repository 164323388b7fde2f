"""Slips of the hand at a table of Seven Waters: nothing is done by accident, for it cannot be taken back."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.app.house import House
from tests.browser import waters
from tests.browser.gathering import begin, gather
from tests.browser.person import Person

pytestmark = pytest.mark.timeout(200)


async def hold(person: Person, key: str, times: int = 12) -> None:
    """A key that is held down until it has repeated itself so often."""
    for _ in range(times):
        await person.page.keyboard.down(key)
        await person.page.wait_for_timeout(35)
    await person.page.keyboard.up(key)


async def test_a_held_enter_does_one_thing_only(browser: Browser, written: House) -> None:
    mia = await Person.arrive(browser, written.url, "Mia")
    _, (host, ben) = await gather(mia, ["Ben"], "seven_waters")
    await begin([host, ben])
    page = mia.page
    await page.locator("#hand button").nth(2).wait_for()
    # The question of a draft is not answered by the key that asked it.
    await page.locator("[data-place='pyramid:7:4']").focus()
    await hold(mia, "Enter")
    assert await page.locator("#over .sheet.ask").is_visible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    # The slide is built; its extra action is left alone, wherever the focus went.
    await waters.choose(mia, ["3D", "4S"])
    await page.locator("#play").focus()
    await hold(mia, "Enter", 20)
    await page.locator(".act.again").wait_for()
    await host.until(lambda m: m["t"] == "table" and m["turn"] == 1)
    assert host.table["turn"] == 1
    assert await page.locator("#hand [aria-selected=true]").count() == 0
    assert mia.complaints == []
    for player in (host, ben):
        await player.gone()
    await mia.context.close()
