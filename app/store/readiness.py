"""Whether the database can be asked, and whether it has the shape that this program needs."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncEngine

from app.store import database, schema

WITHIN_S = 3.0


class Found(NamedTuple):
    """What a look at the database found.

    Attributes:
        database: whether it answered. migrations: whether it has at least the shape that this program needs. A newer
            one will do: while servers are replaced one by one, the old ones go on with what the new ones have added.
        shape: its revision, None for an empty one. error: the kind of what went wrong, "" where nothing did.
        server: the first number of the version of the database's own program.
    """

    database: bool
    migrations: bool
    shape: str | None = None
    error: str = ""
    server: int = 0


async def look(engine: AsyncEngine, within: float = WITHIN_S) -> Found:
    """Ask for the revision. A database that does not answer in time is as good as none."""
    try:
        async with asyncio.timeout(within), engine.connect() as connection:
            shape = await connection.run_sync(schema.current)
            server = int((connection.dialect.server_version_info or (0,))[0])
    except (*database.UNAVAILABLE, TimeoutError) as error:
        return Found(False, False, error=type(error).__name__)
    return Found(True, shape is not None and shape >= schema.NEWEST, shape, server=server)
