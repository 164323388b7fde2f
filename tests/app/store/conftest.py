"""A log over an empty database, for the tests of the store."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.rooms.state import Row
from app.store import database, schema
from app.store.batch import Outcome
from app.store.log import Log, PostgresLog, SqliteLog
from app.store.tables import log as table


class Store:
    """A log over an empty database, and a way to look into it."""

    def __init__(self, log: Log, reader: AsyncEngine, writer: Any) -> None:
        self.log = log
        self.reader = reader
        self.writer = writer

    def append(self, room: str, row: Row) -> asyncio.Future[Outcome]:
        answered: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self.log.append(room, row, answered.set_result)
        return answered

    async def count(self) -> int:
        async with self.reader.connect() as connection:
            return int((await connection.execute(select(func.count()).select_from(table))).scalar() or 0)


@pytest.fixture
async def store(tmp_path: Path, database_url: str) -> AsyncIterator[Store]:
    url = database.address(database_url, tmp_path)
    async with contextlib.AsyncExitStack() as stack:
        reader = database.reader(url)
        stack.push_async_callback(reader.dispose)
        log: Log
        if database.is_sqlite(url):
            engine = database.writer(url, "FULL")
            stack.callback(engine.dispose)
            with engine.begin() as connection:
                schema.prepare(connection)
            log, writer = SqliteLog(engine), engine
        else:
            async with reader.begin() as pg:
                await pg.run_sync(schema.prepare)
            log, writer = PostgresLog(reader), reader.sync_engine
        await log.start()
        stack.push_async_callback(log.stop)
        yield Store(log, reader, writer)


def row(seq: int, cmd_id: str, **more: Any) -> Row:
    return Row(seq, cmd_id, 1000 + seq, "next", "g_1", {"seat": 0}, **more)
