"""axe-core finds nothing on a listed set of page states, in both themes. A state not reached fails the test."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe

from tests.app.player import Player, play_out
from tests.browser.conftest import Meet
from tests.browser.gathering import begin, gather, lay, newest, step
from tests.browser.looks import LOOKS
from tests.browser.person import Person, twin
from tests.services.server import LiveServer

pytestmark = pytest.mark.timeout(300)

STATES = {
    "home",
    "home, nothing said",
    "no room",
    "no such page",
    "past games, empty",
    "past games",
    "a match",
    "api",
    "waiting room, host",
    "waiting room, newcomer",
    "waiting room, with a bot",
    "table, my turn",
    "table, cards chosen",
    "table, keys",
    "table, leaving",
    "table, not my turn",
    "watching",
    "deal end",
    "match end",
    "connection lost",
}
KARIBA = {
    "five seats, waiting room",
    "five seats, my turn",
    "drawing, nothing drawn",
    "drawing, a card taken",
    "drawn",
    "somebody else draws",
    "somebody else draws, watching",
}
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


class Tour:
    """Goes through the states and lets axe look at each."""

    def __init__(self) -> None:
        self.axe = Axe()
        self.seen: set[str] = set()
        self.found: list[str] = []

    async def look(self, person: Person, state: str, shown: str) -> None:
        """In this state, where `shown` must be visible."""
        await person.page.locator(shown).locator("visible=true").first.wait_for()
        report = await self.axe.run(person.page, options=RULES)
        for violation in report.response["violations"]:
            where = [node["target"] for node in violation["nodes"]][:3]
            self.found.append(f"{state}: {violation['id']} {where}")
        self.seen.add(state)


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_axe_finds_nothing(meet: Meet, server: LiveServer, theme: Any) -> None:
    mia = await meet("Mia", theme=theme, calm=True)
    eve = await meet("Eve", theme=theme, calm=True, size=(390, 844))
    tour, page = Tour(), mia.page
    await page.goto(mia.url)
    await tour.look(mia, "home", "input[autocomplete=nickname]")
    await page.locator("input[autocomplete=nickname]").press("Enter")
    await tour.look(mia, "home, nothing said", "[role=alert]")
    await page.goto(f"{mia.url}/history")
    await tour.look(mia, "past games, empty", "main .empty")
    await page.goto(f"{mia.url}/api")
    await tour.look(mia, "api", "main")
    mia.complaints.clear()
    for path, state in (("/r/aaaaaaaaaa", "no room"), ("/nothing", "no such page")):
        await page.goto(mia.url + path)
        await tour.look(mia, state, "main h1")
    mia.complaints.clear()  # the browser says aloud that these two were 404

    address = await mia.open_room()
    await tour.look(mia, "waiting room, host", "[data-part=invite]")
    await eve.come(address)
    await tour.look(eve, "waiting room, newcomer", "[data-part=newcomer]")
    await page.get_by_role("button", name="Add bot").first.click()
    await page.locator("[data-part=seats] b", has_text="Otto").wait_for()
    await tour.look(mia, "waiting room, with a bot", "[data-part=start]")
    ben = await Player(mia.url, "Ben").arrive()
    await ben.enter(address.rsplit("/", 1)[1])
    host = await twin(mia, address)
    await host.do("unbot", seat=1)
    await ben.do("sit", seat=1)
    await page.locator("[data-part=start]").click()
    await on_the_table(tour, server, mia, eve, host, ben)
    for player in (host, ben):
        await player.gone()
    await page.goto(f"{mia.url}/history")
    await tour.look(mia, "past games", "main li a")
    await page.locator("main li a").first.click()
    await tour.look(mia, "a match", "main .rank, main table")
    assert tour.seen == STATES
    assert tour.found == []


async def on_the_table(tour: Tour, server: LiveServer, mia: Person, eve: Person, host: Player, ben: Player) -> None:
    page = mia.page
    await host.until(lambda m: m["t"] == "table")
    if host.table["view"]["facts"]["to_act"] == 1:
        await play_out([host, ben], moves=1)
    await page.wait_for_function("() => document.title.startsWith('●')")
    await tour.look(mia, "table, my turn", "#hand button")
    await page.locator("#hand button").first.click()
    await tour.look(mia, "table, cards chosen", "#clear")
    await page.keyboard.press("Escape")
    await page.keyboard.press("?")
    await tour.look(mia, "table, keys", "[role=dialog], dialog")
    await page.keyboard.press("Escape")
    await page.locator("#leave").click()
    await tour.look(mia, "table, leaving", "[role=dialog], [role=alertdialog], dialog")
    await page.keyboard.press("Escape")
    await play_out([host, ben], moves=1)
    await page.wait_for_function("() => !document.title.startsWith('●')")
    await tour.look(mia, "table, not my turn", "#hand button")
    await tour.look(eve, "watching", "#bar-watching")
    await asyncio.to_thread(server.kill9)
    await tour.look(mia, "connection lost", "#banner")
    await asyncio.to_thread(server.restart)
    await page.locator("#banner.warn").wait_for(state="hidden")
    for player in (host, ben):
        await player.leave()
        since = len(player.heard)
        await player.enter(page.url.rsplit("/", 1)[1], last=player.table["v"])
        await player.until(lambda m: m["t"] == "table", since)
    while host.table["view"]["facts"]["phase"] != "between":
        await play_out([host, ben], moves=1)
    await tour.look(mia, "deal end", ".deal-end")
    await play_out([host, ben])
    await tour.look(mia, "match end", "#end")


@pytest.mark.parametrize(("theme", "language"), LOOKS)
async def test_axe_finds_nothing_in_kariba(meet: Meet, theme: Any, language: str) -> None:
    mia = await meet("Mia", theme=theme, calm=True, language=language)
    eve = await meet("Eve", theme=theme, calm=True, size=(390, 844), language=language)
    tour, page = Tour(), mia.page
    address, people = await gather(mia, ("Ben", "Carla", "Otto", "Finn"), "kariba", market=True)
    await tour.look(mia, "five seats, waiting room", "[data-part=start]")
    await eve.come(address)
    await begin(people)
    while newest(people)["view"]["facts"]["to_act"] != 0 or "plays" not in people[0].table["offer"]:
        await step(people)
    await page.wait_for_function("() => document.title.startsWith('●')")
    await tour.look(mia, "five seats, my turn", "#hand button")
    await lay(people, 0, 2)
    await tour.look(mia, "drawing, nothing drawn", ".deck .take")
    await page.locator(".stall .take").first.click()
    await tour.look(mia, "drawing, a card taken", ".stall.taken")
    await page.locator("#play").click()
    await page.locator(".take").first.wait_for(state="detached")
    await tour.look(mia, "drawn", ".newtag")
    while newest(people)["view"]["facts"]["phase"] != "draw" or newest(people)["view"]["facts"]["to_act"] == 0:
        await step(people)
    await tour.look(mia, "somebody else draws", "#say .drawn")
    await tour.look(eve, "somebody else draws, watching", "#say .drawn")
    assert tour.seen == KARIBA
    assert tour.found == []
    for player in people:
        await player.gone()
