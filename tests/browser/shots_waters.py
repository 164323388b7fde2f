"""Pictures of Seven Waters: every phase of a match, in a deal that is written down."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Browser

from app.rooms import shuffle
from tests.app.house import House
from tests.app.player import Player
from tests.browser import waters
from tests.browser.camera import Camera
from tests.browser.gathering import begin, gather, newest
from tests.browser.person import Person

SIZES = ("desktop", "phone", "small", "tablet", "rail")


async def film(camera: Camera, browser: Browser, served: House, ways: dict[str, Any]) -> None:
    """Two matches, the camera's person being the host: one to its end, one for a river that asks."""
    usual, shuffle.order = shuffle.order, waters.written
    await match(camera, browser, served, ways)
    await river(camera)
    shuffle.order = usual


async def shoot(camera: Camera, name: str, people: list[Player]) -> None:
    """One picture, once the page knows what everybody knows."""
    left = newest(people)["view"]["facts"]["pyramid_left"]
    await camera.person.page.wait_for_function(
        "n => document.querySelectorAll('.cell:not(.gone)').length === n", arg=left
    )
    await camera.shoot(f"waters-{name}")


async def match(camera: Camera, browser: Browser, served: House, ways: dict[str, Any]) -> None:
    """The story and what follows from it."""
    mia = camera.person
    address, people = await gather(mia, ("Ben",), "seven_waters")
    await camera.shoot("waters-lobby")
    await begin(people)
    eve = await Person.arrive(browser, served.url, "Eve", calm=True, **ways)
    await eve.come(address)
    await waters.choose(mia, ("3D", "4S"))
    await shoot(camera, "table", people)
    for nth, (seat, move) in enumerate(waters.STORY):
        if nth == 4:
            await waters.choose(mia, ("X1",), "pool")
            await shoot(camera, "joker-pool", people)
            await waters.choose(mia, ("X1",), "river")
            await shoot(camera, "joker-many", people)
        if nth == 6:
            await waters.choose(mia, move["cards"])
            await shoot(camera, "joker", people)
            await waters.choose(mia, ("TH", "5C"), "slide")
            await shoot(camera, "under", people)
        if nth == 11:
            await waters.choose(mia, ("QS",), "theme")
            await shoot(camera, "theme-choose", people)
        await waters.play(people, seat, move)
        await mia.page.keyboard.press("Escape")
        if nth in (0, 6, 11):
            await shoot(camera, {0: "extra", 6: "extra-joker", 11: "theme"}[nth], people)
    await camera.shoot("waters-watching", eve)
    await waters.play_on(people, lambda facts: facts["final_turns_left"] == 2)
    await shoot(camera, "last", people)
    await waters.play_on(people, lambda facts: facts["phase"] == "over")
    await mia.page.locator(".opened").wait_for()
    await camera.shoot("waters-opened")
    await mia.press(mia.page.locator("[data-part=see-parks]"))
    await camera.shoot("waters-parks")
    await mia.press(mia.page.locator("#play"))
    await mia.page.locator("#end").wait_for()
    await camera.shoot("waters-end")
    for player in people:
        await player.gone()
    await eve.context.close()


async def river(camera: Camera) -> None:
    """A joker at either end of a river."""
    _, people = await gather(camera.person, ("Ben",), "seven_waters")
    await begin(people)
    for seat, move in waters.STORY[:4]:
        await waters.play(people, seat, move)
    await waters.play(people, 0, {"type": "river", "end": "start", "cards": ["TH"]})
    await waters.play(people, 1, waters.STORY[5][1])
    await waters.choose(camera.person, ("X1",), "river")
    await camera.person.press(camera.person.page.locator(".answer").first)
    await shoot(camera, "joker-river", people)
    for player in people:
        await player.gone()
