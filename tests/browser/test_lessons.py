"""The guided first games in a real browser, each to the end of its match: the light is followed by finger, pointer or
keyboard, and what was not asked for is refused in words."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe

from engine.lessons import lesson
from tests.browser.conftest import Meet
from tests.browser.looks import LOOKS
from tests.browser.person import Person
from tests.browser.test_accessible import RULES

# (game, who, a wrong input: the hand card or place that is not asked for, and how the refusal begins)
GUIDED: list[Any] = [
    pytest.param(
        "waterhole", {"language": "en"}, "3", "The rules allow that. For now, though: Tap the 2", id="waterhole"
    ),
    pytest.param(
        "kariba",
        {"language": "de", "size": (390, 844), "touch": True},
        "1",
        "Die Regeln erlauben das. Jetzt aber erst: Tipp das Zebra an",
        id="kariba",
    ),
    pytest.param(
        "seven_waters",
        {"language": "de", "size": (390, 844), "touch": True, "theme": "dark"},
        "pyramid:7:5",
        "Die Regeln erlauben das. Jetzt aber erst: Nimm die Herz 6",
        id="seven_waters",
    ),
    pytest.param("seven_waters", {"language": "en"}, "pyramid:7:5", "The rules allow that. For now", id="waters-en"),
]


ELSEWHERE = """(lit) => {
  const now = document.querySelector(".spotlight")?.getBoundingClientRect();
  return now && Math.hypot(now.x - lit.x, now.y - lit.y) > 2;
}"""


async def begin(person: Person, game: str) -> None:
    """From the landing page, without a name."""
    await person.page.goto(person.url)
    await person.press(person.page.locator(f".game-card[data-game={game}] .name"))
    await person.press(person.page.locator("#learn"))
    await person.page.locator(".coach").wait_for()


async def surely(person: Person) -> None:
    """A draft asks once whether it is meant."""
    asked = person.page.locator("dialog button.primary, [role=dialog] button.primary").locator("visible=true")
    if await asked.count():
        await person.press(asked.first)


async def wrong(person: Person, what: str, sentence: str) -> None:
    """A legal move that is not asked for."""
    page = person.page
    if what.startswith("pyramid"):
        await person.press(page.locator(f"[data-place='{what}']"))
        await surely(person)
    else:
        await person.press(page.locator(f"#hand [data-rank='{what}']"))
        await person.press(page.locator("#play"))
    await page.locator("#banner", has_text=sentence).wait_for()


async def follow_the_light(person: Person) -> None:
    """One touch in the middle of what keeps its light."""
    page = person.page
    light = page.locator(".spotlight")
    await light.wait_for()
    box = await light.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 40)
    if await page.evaluate("navigator.maxTouchPoints"):
        await page.touchscreen.tap(x, y)
    else:
        await page.mouse.click(x, y)
    await surely(person)


async def to_the_end(person: Person) -> list[str]:
    """Follow the light until the match is over. Returns what the steps were called."""
    page = person.page
    titles: list[str] = []
    for _ in range(200):
        if await person.over():
            return titles
        if await page.locator("[data-part=see-parks]").is_visible():
            await person.press(page.locator("[data-part=see-parks]"))
            await person.press(page.locator("#play"))
        coach = page.locator(".coach")
        if await coach.is_visible():
            title = await coach.locator("h2").inner_text()
            if title not in titles[-1:]:
                titles.append(title)
        if await page.locator(".spotlight").is_visible():
            await follow_the_light(person)
        await page.wait_for_timeout(150)
    raise AssertionError(f"the lesson does not end: {titles}")


@pytest.mark.parametrize(("game", "ways", "mistake", "sentence"), GUIDED)
async def test_a_guided_game_to_its_end(
    meet: Meet, game: str, ways: dict[str, Any], mistake: str, sentence: str
) -> None:
    person = await meet("Mia", **ways)
    await begin(person, game)
    await wrong(person, mistake, sentence)
    titles = await to_the_end(person)
    written = lesson(game)
    assert written is not None
    assert len(set(titles)) >= len(written.keys)
    await person.page.locator("#end h1").wait_for()


async def test_a_lesson_is_left_and_taken_up_again(meet: Meet) -> None:
    mia = await meet("Mia", calm=True)
    await begin(mia, "waterhole")
    await mia.page.locator(".spotlight").wait_for()
    lit = await mia.page.locator(".spotlight").bounding_box()
    await follow_the_light(mia)
    await mia.page.wait_for_function(ELSEWHERE, arg=lit)  # from the card to its place
    await follow_the_light(mia)
    title = mia.page.locator(".coach h2")
    await mia.page.locator(".coach h2", has_text="Make it three").wait_for()
    await mia.press(mia.page.locator(".coach button"))
    await mia.page.wait_for_url("**/")
    await mia.page.locator("#learn", has_text="Go on with your first game").wait_for()
    await mia.press(mia.page.locator("#learn"))
    await title.wait_for()
    assert await title.inner_text() == "Make it three"
    await mia.page.reload()
    await title.wait_for()
    assert await title.inner_text() == "Make it three"


@pytest.mark.parametrize(("theme", "language"), LOOKS)
async def test_axe_finds_nothing_in_a_lesson(meet: Meet, theme: str, language: str) -> None:
    axe, found = Axe(), []
    for game, size in (("waterhole", (1280, 800)), ("kariba", (390, 844)), ("seven_waters", (390, 844))):
        person = await meet(f"Mia {game}", theme=theme, language=language, size=size, calm=True)
        await begin(person, game)
        for step in range(2):
            await person.page.locator(".spotlight").wait_for()
            report = await axe.run(person.page, options=RULES)
            for one in report.response["violations"]:
                found.append(f"{game} {step}: {one['id']} {one['nodes'][0]['target']}")
            await follow_the_light(person)
            await person.page.wait_for_timeout(300)
    assert found == []
