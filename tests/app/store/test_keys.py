"""The key under which addresses are hashed: made once, one for all servers of a PostgreSQL, told to nobody."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from app.store import database, keys, schema
from tests.app.house import House, house
from tests.app.player import Player, play_out, started
from tests.app.two import both
from tests.doors import sinks
from tests.services import postgres


async def test_a_server_that_starts_again_has_the_same_one(tmp_path: Path, database_url: str) -> None:
    made = []
    for _ in range(2):
        async with house(tmp_path, database_url) as running:
            made.append(running.app.state.key)
            async with running.look() as connection:
                kept = list((await connection.execute(text("SELECT key FROM keys"))).scalars())
    assert made[0] == made[1]
    assert len(made[0]) == 32
    assert kept == ([made[0]] if database_url else [])
    file = tmp_path / "key"
    assert file.exists() != bool(database_url)
    assert not file.exists() or (file.read_bytes(), file.stat().st_mode & 0o077) == (made[0], 0)


@pytest.mark.pg
async def test_servers_that_start_together_migrate_once_and_have_one_key(postgres_server: str) -> None:
    async with postgres.database(postgres_server) as url:
        engines = [database.reader(database.address(url, Path())) for _ in range(6)]

        async def start(nth: int) -> bytes:
            async with engines[nth].begin() as connection:
                await connection.run_sync(schema.prepare)
            return await keys.shared(engines[nth])

        made = await asyncio.gather(*map(start, range(len(engines))))
        assert len(set(made)) == 1
        for engine in engines:
            await engine.dispose()


@pytest.mark.pg
async def test_two_servers_count_the_rooms_of_one_address_together(postgres_server: str, tmp_path: Path) -> None:
    async with postgres.database(postgres_server) as url, both(tmp_path, url, rooms_per_hour=3) as houses:
        people = [await Player(one.url, "Mia").arrive() for one in houses]
        answers = [
            (
                await people[nth % 2].http.post(
                    "/api/rooms", json={"game": "waterhole", "options": {}, "key": f"one-time-{nth}"}
                )
            )
            for nth in range(5)
        ]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
        for player in people:
            await player.gone()


async def test_nobody_is_told_it(served: House) -> None:
    people = await started(served.url, "Mia", "Ben", deals=1)
    await play_out(people)
    told = {
        **await sinks.asked(served.app, people, people[0].table["match"]),
        **await sinks.stored(served, but=("keys",)),
        **sinks.frames(people),
    }
    assert len(told) > 60
    key = sinks.raw_secret("key", served.app.state.key)
    assert sinks.found([key], told) == []
    assert sinks.found([key], {**told, "planted": b"a" + served.app.state.key}) == ["key in planted"]
    for player in people:
        await player.gone()
