"""Pictures of Kariba: two seats in play, five with the market in play, drawing, and looking on while somebody draws."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from playwright.async_api import Browser

from app.rooms import shuffle
from tests.app.house import House
from tests.app.player import Player, play_out
from tests.browser.camera import Camera
from tests.browser.gathering import begin, gather, newest
from tests.browser.person import Person

SIZES = ("desktop", "phone", "small", "tablet", "rail")
FRIENDS = ("Ben", "Carla", "Friederike", "Finn")
# What the first seat of five holds, and what lies face up: three giraffes to play, and a choice worth a thought.
HAND, ROW = (1, 4, 4, 4, 7), (3, 8, 5)


def arranged(pack: Sequence[Any], deal_key: bytes, deal: int) -> list[Any]:
    """A shuffle in which the first of five seats is dealt HAND, and ROW comes up beside the deck."""
    order = random.Random(deal + 3).sample(list(pack), len(pack))
    wanted = [(5 * nth, rank) for nth, rank in enumerate(HAND)] + [(25 + nth, rank) for nth, rank in enumerate(ROW)]
    taken = {at for at, _ in wanted}
    for at, rank in wanted:
        if order[at] != rank:
            other = next(nth for nth, card in enumerate(order) if card == rank and nth not in taken)
            order[at], order[other] = order[other], order[at]
    return order


async def film(camera: Camera, browser: Browser, served: House, ways: dict[str, Any]) -> None:
    """Both tables, the camera's person being the host."""
    usual, shuffle.order = shuffle.order, arranged
    await five(camera, browser, served, ways)
    shuffle.order = usual
    await two(camera)


async def seated(camera: Camera, names: Sequence[str], **options: Any) -> tuple[str, list[Player]]:
    """The host's page at a new table of Kariba, and everybody as players; the match has begun."""
    address, people = await gather(camera.person, names, "kariba", **options)
    await camera.shoot(f"kariba-{len(people)}-lobby")
    await begin(people)
    return address, people


async def my_turn(camera: Camera, people: list[Player], rounds: int) -> None:
    """So many rounds in which the host lays no giraffe; then it is the host's turn."""
    host = people[0]
    while rounds:
        if host.table["view"]["facts"]["to_act"] != 0:
            await play_out(people, seed=rounds, moves=1)
            continue
        await host.move(next(move for move in host.plays() if move.get("cards", [0]) not in ([4], [4, 4], [4, 4, 4])))
        rounds -= "draws" not in host.table["offer"]
    while host.table["view"]["facts"]["to_act"] != 0:
        await play_out(people, seed=9, moves=1)
    await camera.person.page.wait_for_function("() => document.title.startsWith('●')")


async def five(camera: Camera, browser: Browser, served: House, ways: dict[str, Any]) -> None:
    mia = camera.person
    address, people = await seated(camera, FRIENDS, market=True)
    eve = await Person.arrive(browser, served.url, "Eve", calm=True, **ways)
    await eve.come(address)
    await my_turn(camera, people, 2)
    await camera.shoot("kariba-5-turn")
    giraffes = mia.page.locator("#hand button[data-rank='4']")
    for nth in range(3):
        await mia.press(giraffes.nth(nth))
    await camera.shoot("kariba-5-chosen")
    await mia.press(mia.page.locator("#play"))
    await mia.page.locator(".stall .take").first.wait_for()
    await camera.shoot("kariba-5-draw-3")
    await mia.press(mia.page.locator(".stall .take").first)
    await mia.page.locator(".stall.taken").wait_for()
    await camera.shoot("kariba-5-draw-2")
    await mia.press(mia.page.locator("#play"))
    await mia.page.locator(".newtag").nth(1).wait_for()
    await camera.shoot("kariba-5-draw-1")
    await camera.shoot("kariba-5-watching", eve)
    await mia.press(mia.page.locator(".take").last)
    await mia.page.wait_for_function("() => !document.title.startsWith('●')")
    await camera.shoot("kariba-5-drawn")
    facts: dict[str, Any] = {}
    while facts.get("phase") != "draw" or facts["to_act"] == 0:
        await play_out(people, seed=4, moves=1)
        facts = newest(people)["view"]["facts"]
    await camera.shoot("kariba-5-others-draw")
    for player in people:
        await player.gone()
    await eve.context.close()


async def two(camera: Camera) -> None:
    mia = camera.person
    _, people = await seated(camera, ["Ben"], market=False, deals=1)
    await play_out(people, seed=5, moves=13)
    while people[0].table["view"]["facts"]["to_act"] != 0:
        await play_out(people, seed=6, moves=1)
    await mia.page.wait_for_function("() => document.title.startsWith('●')")
    play = max(people[0].table["offer"]["plays"], key=lambda one: (one["captured"], one["n"]))
    cards = mia.page.locator(f"#hand button[data-rank='{play['rank']}']")
    for nth in range(play["n"]):
        await mia.press(cards.nth(nth))
    await camera.shoot("kariba-2-chosen")
    for player in people:
        await player.gone()
