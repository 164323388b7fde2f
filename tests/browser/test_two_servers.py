"""Two people's pages on two servers over one PostgreSQL: whole matches, and one of the servers dies in the middle."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, NamedTuple

import pytest
from playwright.async_api import Browser

from tests.browser import waters
from tests.browser.gathering import begin
from tests.browser.person import Person, twin
from tests.browser.test_kariba import Finger
from tests.browser.test_story import recorded, told
from tests.services import postgres
from tests.services.server import LiveServer

pytestmark = pytest.mark.timeout(240)
Way = Callable[[Person], Awaitable[None]]
# Whether this page ever warned since: of a lost connection, of a server that does not answer.
WATCH = """() => {
  window.warned = false;
  const banner = document.querySelector("#banner");
  const look = () => { window.warned ||= banner.matches(".warn:not([hidden])"); };
  new MutationObserver(look).observe(banner, { attributes: true, childList: true, subtree: true });
  look();
}"""


class Scene(NamedTuple):
    """Two servers, and somebody on each."""

    servers: list[LiveServer]
    people: list[Person]


@pytest.fixture
async def apart(
    browser: Browser, postgres_server: str, start_server: Callable[..., LiveServer]
) -> AsyncIterator[Scene]:  # fmt: skip
    """Mia's page on one server, Ben's on the other."""
    async with postgres.database(postgres_server) as url:
        servers = [start_server(url), start_server(url)]
        people = [
            await Person.arrive(browser, server.url, name, calm=True)
            for server, name in zip(servers, ("Mia", "Ben"), strict=True)
        ]
        yield Scene(servers, people)
        for person in people:
            assert person.complaints == [], f"{person.name}'s console"
            await person.context.close()
        for server in servers:
            server.stop()


async def at_one_table(people: list[Person], game: str, options: dict[str, Any]) -> None:
    """Mia opens a room and chooses the game, Ben comes to it on his server."""
    mia, ben = people
    address = await mia.open_room()
    host = await twin(mia, address)
    for answer in (await host.do("game", game=game), await host.do("options", options=options)):
        assert answer["t"] == "ack", answer
    await ben.come(address.replace(mia.url, ben.url))
    await ben.sit()
    await begin([host])
    await host.gone()
    for person in people:
        await person.page.locator("#hand button").nth(2).wait_for()


async def over(person: Person) -> bool:
    return await person.page.locator("#end:not([hidden]), .opened").count() > 0


async def play(people: list[Person], way: Way, moves: int = 150) -> int:
    """Whoever's page says "your turn" plays, until both show the end or so many moves are made. How many were."""
    made, idle = 0, 0.0
    while made < moves and not all([await over(person) for person in people]):
        acted = False
        for person in people:
            if made < moves and not await over(person) and await person.my_turn():
                await told(person, way)
                made, acted = made + 1, True
        idle = 0 if acted else idle + 0.02
        assert idle < 20, "nobody's page says that it is their turn"
        await asyncio.sleep(0 if acted else 0.02)
    return made


async def drafting(person: Person) -> None:
    """Seven Waters: whatever is possible, by finger."""
    await waters.by_finger(person, await waters.anything(person))


GAMES: dict[str, tuple[dict[str, Any], Way]] = {
    "waterhole": ({"deals": 1}, Person.play_by_pointer),
    "kariba": ({"deals": 1}, Finger().act),
    "seven_waters": ({}, drafting),
}


async def judge(scene: Scene) -> None:
    """Both servers tell of one and the same match, and both pages show its result."""
    said = [await recorded(server.url) for server in scene.servers]
    assert said[0] == said[1]
    assert set(said[0]) == {"Mia", "Ben"}
    for person in scene.people:
        if await person.page.locator(".opened").count():
            continue
        assert await person.totals() == said[0]


@pytest.mark.parametrize("game", ["kariba", "seven_waters"])
async def test_a_whole_match_on_two_servers(apart: Scene, game: str) -> None:
    options, way = GAMES[game]
    await at_one_table(apart.people, game, options)
    assert await play(apart.people, way) > 20
    await judge(apart)


async def test_a_server_dies_in_the_middle_and_its_page_goes_on_when_it_is_back(apart: Scene) -> None:
    options, way = GAMES["waterhole"]
    mia, ben = apart.people
    await at_one_table(apart.people, "waterhole", options)
    await play(apart.people, way, moves=11)
    while not await ben.my_turn():
        await play([mia], way, moves=1)
    await ben.page.evaluate(WATCH)
    visits = [len(person.navigations) for person in apart.people]
    apart.servers[0].kill9()
    await told(ben, way)
    await mia.page.locator("#banner.warn:not([hidden])").wait_for()
    await asyncio.to_thread(apart.servers[0].restart)
    await mia.page.wait_for_function("() => document.title.startsWith('●')")
    await mia.page.locator("#banner.warn:not([hidden])").wait_for(state="detached")
    assert await play(apart.people, way) > 20
    await judge(apart)
    assert not await ben.page.evaluate("() => window.warned"), "the other never stopped"
    assert visits == [len(person.navigations) for person in apart.people], "nobody's page was loaded anew"
