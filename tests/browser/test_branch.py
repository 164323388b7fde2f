"""From a replay to a table of one's own: played on from there, to its end, once more, and back to the match."""

from __future__ import annotations

from typing import Any

import pytest

from tests.app.test_branch import to_the_end
from tests.browser.conftest import Meet
from tests.browser.person import Person, twin
from tests.browser.test_accessible import Tour
from tests.browser.test_replay import finished, is_at, opened, rest
from tests.services.server import LiveServer

pytestmark = pytest.mark.timeout(300)

WAYS: list[Any] = [
    pytest.param("waterhole", {"deals": 1}, 5, {"calm": True}, id="waterhole"),
    pytest.param(
        "kariba",
        {"deals": 1, "market": True},
        6,
        {"language": "de", "size": (390, 844), "touch": True, "calm": True},
        id="kariba-de",
    ),
    pytest.param("seven_waters", {"contest": False}, 9, {"theme": "dark", "calm": True}, id="seven_waters"),
]


async def replayed(person: Person, match: str, step: int, eyes: str) -> None:
    """At this step of the replay, through these eyes."""
    await person.page.goto(f"{person.url}/matches/{match}/replay?step={step}&as={eyes}")
    await opened(person)
    await is_at(person, step)


async def play_on(person: Person) -> str:
    """The button; the address of the room it leads to."""
    await person.press(person.page.locator("[data-part=play-on]"))
    await person.page.wait_for_url("**/r/*")
    await person.page.locator("#table").wait_for()
    return person.page.url


async def seen(person: Person) -> None:
    """The end; where a board opens the parks before everybody's eyes, they are looked at first."""
    parks = person.page.locator("[data-part=see-parks]")
    await person.page.locator("#end h1").or_(parks).locator("visible=true").first.wait_for()
    if await parks.is_visible():
        await person.press(parks)
        await person.press(person.page.locator("#play"))
    await person.page.locator("#end h1").wait_for()


@pytest.mark.parametrize(("game", "options", "step", "ways"), WAYS)
async def test_from_a_replay_to_the_end_and_back(
    meet: Meet, server: LiveServer, game: str, options: dict[str, Any], step: int, ways: dict[str, Any]
) -> None:
    match = await finished(server, game, options)
    steps = (await rest(server, f"/api/matches/{match}/moves"))["steps"]
    view = (await rest(server, f"/api/matches/{match}/replay?seat=1"))["views"][step]
    finn = await meet("Finn", **ways)
    await replayed(finn, match, len(steps) - 1, "1")
    assert await finn.page.locator("[data-part=play-on]").get_attribute("aria-disabled") == "true"
    await replayed(finn, match, step, "1")
    address = await play_on(finn)
    page, german = finn.page, ways.get("language") == "de"
    # One press, and one sits in the position: no name was asked for, no waiting room was shown.
    chip = page.locator("#bar-from")
    await chip.wait_for()
    words = f"Weitergespielt ab Zug {step}" if german else f"Played on from move {step}"
    assert words in (await chip.get_attribute("title") or "")
    assert (await chip.get_attribute("href") or "").endswith(f"/matches/{match}/replay?step={step}")
    if steps[step + 1]["seat"] == 1:
        assert await page.locator("#hand button").count() == len(view["places"]["hand:1"])
    # The log knows what led there; a bot may have moved meanwhile.
    assert await page.locator("#log li:not(.aside)").count() > step

    other = await twin(finn, address)
    await to_the_end(other, 1)
    ended = other.table["match"]
    await seen(finn)
    back = page.locator("[data-part=origin]")
    assert (await back.get_attribute("href") or "").endswith(f"/matches/{match}/replay?step={step}")
    assert await page.locator("[data-part=to-lobby]").is_hidden()
    again = "Noch einmal von dort" if german else "Once more from there"
    await page.get_by_role("button", name=again).wait_for()
    await finn.press(page.locator("[data-part=again]"))
    await page.locator("#table").wait_for()
    await chip.wait_for()
    await other.until(lambda m: m["t"] == "table" and m["match"] != ended)
    assert await page.locator("#log li:not(.aside)").count() > step, "also the second time"

    await page.goto(finn.url)
    told = "Weitergespielt, mit Otto" if german else "Played on, with Otto"
    await page.locator("#tables li", has_text=told).wait_for()
    await page.goto(address)
    await page.locator("#table").wait_for()
    await to_the_end(other, 1)
    await seen(finn)
    await other.gone()
    await finn.press(back)
    await page.wait_for_url(f"**/matches/{match}/replay?step={step}")
    await opened(finn)


async def test_a_friend_who_has_the_link_watches(meet: Meet, server: LiveServer) -> None:
    match = await finished(server, "waterhole", {"deals": 1})
    finn, zoe = await meet("Finn", calm=True), await meet("Zoe", calm=True)
    # With all hands open it is the seat of whoever is to act.
    await replayed(finn, match, 4, "all")
    steps = (await rest(server, f"/api/matches/{match}/moves"))["steps"]
    address = await play_on(finn)
    player = await twin(finn, address)
    assert player.room["seats"][steps[5]["seat"]]["guest"] == player.room["host"]
    await zoe.come(address)
    await zoe.page.locator("#bar-watching").wait_for()
    await zoe.page.locator("#bar-from").wait_for()
    await player.gone()


async def test_what_is_refused_is_said_in_words(meet: Meet, server: LiveServer) -> None:
    match = await finished(server, "waterhole", {"deals": 1})
    finn = await meet("Finn", calm=True)
    await replayed(finn, match, 4, "0")
    problem = {"code": "gone", "title": "x", "facts": {"field": "match"}}
    await finn.page.route("**/api/rooms", lambda route: route.fulfill(status=404, json=problem))
    await finn.press(finn.page.locator("[data-part=play-on]"))
    await finn.page.locator(".toast", has_text="This match is not here").wait_for()
    finn.complaints.clear()  # the browser's own word about a 404


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_axe_finds_nothing_and_nothing_is_too_wide(meet: Meet, server: LiveServer, theme: str) -> None:
    match, tour = await finished(server, "waterhole", {"deals": 1}), Tour()
    for size, touch, language in (((1280, 800), False, "en"), ((390, 844), True, "de")):
        finn = await meet("Finn", size=size, touch=touch, theme=theme, language=language, calm=True)
        await replayed(finn, match, 4, "0")
        await tour.look(finn, f"replay {size}", "[data-part=play-on]")
        address = await play_on(finn)
        await tour.look(finn, f"table {size}", "#bar-from")
        assert await finn.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        other = await twin(finn, address)
        await to_the_end(other, 0)
        await tour.look(finn, f"end {size}", "[data-part=origin]")
        assert await finn.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await other.gone()
    assert tour.found == []
