"""What every server does from time to time, done by several over one PostgreSQL: once, and under nobody's feet."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from app import janitor
from app.rooms.clocks import HOUR
from app.store import care
from tests.app.house import House
from tests.app.player import Player, play_out
from tests.app.two import apart, begun, both, same
from tests.services import postgres

pytestmark = [pytest.mark.pg, pytest.mark.timeout(120)]


class Clock:
    """The time of all servers."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


async def count(one: House, what: str) -> Any:
    async with one.look() as connection:
        return (await connection.execute(text(f"SELECT count(*) FROM {what}"))).scalar()  # noqa: S608 - our own words


def knows_nobody(one: House) -> House:
    """As a server that has just started, or has heard nothing for long."""
    one.app.state.rooms.elsewhere._rooms.clear()  # noqa: SLF001 - nobody forgets on demand
    return one


async def test_a_room_with_somebody_on_another_server_does_not_grow_old(postgres_server: str, tmp_path: Path) -> None:
    clock = Clock()
    async with (
        postgres.database(postgres_server) as url,
        both(tmp_path, url, create={"clock": clock}) as two,
    ):
        mia = await Player(two[1].url, "Mia").arrive()
        await mia.enter(await mia.open_room())
        await mia.until(lambda m: m["t"] == "room")
        clock.now += 90 * 24 * HOUR
        assert await knows_nobody(two[0]).app.state.rooms.expire() == 0
        assert (await mia.do("sit", seat=0))["t"] == "ack"
        clock.now += 90 * 24 * HOUR
        bus = two[0].app.state.rooms.bus
        bus._listening = False  # noqa: SLF001 - as while the connection comes back
        assert await knows_nobody(two[0]).app.state.rooms.expire() == 0, "whoever hears nobody cannot know"
        bus._listening = True  # noqa: SLF001
        assert (await mia.do("name", name="Mia M"))["t"] == "ack"
        await mia.gone()


async def test_a_match_with_somebody_on_another_server_is_not_given_up(postgres_server: str, tmp_path: Path) -> None:
    clock = Clock()
    async with (
        postgres.database(postgres_server) as url,
        both(tmp_path, url, create={"clock": clock}) as two,
    ):
        _, (ben, mia) = await apart(two, "Ben", "Mia", deals=1)
        await begun([ben, mia])
        await ben.leave()
        clock.now += 90 * 24 * HOUR
        assert await knows_nobody(two[0]).app.state.rooms.expire() == 0
        await asyncio.sleep(0.2)
        assert await count(two[0], "log WHERE kind = 'end'") == 0
        for player in (mia, ben):
            await player.gone()


async def test_two_servers_that_sweep_at_once_do_it_once(postgres_server: str, tmp_path: Path) -> None:
    clock = Clock()
    async with (
        postgres.database(postgres_server) as url,
        both(tmp_path, url, create={"clock": clock}, keep_matches_days=100) as two,
    ):
        _, over = await apart(two, "Mia", "Ben", deals=1)
        await begun(over)
        await play_out(over)
        _, half = await apart(two, "Zoe", "Lu", deals=1)
        await begun(half)
        for player in (*over, *half):
            await player.leave()

        async def sweep() -> None:
            await asyncio.gather(*(janitor.sweep(one.app.state) for one in two))

        clock.now += 31 * 24 * HOUR
        await sweep()
        await asyncio.sleep(0.5)
        assert await count(two[0], "log WHERE kind = 'end'") == 1, "given up once"
        assert await count(two[0], "matches") == 2
        assert await count(two[0], "rooms") == 1
        async with two[0].look() as connection:  # as of a server that died before it took the names out
            await connection.execute(text("INSERT INTO parted VALUES (:guest, :at)"), {"guest": over[0].guest, "at": 1})
            await connection.commit()
        clock.now += 2 * 24 * HOUR
        await sweep()
        assert await count(two[0], f"match_seats WHERE guest = '{over[0].guest}'") == 0
        assert [await count(two[0], table) for table in ("rooms", "log", "secrets")] == [0, 0, 0]
        clock.now += 100 * 24 * HOUR
        await sweep()
        assert [await count(two[0], table) for table in ("matches", "match_seats")] == [0, 0]
        for player in (*over, *half):
            await player.gone()


async def test_a_room_that_is_to_be_closed_is_closed_by_both_at_once(two: list[House]) -> None:
    code, (mia, ben) = await apart(two, "Mia", "Ben", deals=1)
    await begun([mia, ben])
    assert await two[0].app.state.log.write(lambda connection: care.mark_closing(connection, code))
    for _ in range(50):
        await asyncio.gather(*(janitor.close_marked(one.app.state) for one in two))
        if not await count(two[0], "rooms"):
            break
        await asyncio.sleep(0.05)
    assert [await mia.closed(), await ben.closed()] == [4003, 4003]
    assert [await count(two[0], table) for table in ("rooms", "closings", "log")] == [0, 0, 0]
    assert await count(two[0], "matches") == 1, "broken off, and kept once"
    for player in (mia, ben):
        await player.gone()


async def test_a_code_for_another_device_counts_on_every_server_and_once(two: list[House]) -> None:
    mia = await Player(two[0].url, "Mia").arrive()
    told = (await mia.http.post("/api/guest/code", json={})).json()
    async with same(mia, two[1]) as there:
        there.cookies.clear()
        answers = [await there.post("/api/guest", json={"code": told["code"]}) for _ in range(2)]
    assert answers[0].json() == {"guest": mia.guest, "name": "Mia"}
    assert answers[1].status_code == 400
    await mia.gone()
