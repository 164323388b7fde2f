"""PostgreSQL goes away and comes back: the first write and the first question afterwards do not notice, nothing is
written twice, and a process that hangs in the middle of a transaction holds nobody up for long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, make_url, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.rooms.state import Row
from app.store import database, schema
from app.store.batch import Outcome, Repeated, Stored
from app.store.log import PostgresLog
from app.store.tables import closings
from tests.services import postgres
from tests.services.farewell import Farewell

pytestmark = pytest.mark.pg
OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid != pg_backend_pid() AND datname = current_database()"
)


def row(seq: int, cmd: str) -> Row:
    """A row of no kind in particular."""
    return Row(seq, cmd, 1, "move", None, {})


class Store:
    """A log over an empty database."""

    def __init__(self, url: str, engine: AsyncEngine) -> None:
        self.url = url
        self.engine = engine
        self.log = PostgresLog(engine)

    async def append(self, seq: int, cmd: str) -> Outcome:
        answered: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self.log.append("r", row(seq, cmd), answered.set_result)
        return await answered

    async def asked(self, sentence: str) -> Any:
        """The first value of an answer, by a connection of one's own."""
        engine = database.reader(make_url(self.url))
        try:
            async with engine.connect() as connection:
                return (await connection.execute(text(sentence))).scalar()
        finally:
            await engine.dispose()


@pytest.fixture
async def store(postgres_server: str) -> AsyncIterator[Store]:
    async with postgres.database(postgres_server) as url:
        engine = database.appender(make_url(url))
        async with engine.begin() as connection:
            await connection.run_sync(schema.prepare)
        store = Store(url, engine)
        await store.log.start()
        yield store
        await store.log.stop()
        await engine.dispose()


async def test_the_first_write_after_a_restart_is_stored(store: Store) -> None:
    assert await store.append(1, "a") == Stored()
    await store.asked(OTHERS)
    assert await store.append(2, "b") == Stored(), "lost without anybody having noticed"
    await store.asked(OTHERS)
    await asyncio.sleep(0.1)
    assert await store.append(3, "c") == Stored(), "lost, and noticed"


async def test_a_goodbye_that_is_heard_before_the_end_of_the_connection(postgres_server: str) -> None:
    """Whoever writes goes on, though the connection that was given out was of no use any more."""
    async with postgres.database(postgres_server) as url, Farewell(url).between() as way:
        engine = database.appender(make_url(way.url))
        async with engine.begin() as connection:
            await connection.run_sync(schema.prepare)
        store = Store(way.url, engine)
        await store.log.start()
        assert await store.append(1, "a") == Stored()
        failed: list[str] = []
        event.listen(
            engine.sync_engine,
            "handle_error",
            lambda one: failed.append(type(one.sqlalchemy_exception.orig.__cause__).__name__),
        )
        assert await way.say()
        assert await store.append(2, "b") == Stored()
        assert failed == ["InternalClientError"]
        await store.log.stop()
        await engine.dispose()


async def test_the_first_question_after_a_restart_is_answered(store: Store) -> None:
    reader = database.reader(make_url(store.url))
    try:
        for _ in range(2):
            async with reader.connect() as connection:
                assert (await connection.execute(text("SELECT 1"))).scalar() == 1
            await store.asked(OTHERS)
            await asyncio.sleep(0.1)
    finally:
        await reader.dispose()


async def test_what_may_have_been_stored_is_not_written_twice(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit happened, its answer was lost."""
    honest = AsyncConnection.commit

    async def lost(self: AsyncConnection) -> None:
        await honest(self)
        monkeypatch.undo()
        raise DBAPIError("COMMIT", None, OSError("the answer was lost"), connection_invalidated=True)

    monkeypatch.setattr(AsyncConnection, "commit", lost)
    assert await store.append(1, "a") == Repeated(1)
    assert await store.asked("SELECT count(*) FROM log") == 1

    def close(connection: Connection) -> None:
        connection.execute(insert(closings), {"room_id": f"r{time.monotonic_ns()}"})

    monkeypatch.setattr(AsyncConnection, "commit", lost)
    with pytest.raises(DBAPIError, match="the answer was lost"):
        await store.log.write(close)
    assert await store.asked("SELECT count(*) FROM closings") == 1


async def test_who_hangs_in_a_transaction_holds_nobody_up_for_long(store: Store) -> None:
    hanging = database.appender(make_url(store.url))
    try:
        async with hanging.connect() as connection:
            await connection.execute(
                text("INSERT INTO log (room_id, seq, cmd_id, at, kind, body) VALUES ('r', 1, 'h', 1, 'move', '{}')")
            )
            began = time.monotonic()
            assert await store.append(1, "a") == Stored(), "what hangs was undone"
            assert 0.3 < time.monotonic() - began < 3
            with pytest.raises(DBAPIError):
                await connection.execute(text("SELECT 1"))
            await connection.invalidate()
    finally:
        await hanging.dispose()


async def test_two_servers_that_start_at_once_prepare_an_empty_database_once(postgres_server: str) -> None:
    async with postgres.database(postgres_server) as url:
        engines = [database.reader(make_url(url)) for _ in range(4)]

        async def prepare(engine: AsyncEngine) -> None:
            async with engine.begin() as connection:
                await connection.run_sync(schema.prepare)

        try:
            await asyncio.gather(*(prepare(engine) for engine in engines))
            async with engines[0].connect() as connection:
                assert await connection.run_sync(schema.current) == schema.NEWEST
        finally:
            for engine in engines:
                await engine.dispose()
