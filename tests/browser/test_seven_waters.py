"""A whole match of Seven Waters in a real browser: one by finger in German on a phone, one by keyboard in English."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser

from tests.app.house import House
from tests.browser import waters
from tests.browser.gathering import begin, gather
from tests.browser.person import Person, twin
from tests.browser.waters import Move

pytestmark = pytest.mark.timeout(400)
FAULTS = Path(__file__).with_name("waters_faults.js").read_text("utf-8")
SIZES = (
    (1280, 800),
    (1920, 1080),
    (768, 1024),
    (390, 844),
    (360, 640),
    (844, 390),
    (932, 430),
    (1024, 768),
    (1280, 720),
    (1366, 768),
)


async def at_the_table(mia: Person, ben: Person) -> None:
    """Mia opens a room for Seven Waters, Ben takes the other seat."""
    address = await mia.open_room()
    host = await twin(mia, address)
    assert (await host.do("game", game="seven_waters"))["t"] == "ack"
    await ben.come(address)
    await ben.sit()
    await begin([host])
    await host.gone()
    for person in (mia, ben):
        await person.page.locator("#hand button").nth(2).wait_for()


async def done(person: Person, way: Any, move: Move) -> None:
    """Carry an action out, and wait until the log tells of it."""
    lines = await person.page.locator("#log li").count()
    await way(person, move)
    await person.page.wait_for_function("n => document.querySelectorAll('#log li').length > n", arg=lines)


async def shown(person: Person, table: str) -> dict[str, list[str]]:
    """A table of points as it stands on the page: a list of cells under each row's name."""
    rows: list[tuple[str, list[str]]] = await person.page.locator(f"{table} :is(tbody, tfoot) tr").evaluate_all(
        "rows => rows.map(row => [row.querySelector('th').innerText.trim(),"
        " [...row.querySelectorAll('td')].map(cell => cell.firstChild.textContent.trim())])"
    )
    return dict(rows)


async def test_a_whole_match_by_finger_in_german_and_by_keyboard_in_english(browser: Browser, written: House) -> None:
    mia = await Person.arrive(browser, written.url, "Mia", size=(390, 844), language="de", touch=True)
    ben = await Person.arrive(browser, written.url, "Ben")
    await at_the_table(mia, ben)
    people, ways = (mia, ben), (waters.by_finger, waters.by_keyboard)
    told: list[str] = []
    for seat, move in waters.STORY:
        await people[seat].page.wait_for_function("() => document.title.startsWith('●')")
        await done(people[seat], ways[seat], move)
        told.append(move["type"])
        if move["type"] == "slide":
            await people[seat].page.locator(".act.again").wait_for()
            said = await people[seat].page.locator("#say").inner_text()
            assert ("Rutsche gebaut. Du darfst noch mal." if seat == 0 else "Slide built. You may act again.") in said
    assert await ben.page.locator(".park.p2 [data-place='river:1'] .n").inner_text() == "5"
    assert await mia.page.locator(".slidecount").inner_text() == "Noch 4 Rutschen"
    scrolled = await mia.page.evaluate(
        "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
    )
    assert max(scrolled) <= 0, "the whole table without scrolling"
    last = False
    for _ in range(60):
        if await mia.page.locator(".opened").count():
            break
        for person, way in zip(people, ways, strict=True):
            if await person.my_turn() and not await person.page.locator(".opened").count():
                move = await waters.anything(person)
                last = last or await person.page.locator(".ending").count() > 0
                await done(person, way, move)
                told.append(move["type"])
        await asyncio.sleep(0.02)
    assert last, "the card of the last turns was shown"
    assert {"slide", "river", "theme", "pool", "draft", "discard", "pass"} <= set(told)
    async with httpx.AsyncClient(base_url=written.url) as http:
        newest = (await http.get("/api/matches?limit=1")).json()["items"][0]
    totals = [str(total).replace("-", "\u2212") for total in newest["scores"]["totals"]]
    for person, total in ((mia, "Summe"), (ben, "Total")):
        await person.page.locator(".opened").wait_for()
        own = totals if person is mia else totals[::-1]
        assert (await shown(person, ".opened"))[total] == own
        assert (await shown(person, "#scores"))[total] == own
        await person.press(person.page.locator("[data-part=see-parks]"))
        await person.page.locator(".opened").wait_for(state="detached")
        await person.press(person.page.locator("#play"))
        await person.page.locator("#end").wait_for()
        assert (await shown(person, "#end"))[total] == totals
    words = await mia.page.locator("main").inner_text()
    assert not re.search(r"\b(Your|drafted|slide|Discard)\b", words)
    assert mia.complaints == []
    assert ben.complaints == []
    for person in people:
        await person.context.close()


async def test_a_move_that_came_too_late_walks_back(browser: Browser, written: House) -> None:
    """What is sent shows as waiting; another tab of the same guest was quicker, and the cards are back in the hand."""
    mia = await Person.arrive(browser, written.url, "Mia")
    ben = await Person.arrive(browser, written.url, "Ben")
    await at_the_table(mia, ben)
    await ben.press(ben.page.locator("#hand button[data-rank='TC']"))
    await ben.page.locator("#play").press("Enter")  # out of turn it is only planned
    assert await ben.page.locator("#play").inner_text() == "Planned"
    assert await ben.page.locator("#hand button").count() == 3
    host = await twin(mia, mia.page.url)
    await host.until(lambda m: m["t"] == "table")
    await mia.page.evaluate("() => { WebSocket.prototype.send = () => {}; }")
    await mia.press(mia.page.locator("#hand button[data-rank='3D']"))
    await mia.press(mia.page.locator("#hand button[data-rank='4S']"))
    await mia.press(mia.page.locator("#play"))
    await mia.page.wait_for_function("() => document.querySelectorAll('#hand button').length === 1")
    assert await mia.page.locator(".park.p2 [data-line='1'] .mini.wait").count() == 2
    await host.move({"type": "draft", "row": 7, "pos": 4}, id="quicker")
    await mia.page.wait_for_function("() => document.querySelectorAll('#hand button').length === 4")
    assert await mia.page.locator(".park.p2 .line.done").count() == 0
    await host.gone()
    for person in (mia, ben):
        await person.context.close()


async def faults(person: Person, state: str) -> list[str]:
    """What is cut off or lies on something else, in every size."""
    found: list[str] = []
    for width, height in SIZES:
        await person.page.set_viewport_size({"width": width, "height": height})
        await person.page.wait_for_timeout(150)
        found += [f"{width}x{height} {state}: {fault}" for fault in await person.page.evaluate(FAULTS)]
    return found


async def test_it_fits_every_size(browser: Browser, written: House) -> None:
    """Nothing is cut off, nothing lies on a button, nothing scrolls: with a plan, a question, in the last turns."""
    mia = await Person.arrive(browser, written.url, "Mia", language="de", calm=True)
    _, people = await gather(mia, ("Friederike",), "seven_waters")
    await begin(people)
    await mia.page.locator("#hand button").nth(2).wait_for()
    found = []
    for cards, action in ((("3D", "4S"), "slide"), (("X1",), "river"), (("X1",), "pool"), (("4S",), "theme")):
        await mia.page.set_viewport_size({"width": 1280, "height": 800})
        await waters.choose(mia, cards, action)
        found += await faults(mia, action)
    await mia.page.keyboard.press("Escape")
    for seat, move in waters.STORY:
        await waters.play(people, seat, move)
    found += await faults(mia, "after the story")
    await waters.play_on(people, lambda facts: facts["final_turns_left"] == 2)
    await mia.page.locator(".ending").wait_for()
    found += await faults(mia, "last turns")
    assert not found, "\n".join(found)
    for player in people:
        await player.gone()
    await mia.context.close()
