"""A hint at the table: asked for on the own turn, said in words, chosen in the hand; all see that it was asked for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Meet
from tests.browser.gathering import begin, gather, newest, step
from tests.browser.test_accessible import Tour
from tests.browser.test_german import english_on

pytestmark = pytest.mark.timeout(300)


@pytest.mark.parametrize("game", ["waterhole", "kariba", "seven_waters"])
async def test_against_a_bot(meet: Meet, game: str) -> None:
    mia = await meet("Mia", calm=True, size=(390, 844), touch=True, language="de")
    await mia.open_room(game)
    await mia.press(mia.page.get_by_role("button", name="Bot dazu").first)
    await mia.press(mia.page.locator("[data-part=start]"))
    await mia.page.wait_for_function("() => document.title.startsWith('●')")
    await mia.press(mia.page.locator("#hint"))
    banner = mia.page.locator("#banner", has_text="Tipp:")
    await banner.wait_for()
    await mia.page.locator("#me .hints").wait_for(state="attached")
    if game != "seven_waters":
        assert await mia.page.locator("#hand [aria-selected=true]").count() >= 1, "it lies chosen in the hand"
        await mia.press(mia.page.locator("#play"))
        await banner.wait_for(state="detached")
    assert await english_on(mia, game) == []


async def test_at_a_table_with_hints_all_see_that_one_was_asked_for(meet: Meet) -> None:
    mia = await meet("Mia", calm=True)
    _, people = await gather(mia, ["Ben"], "waterhole", deals=1)
    assert await mia.page.locator("#hint").is_hidden()
    assert (await people[0].do("house", house={"hints": True}))["t"] == "ack"
    await begin(people)
    while newest(people)["view"]["facts"]["to_act"] != 1:
        await step(people)
    await mia.page.wait_for_function("() => !document.title.startsWith('●')")
    assert await mia.page.locator("#hint").is_hidden(), "it is not her turn"
    assert (await people[1].do("hint"))["t"] == "ack"
    await mia.page.locator("#seats .hints", has_text="1").wait_for()
    assert await mia.page.locator("#banner").is_hidden(), "what it said is not told"
    for player in people:
        await player.gone()


async def test_axe_finds_nothing_on_a_hint(meet: Meet) -> None:
    mia = await meet("Mia", calm=True)
    await mia.open_room("waterhole")
    await mia.press(mia.page.get_by_role("button", name="Add bot").first)
    await mia.press(mia.page.locator("[data-part=start]"))
    await mia.page.wait_for_function("() => document.title.startsWith('●')")
    await mia.press(mia.page.locator("#hint"))
    tour = Tour()
    themes: tuple[Any, ...] = ("light", "dark")
    for theme in themes:
        await mia.page.emulate_media(color_scheme=theme)
        await tour.look(mia, theme, "#banner.info")
    assert tour.found == []
