"""A finished match looked at again: found in the list, step by step, through anybody's eyes, and together."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tests.app.player import play_out, started
from tests.browser.conftest import Meet
from tests.browser.person import Person
from tests.browser.test_accessible import Tour
from tests.browser.test_german import english_on
from tests.services.server import LiveServer

pytestmark = pytest.mark.timeout(300)

BOXES: list[tuple[str, dict[str, Any]]] = [
    ("waterhole", {"deals": 3}),
    ("kariba", {"deals": 1, "market": True}),
    ("seven_waters", {"contest": False}),
]
AT = "n => document.querySelector('[data-part=track]')?.getAttribute('aria-valuenow') === String(n)"


async def finished(server: LiveServer, game: str, options: dict[str, Any]) -> str:
    """A match that Mia and Ben have just played to its end."""
    people = await started(server.url, "Mia", "Ben", game=game, **options)
    await play_out(people)
    match = str(people[0].table["match"])
    for player in people:
        await player.gone()
    return match


async def rest(server: LiveServer, path: str) -> Any:
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.get(path)
        answer.raise_for_status()
        return answer.json()


async def opened(person: Person) -> None:
    """Until the match lies on the table."""
    await person.page.locator("#scrub:not([aria-busy])").wait_for()


async def is_at(person: Person, step: int) -> None:
    """Until the scrubber says so; the address says it, too."""
    await person.page.wait_for_function(AT, arg=step)
    assert f"step={step}" in person.page.url


async def held(person: Person) -> int:
    """How many cards lie in the hand at the table."""
    return await person.page.locator("#hand button").count()


@pytest.mark.parametrize(("game", "options"), BOXES, ids=[game for game, _ in BOXES])
async def test_step_by_step_by_keyboard(meet: Meet, server: LiveServer, game: str, options: dict[str, Any]) -> None:
    match = await finished(server, game, options)
    steps = (await rest(server, f"/api/matches/{match}/moves"))["steps"]
    views = (await rest(server, f"/api/matches/{match}/replay?seat=1"))["views"]
    mia = await meet("Mia", calm=True)
    await mia.page.goto(f"{mia.url}/history")
    await mia.page.locator(".hist a").first.click()
    await mia.page.get_by_role("link", name="Replay").first.click()
    await opened(mia)
    press = mia.page.keyboard.press
    await press("ArrowRight")
    await is_at(mia, 1)
    assert await mia.page.locator("#log a").count() >= 1
    await press("End")
    await is_at(mia, len(steps) - 1)
    lines = await mia.page.locator("#log li").count()
    await press("ArrowLeft")
    await is_at(mia, len(steps) - 2)
    assert await mia.page.locator("#log li").count() < lines, "what has not happened yet is not told"
    await mia.page.locator("[data-part=as]").select_option("1")
    await is_at(mia, len(steps) - 2)
    assert "as=1" in mia.page.url
    await press("Home")
    for step in (0, 5, 9):
        while f"step={step}" not in mia.page.url:
            await press("ArrowRight")
        await is_at(mia, step)
        assert await held(mia) == len(views[step]["places"]["hand:1"])
    assert await mia.page.locator("#hands").is_hidden(), "one seat's eyes see no other hand"
    await mia.page.reload()
    await is_at(mia, 9)
    await mia.page.locator("[data-part=as]").select_option("all")
    await press("Home")
    await mia.page.locator("#hands li").first.wait_for()
    deals = [nth for nth, step in enumerate(steps) if "deal" in step]
    await mia.page.locator("[data-part=track]").focus()
    await press("PageDown")
    await is_at(mia, next((at for at in deals if at > 0), len(steps) - 1))
    await press("Home")
    await press("Space")
    await mia.page.wait_for_function(AT, arg=2)
    await press("Space")
    assert await mia.page.locator("[data-part=play]").get_attribute("aria-label") == "Play"


async def test_by_finger_on_a_phone_in_german(meet: Meet, server: LiveServer) -> None:
    match = await finished(server, "waterhole", {"deals": 1})
    steps = (await rest(server, f"/api/matches/{match}/moves"))["steps"]
    mia = await meet("Mia", size=(390, 844), touch=True, language="de", calm=True)
    await mia.page.goto(f"{mia.url}/matches/{match}")
    await mia.press(mia.page.get_by_role("link", name="Wiedergabe").first)
    await opened(mia)
    await mia.press(mia.page.locator("#scrub [data-part=next]"))
    await is_at(mia, 1)
    track = await mia.page.locator("[data-part=track]").bounding_box()
    assert track is not None
    await mia.page.touchscreen.tap(track["x"] + track["width"] / 2, track["y"] + track["height"] / 2)
    await is_at(mia, len(steps) // 2)
    await mia.press(mia.page.locator("[data-sheet=log]"))
    await mia.press(mia.page.locator("#log a").nth(3))
    await mia.page.locator("#side[data-open]").wait_for(state="detached")
    gone_to = int(re.findall(r"step=(\d+)", mia.page.url)[0])
    assert gone_to < (len(steps) - 1) / 2
    await mia.press(mia.page.locator("[data-part=play]"))
    await mia.page.wait_for_function(AT, arg=gone_to + 2)
    await mia.press(mia.page.locator("[data-part=play]"))
    assert await mia.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await english_on(mia, "replay") == []
    # The link to this move, opened by somebody who has never been here.
    ben = await meet("Ben", calm=True)
    await ben.page.goto(mia.page.url)
    await is_at(ben, int(re.findall(r"step=(\d+)", mia.page.url)[0]))
    assert await ben.page.locator("#say").inner_text() != ""


async def test_one_leads_and_the_others_go_along(meet: Meet, server: LiveServer) -> None:
    match = await finished(server, "waterhole", {"deals": 1})
    mia, ben = await meet("Mia", calm=True), await meet("Ben", calm=True, language="de", size=(390, 844))
    for person in (mia, ben):
        await person.page.goto(person.url)
        await person.page.evaluate("name => localStorage.setItem('name', name)", person.name)
        await person.page.goto(f"{person.url}/matches/{match}/replay?step=3")
        await person.page.wait_for_function(AT, arg=3)
    await mia.page.locator("[data-part=together]", has_text="2 look at this").wait_for()
    await mia.page.locator("[data-part=lead]").click()
    await ben.page.locator("#banner", has_text="Mia führt. Du gehst mit.").wait_for()
    for part in ("link", "lead", "as", "track"):  # on a phone, too, everything lies on the page
        box = await ben.page.locator(f"#scrub [data-part={part}]").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["width"] >= 44
    await mia.page.keyboard.press("End")
    end = int(await mia.page.locator("[data-part=track]").get_attribute("aria-valuemax") or 0)
    await is_at(ben, end)
    await ben.page.keyboard.press("Home")
    await ben.page.locator("#banner", has_text="Du schaust für dich").wait_for()
    await mia.page.keyboard.press("ArrowLeft")
    await is_at(mia, end - 1)
    await is_at(ben, 0)
    await ben.page.locator("#banner button").click()
    await is_at(ben, end - 1)
    await mia.page.close()
    await ben.page.locator("#banner").wait_for(state="hidden")


async def test_axe_finds_nothing_on_a_replay(meet: Meet, server: LiveServer) -> None:
    tour = Tour()
    looks: list[tuple[Any, tuple[int, int]]] = [("light", (1280, 800)), ("dark", (390, 844)), ("dark", (1280, 800))]
    for (game, options), (theme, size) in zip(BOXES, looks, strict=True):
        match = await finished(server, game, options)
        mia = await meet("Mia", theme=theme, size=size, calm=True)
        await mia.page.goto(f"{mia.url}/matches/{match}/replay?step=20")
        await mia.page.wait_for_function(AT, arg=20)
        await tour.look(mia, game, "[data-part=track]")
        await mia.page.goto(f"{mia.url}/matches/{match}")
        await tour.look(mia, f"{game}, match", ".mtabs")
    assert tour.found == []
    assert len(tour.seen) == 2 * len(BOXES)
