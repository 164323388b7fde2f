"""One job on the database from a program of its own, beside a server or without one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL

from app.store import database, schema

T = TypeVar("T")


def carry_out(url: URL, job: Callable[[Connection], T]) -> T:
    """Carry a job out in one transaction, on a database of the newest shape. A server that runs waits meanwhile."""
    if database.is_sqlite(url):
        return _on_sqlite(url, job)
    return asyncio.run(_on_postgres(url, job))


def _on_sqlite(url: URL, job: Callable[[Connection], T]) -> T:
    engine = database.writer(url, "FULL")
    try:
        with engine.begin() as connection:
            schema.prepare(connection)
            return job(connection)
    finally:
        engine.dispose()


async def _on_postgres(url: URL, job: Callable[[Connection], T]) -> T:
    engine = database.reader(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(schema.prepare)
            return await connection.run_sync(job)
    finally:
        await engine.dispose()
