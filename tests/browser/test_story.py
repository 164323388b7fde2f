"""Whole matches with real pointer, finger and keyboard input only, from the landing page to the past games."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable

import httpx
import pytest

from tests.browser.conftest import Meet
from tests.browser.person import Person

pytestmark = pytest.mark.timeout(300)
Way = Callable[[Person], Awaitable[None]]


async def told(person: Person, way: Way) -> None:
    """Play, and wait until the log tells of it, or the end is shown."""
    lines = await person.page.locator("#log li").count()
    await way(person)
    await person.page.wait_for_function(
        "n => document.querySelectorAll('#log li').length > n || !document.querySelector('#end').hidden", arg=lines
    )


async def play_to_the_end(ways: dict[Person, Way], moves: int = 80) -> None:
    """Whoever's page says "your turn" plays, until everybody's page shows the end."""
    made = 0
    while not all([await person.over() for person in ways]):
        acted = False
        for person, way in ways.items():
            if not await person.over() and await person.my_turn():
                await told(person, way)
                made, acted = made + 1, True
        assert made < moves, "a deal has 47-51 turns"
        if not acted:
            await asyncio.sleep(0.03)


async def recorded(server_url: str) -> dict[str, int]:
    """Names and totals of the newest match, as REST says."""
    async with httpx.AsyncClient(base_url=server_url) as http:
        newest = (await http.get("/api/matches?limit=1")).json()["items"][0]
    names = [seat["name"] for seat in newest["seats"]]
    return dict(zip(names, newest["scores"]["totals"], strict=True))


STORIES = {
    "english-pointer-and-keyboard": ({}, {}, "en", "1 deal", Person.play_by_pointer),
    "german-touch-at-360-and-keyboard": (
        {"size": (360, 640), "touch": True},
        {"size": (390, 844), "theme": "dark", "calm": True},
        "de",
        "1 Durchgang",
        Person.play_by_pointer,
    ),
}


@pytest.mark.parametrize("story", STORIES)
async def test_two_friends_and_a_spectator_one_of_them_by_keyboard(meet: Meet, story: str) -> None:
    one, other, language, deal, way = STORIES[story]
    mia = await meet("Mia", language=language, **one)
    ben = await meet("Ben", language=language, **other)
    eve = await meet("Eve", language=language, calm=True)  # three pages that move would wait for one another
    address = await mia.open_room()
    await ben.page.goto(address)
    await ben.tab_to("[data-part=newcomer] input[name=name]")
    await ben.page.keyboard.type("Ben")
    await ben.page.keyboard.press("Enter")
    await eve.come(address)
    await mia.page.locator("[data-part=seats] b", has_text="Ben").wait_for()
    await mia.press(mia.page.get_by_text(deal, exact=True))
    await mia.press(mia.page.locator("[data-part=start]"))
    for person in (mia, ben):
        await person.page.locator("#hand button").first.wait_for()
    await eve.page.locator("#bar-watching").wait_for()
    await play_to_the_end({mia: way, ben: Person.play_by_keyboard})
    await eve.page.locator("#end").wait_for()
    said = await recorded(mia.url)
    assert set(said) == {"Mia", "Ben"}
    for person in (mia, ben, eve):
        assert await person.totals() == said
    # The end leads to the match, and the past games list it.
    await eve.press(eve.page.locator("#end [data-part=match]"))
    await eve.page.wait_for_url("**/matches/*")
    for name, total in said.items():
        assert re.search(rf"{name}.*\b{total}\b", await eve.page.locator("main").inner_text(), re.DOTALL)
    await eve.page.goto(f"{eve.url}/history")
    assert "Mia" in await eve.page.locator("main li", has_text="Mia").first.inner_text()


async def test_in_german_by_touch_at_360_pixels_against_a_bot(meet: Meet) -> None:
    lea = await meet("Lea", size=(360, 640), language="de", theme="dark", touch=True)
    await lea.page.goto(lea.url)
    assert await lea.page.locator("html").get_attribute("lang") == "de"
    await lea.page.locator("input[autocomplete=nickname]").fill("Lea")
    await lea.press(lea.page.get_by_role("button", name="Gegen einen Bot probieren"))
    await lea.page.locator("#hand button").first.wait_for()
    heights = await lea.page.evaluate(
        "[document.documentElement.scrollHeight, innerHeight, document.documentElement.scrollWidth, innerWidth]"
    )
    assert heights[0] <= heights[1], "the whole table without scrolling"
    assert heights[2] <= heights[3], "no horizontal scroll"
    assert "Wasserloch" in await lea.page.title()
    for _ in range(5):
        await lea.page.wait_for_function("() => document.title.startsWith('●')")
        await told(lea, Person.play_by_pointer)
    words = await lea.page.locator("main").inner_text()
    assert not re.search(r"\b(Your turn|played|captured)\b", words)


async def test_three_deals_next_and_again(meet: Meet) -> None:
    """Between deals the table waits for next, also over a reload; again is one click, and the spectator follows."""
    mia, eve = await meet("Mia", calm=True), await meet("Eve", calm=True)
    address = await mia.open_room()
    await eve.come(address)
    await mia.press(mia.page.get_by_role("button", name="Add bot").first)
    await mia.press(mia.page.locator("[data-part=start]"))
    for deal in (1, 2, 3):
        end = mia.page.locator("#end" if deal == 3 else ".deal-end")
        while not await end.is_visible():
            if await mia.my_turn():
                await told(mia, Person.play_by_pointer)
            await asyncio.sleep(0.02)
        if deal < 3:
            await mia.page.reload()
            await end.wait_for()
            await mia.press(mia.page.locator(".deal-end [data-part=next]"))
            await end.wait_for(state="hidden")
    said = await recorded(mia.url)
    assert await mia.totals() == said
    await eve.page.locator("#end").wait_for()
    assert await eve.totals() == said
    await mia.press(mia.page.locator("#end [data-part=again]"))
    for person in (mia, eve):
        await person.page.locator("#table").wait_for()
    assert await eve.page.locator("#bar-watching").is_visible()
