"""A PostgreSQL is brought to the newest shape while a server of the shape before goes on: what waits, what does not.

The statements are those of the older program, which knows nothing of what has been added.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from app.store import database, schema
from tests.app.test_admin import run
from tests.services import postgres
from tests.services.server import LiveServer

MOVE = "INSERT INTO log (room_id, seq, cmd_id, at, kind, by, body) VALUES ('r', :n, :id, 5, 'move', 'g', '{}')"
GUEST = "INSERT INTO guests (id, name, created_at) VALUES (:id, 'Mia', 5)"
MATCH = (
    "INSERT INTO matches (id, kind, game, listed, ended_at, record, steps, views) "
    "VALUES (:id, 'play', 'kariba', true, 5, '{}', '', '')"
)
SEAT = (
    "INSERT INTO match_seats (match_id, seat, guest, name, bot, total, won) VALUES (:id, 0, 'g', 'Mia', NULL, 3, true)"
)
READ = "SELECT id, kind, game, listed, ended_at, record FROM matches"


async def old(engine: AsyncEngine, *sentences: str, **values: Any) -> None:
    """What a server of the shape before writes, in one transaction."""
    async with engine.begin() as connection:
        for sentence in sentences:
            await connection.execute(text(sentence), values)


@pytest.mark.pg
async def test_the_older_server_goes_on_before_meanwhile_and_afterwards(postgres_server: str) -> None:
    async with postgres.database(postgres_server) as url:
        engine = create_async_engine(url)
        async with engine.begin() as connection:
            await connection.run_sync(schema.migrate, "0002")
        await old(engine, GUEST, MOVE, id="before", n=1)
        async with engine.connect() as migrating, migrating.begin():
            await migrating.run_sync(schema.migrate, "0003")
            # Not committed yet: moves are stored as ever, what has to do with the changed tables waits.
            await asyncio.wait_for(old(engine, MOVE, id="meanwhile", n=2), 5)
            waiting = [
                asyncio.create_task(old(engine, MATCH, SEAT, id="m_meanwhile")),
                asyncio.create_task(old(engine, GUEST, id="meanwhile")),
            ]
            assert not (await asyncio.wait(waiting, timeout=0.5))[0]
        await asyncio.wait_for(asyncio.gather(*waiting), 10)
        await old(engine, MATCH, SEAT, READ, id="m_afterwards")
        await old(engine, GUEST, MOVE, id="afterwards", n=3)
        async with engine.connect() as connection:
            assert len((await connection.execute(text(READ))).all()) == 2
            unknown = "SELECT count(*) FROM match_seats WHERE name_key = ''"
            assert (await connection.execute(text(unknown))).scalar() == 2, "the older one writes no name to look up"
            assert await connection.run_sync(schema.current) == "0003"
        await engine.dispose()


@pytest.mark.pg
async def test_a_new_table_keeps_the_ends_of_matches_waiting_for_a_moment(postgres_server: str) -> None:
    """`0004`: newcomers and moves go on, what names a match waits until the table is there, and deletes as ever."""
    async with postgres.database(postgres_server) as url:
        engine = create_async_engine(url)
        async with engine.begin() as connection:
            await connection.run_sync(schema.migrate, "0003")
        await old(engine, MATCH, SEAT, id="m_before")
        async with engine.connect() as migrating, migrating.begin():
            await migrating.run_sync(schema.migrate, "0004")
            await asyncio.wait_for(old(engine, GUEST, MOVE, READ, id="meanwhile", n=1), 5)
            waiting = asyncio.create_task(old(engine, MATCH, SEAT, id="m_meanwhile"))
            assert not (await asyncio.wait([waiting], timeout=0.5))[0]
        await asyncio.wait_for(waiting, 10)
        await old(engine, MATCH, SEAT, READ, id="m_afterwards")
        asked = "INSERT INTO analyses VALUES (:id, 1, 5, NULL, 0, 0, 0, NULL)"
        await old(engine, asked, id="m_before")
        for sentence in ("DELETE FROM match_seats WHERE match_id = :id", "DELETE FROM matches WHERE id = :id"):
            await old(engine, sentence, id="m_before")
        async with engine.connect() as connection:
            for table, left in (("matches", 2), ("analyses", 0)):
                assert (await connection.execute(text(f"SELECT count(*) FROM {table}"))).scalar() == left  # noqa: S608
        await engine.dispose()


async def test_an_older_program_does_not_touch_a_newer_database(
    database_url: str, start_server: Callable[..., LiveServer]
) -> None:
    """It says so and ends; a server that ran before goes on (test_operators.py: it is ready still)."""
    server = start_server(database_url)
    server.stop()
    url = database.address(database_url, server.data)
    engine = create_async_engine(url.set(drivername="sqlite+aiosqlite") if database.is_sqlite(url) else url)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await engine.dispose()
    with pytest.raises(RuntimeError, match="comes from a newer Waterside"):
        server.start()
    code, _, said = await run(server.data, "admin", "rooms", database_url=database_url)
    assert (code, said) == (1, "the database comes from a newer Waterside (9999); use that one\n")
