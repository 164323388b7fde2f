"""Somebody is gone, before the eyes of those who are still there: away, kept by a bot, waited for, back, claimed."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator

from tests.app.house import house
from tests.app.player import Player
from tests.browser.conftest import Meet
from tests.browser.gathering import begin, gather, newest, step
from tests.browser.person import Person, twin
from tests.browser.test_accessible import Tour
from tests.browser.test_german import english_on
from tests.services.server import LiveServer

pytestmark = pytest.mark.timeout(300)
TAKEOVER = 6000
STATES = {"away", "asked what now", "asked to end", "kept", "waited", "is this you", "claimed", "asked", "broken off"}


@pytest.fixture
def server(start_server: Callable[..., LiveServer]) -> LiveServer:
    """The real server with short patience."""
    return start_server(WATERSIDE_TAKEOVER_MS=str(TAKEOVER), WATERSIDE_HOST_MS="1000")


async def two(meet: Meet, **ways: Any) -> tuple[Person, Person, str]:
    """Mia and Ben, each with a browser, at a table of one deal."""
    mia, ben = await meet("Mia", calm=True, **ways), await meet("Ben", calm=True)
    address = await mia.open_room()
    await ben.come(address)
    await ben.sit()
    await mia.press(mia.page.locator("[data-part=start]"))
    for person in (mia, ben):
        await person.page.locator("#hand button").first.wait_for()
    return mia, ben, address


def banner(person: Person, words: str) -> Locator:
    """The banner once it says this."""
    return person.page.locator("#banner", has_text=words)


def answer(person: Person, words: str) -> Locator:
    """A button of the banner or of a dialog."""
    return person.page.locator("#banner button, .sheet button").locator("visible=true").filter(has_text=words).first


def seat(person: Person, how: str) -> Locator:
    """A seat whose owner is missing in this way."""
    return person.page.locator(f"#seats [data-how={how}]")


async def until_turn(person: Person, mine: bool) -> None:
    """Until it is this person's turn, or not any more."""
    await person.page.wait_for_function("mine => document.title.startsWith('●') === mine", arg=mine)


async def test_away_then_a_bot_then_back(meet: Meet) -> None:
    mia, ben, address = await two(meet)
    await ben.page.close()
    await banner(mia, "Ben is away. A bot plays in").wait_for()
    assert "bot in" in await seat(mia, "counting").inner_text()
    said = await mia.page.evaluate("document.getElementById('banner').textContent")
    focused = answer(mia, "Bot now")
    await focused.focus()
    await mia.page.wait_for_function("said => document.getElementById('banner').textContent !== said", arg=said)
    assert await focused.evaluate("button => button === document.activeElement"), "a second less draws no new buttons"
    await banner(mia, "A bot plays until Ben is back").wait_for()
    await seat(mia, "kept").wait_for()
    if await mia.my_turn():
        await mia.play_by_pointer()
    await mia.page.locator("#log li", has=mia.page.locator(".sr", has_text="Ben")).first.wait_for()
    await until_turn(mia, True)
    ben.page = await ben.context.new_page()
    await ben.come(address)
    await mia.page.locator(".toast", has_text="Ben is back.").wait_for()
    await seat(mia, "kept").wait_for(state="detached")
    await mia.page.locator("#banner").wait_for(state="hidden")
    await mia.play_by_pointer()
    await until_turn(ben, True)
    await ben.play_by_pointer()
    await until_turn(mia, True)


async def test_a_question_about_somebody_who_is_back_closes(meet: Meet) -> None:
    mia, ben, address = await two(meet)
    await ben.page.close()
    await banner(mia, "Ben is away").wait_for()
    await answer(mia, "Keep waiting").click()
    await banner(mia, "Everything waits until Ben is back").wait_for()
    assert "awaited" in await seat(mia, "waited").inner_text()
    await mia.page.locator("#seats .seat-tap").click()
    await mia.page.locator(".sheet.ask").wait_for()
    await asyncio.sleep(TAKEOVER / 1000)
    assert await seat(mia, "waited").is_visible(), "nobody takes over"
    ben.page = await ben.context.new_page()
    await ben.come(address)
    await mia.page.locator(".sheet.ask").wait_for(state="detached")
    assert not await mia.page.evaluate("document.querySelector('#main').inert")


async def test_the_other_one_of_two_ends_the_match(meet: Meet) -> None:
    mia, ben, address = await two(meet)
    await mia.page.locator("#leave").click()
    assert "Ben may then also end the match." in await mia.page.locator(".sheet.ask").inner_text()
    await answer(mia, "Leave").click()
    await banner(ben, "Mia has left").wait_for()
    await answer(ben, "End the match").click()
    await ben.page.locator(".sheet.ask", has_text="kept as abandoned").wait_for()
    await ben.page.locator(".sheet.ask button", has_text="End the match").click()
    await ben.page.locator("#end h1", has_text="Broken off").wait_for()
    shown = await ben.page.locator("#end").inner_text()
    assert "Mia was missing" in shown
    assert "wins" not in shown
    assert not await ben.page.locator("#end .confetti").is_visible()
    await ben.page.locator("[data-part=match]").click()
    assert await ben.page.locator("h1").inner_text() == "Broken off: Mia and Ben"
    await mia.come(address)
    await mia.page.locator("#end h1", has_text="Broken off").wait_for()
    await ben.come(address)
    for person in (mia, ben):
        await person.press(person.page.locator("[data-part=again]"))
    for person in (mia, ben):
        await person.page.locator("#hand button").first.wait_for()


async def test_the_host_passes_on(meet: Meet) -> None:
    mia, ben, address = await two(meet)
    await mia.page.close()
    await ben.page.locator(".toast", has_text="You are the host now.").wait_for()
    await ben.page.locator("#me svg.ico use[href$='#i-crown']").wait_for(state="attached")
    mia.page = await mia.context.new_page()
    await mia.come(address)
    await mia.page.locator("#seats .nm", has_text="(host)").wait_for()


async def test_a_seat_is_claimed_in_another_browser(meet: Meet) -> None:
    mia, ben, address = await two(meet)
    await ben.page.close()
    await seat(mia, "counting").wait_for()
    await answer(mia, "Keep waiting").click()
    phone = await meet("", calm=True, size=(390, 844), touch=True)
    await phone.come(address)
    claim = phone.page.locator(".sheet.claim")
    await phone.press(claim.get_by_role("button", name=re.compile("^Ben: That")))
    await banner(phone, "Somebody at the table has to let you in").wait_for()
    await banner(mia, "seat is theirs.").wait_for()
    await answer(mia, "No").click()
    await phone.page.locator(".toast", has_text="The table said no").wait_for()
    await phone.press(phone.page.locator("#banner button", has_text="Is this you?"))
    await phone.press(claim.get_by_role("button", name=re.compile("^Ben: That")))
    await answer(mia, "Yes").click()
    await phone.page.locator("#hand button").first.wait_for()
    await mia.page.locator(".toast", has_text="Ben is back, in another browser.").wait_for()
    await mia.page.locator("#banner").wait_for(state="hidden")
    assert await phone.page.locator("#hand button").count() == 5
    # The browser that had the seat looks on now.
    ben.page = await ben.context.new_page()
    await ben.come(address)
    await ben.page.locator("#bar-watching").wait_for()
    assert await ben.page.locator(".sheet.claim").count() == 0, "nobody is missing"


async def test_a_page_that_slept_is_told_that_its_seat_has_gone(meet: Meet) -> None:
    mia, ben, address = await two(meet)
    aside = "name => dispatchEvent(new PageTransitionEvent(name, { persisted: true }))"
    await ben.page.evaluate(aside, "pagehide")
    await seat(mia, "counting").wait_for()
    await answer(mia, "Keep waiting").click()
    phone = await meet("", calm=True)
    await phone.come(address)
    await phone.press(phone.page.locator(".sheet.claim").get_by_role("button", name=re.compile("^Ben: That")))
    await answer(mia, "Yes").click()
    await phone.page.locator("#hand button").first.wait_for()
    await ben.page.evaluate(aside, "pageshow")
    await banner(ben, "seat went to another browser").wait_for()
    assert await ben.page.locator("#hand button").count() == 0


async def test_time_runs_out(browser: Browser, tmp_path: Path) -> None:
    ahead = [0]
    async with house(tmp_path, create={"clock": lambda: time.time_ns() // 1_000_000 + ahead[0]}) as served:
        mia = await Person.arrive(browser, served.url, "Mia", calm=True)
        _, people = await gather(mia, ["Ben"], "waterhole", deals=1)
        await people[0].do("house", house={"clock": 30})
        await begin(people)
        while newest(people)["view"]["facts"]["to_act"] != 0:
            await step(people)
        await banner(mia, "30 s for each move. At zero a bot makes this one move for you.").wait_for()
        timer = mia.page.locator("#timer")
        await timer.get_by_text("30 s").or_(timer.get_by_text("29 s")).first.wait_for()
        assert await mia.page.locator("#me .clock").is_visible()
        assert await timer.get_attribute("data-low") is None
        await leap(mia, people[1], ahead, 20_500)
        await mia.page.locator("#timer[data-low]").wait_for()
        await mia.page.locator("#alert", has_text="seconds left.").wait_for(state="attached")
        await leap(mia, people[1], ahead, 10_500)
        await banner(mia, "Time was up: a bot made this move for you.").wait_for()
        await timer.wait_for(state="hidden")
        assert mia.complaints == []
        for player in people:
            await player.gone()


async def leap(person: Person, player: Player, ahead: list[int], ms: int) -> None:
    """Time goes on all at once: the room looks at its clock with the next command, the page with the next ping."""
    ahead[0] += ms
    await player.do("name", name="Ben")
    await person.page.evaluate("dispatchEvent(new Event('online'))")


@pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "de")])
async def test_axe_and_german(meet: Meet, theme: Any, language: str) -> None:
    mia = await meet("Mia", theme=theme, language=language, calm=True)
    address, people = await gather(mia, ("Ben", "Carla"), "waterhole", deals=1)
    await people[0].do("house", house={"clock": 60})
    await begin(people)
    tour, found = Tour(), []

    async def look(person: Person, state: str, shown: str) -> None:
        await tour.look(person, state, shown)
        if language == "de":
            found.extend(await english_on(person, state))

    await people[1].leave()
    await look(mia, "away", "#seats [data-how=counting]")
    await mia.page.locator("#seats .seat-tap").click()
    await look(mia, "asked what now", ".sheet.ask")
    await mia.page.keyboard.press("Escape")
    await people[0].do("absent", seat=1, choice="bot")
    await look(mia, "kept", "#seats [data-how=kept]")
    await people[0].do("absent", seat=1, choice="wait")
    await look(mia, "waited", "#seats [data-how=waited]")
    eve = await meet("Eve", theme=theme, language=language, calm=True, size=(390, 844))
    await eve.come(address)
    await look(eve, "is this you", ".sheet.claim")
    await eve.page.locator(".claimrow button").click()
    await look(mia, "asked", "#banner.warn")
    await look(eve, "claimed", "#banner.info")
    await mia.page.locator("#banner.warn button").last.click()
    await mia.page.locator("#banner.info button").locator("visible=true").last.click()
    await look(mia, "asked to end", ".sheet.ask")
    await mia.page.locator(".sheet.ask button").last.click()
    await look(mia, "broken off", "#end .finish[data-broken]")
    assert tour.seen == STATES
    assert tour.found == []
    assert found == []
    for player in people:
        await player.gone()


async def test_alone_everything_waits(meet: Meet) -> None:
    mia = await meet("Mia", calm=True)
    address, people = await gather(mia, ("Ben", "Carla"), "waterhole", deals=1)
    await begin(people)
    for player in people[1:]:
        await player.leave()
    await banner(mia, "One more is missing.").wait_for()
    for nth in (1, 2):
        assert (await people[0].do("absent", seat=nth, choice="wait"))["t"] == "ack"
    await banner(mia, "Everybody else is away. Everything waits until somebody is back.").wait_for()
    await mia.page.locator("#leave").click()
    await mia.page.locator(".sheet.ask", has_text="Nobody else is here").wait_for()
    again = await twin(mia, address)
    for player in (*people, again):
        await player.gone()


async def test_between_deals_one_sees_whom_the_table_waits_for(meet: Meet) -> None:
    mia = await meet("Mia", calm=True, size=(390, 844))
    _, people = await gather(mia, ["Ben"], "waterhole", deals=3)
    await begin(people)
    while newest(people)["view"]["facts"]["phase"] != "between":
        await step(people)
    end = mia.page.locator(".deal-end")
    await end.wait_for()
    await people[1].leave()
    await banner(mia, "Ben is away").wait_for()
    for part in (answer(mia, "What now?"), end.locator("[data-part=next]")):
        await part.click(trial=True)  # neither lies under the other
    await answer(mia, "What now?").click()
    await mia.page.locator(".sheet.ask").wait_for()
    assert await end.evaluate("end => end.closest('[inert]') !== null")
    await mia.page.keyboard.press("Escape")
    await mia.page.locator(".sheet.ask").wait_for(state="detached")
    assert not await end.evaluate("end => end.closest('[inert]') !== null")
    assert await mia.page.evaluate("document.querySelector('#main').inert"), "the table sleeps under the deal's end"
    for player in people:
        await player.gone()
