"""The key under which addresses are hashed: a file beside a SQLite database; a row of PostgreSQL, for all servers."""

from __future__ import annotations

import secrets
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncEngine

from app.store.tables import keys

ADDRESSES = "addresses"


def own(data: Path) -> bytes:
    """The one in this data folder, made once."""
    path = data / "key"
    if not path.exists():
        data.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(secrets.token_bytes(32))
    return path.read_bytes()


async def shared(engine: AsyncEngine) -> bytes:
    """The one in this PostgreSQL, made once: of servers that start together the first one's."""
    made = {"name": ADDRESSES, "key": secrets.token_bytes(32)}
    async with engine.begin() as connection:
        await connection.execute(postgresql.insert(keys).values(made).on_conflict_do_nothing())
        asked = select(keys.c.key).where(keys.c.name == ADDRESSES)
        return bytes((await connection.execute(asked)).scalar_one())
