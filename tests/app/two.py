"""Two servers over one PostgreSQL: people who sit at one table on both, and who move from one to the other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

from tests.app.house import House, house
from tests.app.player import Player

TOKEN = "t" * 32


@asynccontextmanager
async def both(folder: Path, url: str, **settings: Any) -> AsyncIterator[list[House]]:
    """Two servers over one database, each with a data folder of its own."""
    async with (
        house(folder / "one", url, metrics_token=TOKEN, **settings) as one,
        house(folder / "two", url, metrics_token=TOKEN, **settings) as other,
    ):
        yield [one, other]


async def numbers(one: House) -> dict[str, float]:
    """What a server says of itself to those who run it."""
    async with httpx.AsyncClient(base_url=one.url, headers={"Authorization": f"Bearer {TOKEN}"}) as http:
        lines = (await http.get("/metrics")).text.splitlines()
    return {name: float(value) for name, _, value in (line.partition(" ") for line in lines if line[:1] != "#")}


def same(player: Player, to: House) -> httpx.AsyncClient:
    """This player's session on another server: without TLS the port is part of its name."""
    (session,) = player.http.cookies.values()
    cookies = {f"sid_{urlsplit(to.url).port}": session}
    return httpx.AsyncClient(base_url=to.url, timeout=20, cookies=cookies, headers={"Origin": to.url})


async def moved(player: Player, to: House) -> Player:
    """The same browser on the other server, as behind a load balancer."""
    browser = same(player, to)
    await player.gone()
    player.url, player.http = to.url, browser
    return player


async def apart(houses: list[House], *names: str, game: str = "waterhole", **options: Any) -> tuple[str, list[Player]]:
    """People at one table, each on the next server; nobody has started."""
    people = [await Player(houses[nth % 2].url, name).arrive() for nth, name in enumerate(names)]
    code = await people[0].open_room(game, **options)
    for nth, player in enumerate(people):
        await player.enter(code)
        await player.until(lambda m: m["t"] == "room")
        assert (await player.do("sit", seat=nth))["t"] == "ack"
    return code, people


async def begun(people: list[Player]) -> None:
    """The first deal is laid out, once the host sees everybody."""
    await people[0].until(lambda m: m["t"] == "room" and len([seat for seat in m["seats"] if seat]) >= len(people))
    assert (await people[0].do("start"))["t"] == "ack"
    for player in people:
        await player.until(lambda m: m["t"] == "table")
