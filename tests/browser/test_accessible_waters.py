"""axe-core finds nothing at the table of Seven Waters, in both themes. A state not reached fails the test."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.app.house import House
from tests.browser import waters
from tests.browser.gathering import begin, gather
from tests.browser.looks import LOOKS
from tests.browser.person import Person
from tests.browser.test_accessible import Tour

pytestmark = pytest.mark.timeout(300)
STATES = {
    "slide chosen",
    "asked before a draft",
    "extra action",
    "joker in the pool",
    "joker in the river",
    "slide with a joker",
    "theme",
    "waiting",
    "watching",
    "last turns",
    "parks open",
    "parks",
    "end",
}


@pytest.mark.parametrize(("theme", "language"), LOOKS)
async def test_seven_waters(browser: Browser, written: House, theme: str, language: str) -> None:
    """A match from its first slide to its end; the phone in one language, the spectator on a desktop in the other."""
    tour = Tour()
    mia = await Person.arrive(
        browser, written.url, "Mia", size=(390, 844), language=language, theme=theme, touch=True, calm=True
    )
    eve = await Person.arrive(
        browser, written.url, "Eve", language={"en": "de", "de": "en"}[language], theme=theme, calm=True
    )
    page = mia.page
    address, people = await gather(mia, ("Ben",), "seven_waters")
    await begin(people)
    await eve.come(address)
    await waters.choose(mia, ("3D", "4S"))
    await tour.look(mia, "slide chosen", ".meter .chip.good")
    await page.keyboard.press("Escape")
    await mia.press(page.locator("[data-place='pyramid:7:1']"))
    await tour.look(mia, "asked before a draft", "#over .sheet.ask")
    await page.keyboard.press("Escape")
    for nth, (seat, move) in enumerate(waters.STORY):
        if nth == 4:
            await waters.choose(mia, ("X1",), "pool")
            await tour.look(mia, "joker in the pool", ".question")
            await waters.choose(mia, ("X1",), "river")
            await tour.look(mia, "joker in the river", ".question .many")
        if nth == 6:
            await waters.choose(mia, move["cards"])
            await tour.look(mia, "slide with a joker", ".bar2 .jk")
        if nth == 11:
            await waters.choose(mia, ("QS",), "theme")
            await tour.look(mia, "theme", ".att.on")
        await waters.play(people, seat, move)
        await page.keyboard.press("Escape")
        if nth == 0:
            await tour.look(mia, "extra action", ".act.again")
        if nth == 11:
            await tour.look(mia, "waiting", ".park.p1[data-turn]")
            await tour.look(eve, "watching", ".park.p2[data-turn]")
    await waters.play_on(people, lambda facts: facts["final_turns_left"] == 2)
    await tour.look(mia, "last turns", ".ending")
    await waters.play_on(people, lambda facts: facts["phase"] == "over")
    await tour.look(mia, "parks open", ".opened")
    await mia.press(page.locator("[data-part=see-parks]"))
    await tour.look(mia, "parks", "#table .park")
    await mia.press(page.locator("#play"))
    await tour.look(mia, "end", "#end")
    assert tour.found == []
    assert tour.seen == STATES
    for player in people:
        await player.gone()
    for person in (mia, eve):
        assert person.complaints == []
        await person.context.close()
