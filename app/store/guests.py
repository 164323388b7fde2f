"""Guests and their sessions. A session is 32 random bytes in a cookie; only its hash is kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.store.log import Log
from app.store.tables import guests, sessions


class Guest(NamedTuple):
    """A browser's identity: a public id and the name it goes by ("" before it has one)."""

    id: str
    name: str


def digest(token: str) -> bytes:
    """What is kept of a session."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


class Guests:
    """Who is who."""

    def __init__(self, engine: AsyncEngine, log: Log, now: Callable[[], int]) -> None:
        self._engine = engine
        self._log = log
        self._now = now

    async def by_session(self, token: str | None) -> Guest | None:
        """The guest of a session, or None. Looked up by hash, so that no comparison gives the token away."""
        if not token or len(token) > 100:
            return None
        asked = (
            select(guests.c.id, guests.c.name)
            .join(sessions, sessions.c.guest == guests.c.id)
            .where(sessions.c.hash == digest(token))
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(asked)).first()
        return None if row is None else Guest(row.id, row.name)

    async def create(self, guest: Guest, token: str) -> None:
        """A new guest with a first session."""
        now, kept = self._now(), digest(token)

        def write(connection: Connection) -> None:
            connection.execute(insert(guests), {"id": guest.id, "name": guest.name, "created_at": now})
            connection.execute(insert(sessions), {"hash": kept, "guest": guest.id, "created_at": now})

        await self._log.write(write)

    async def rename(self, guest: str, name: str) -> None:
        """Give a guest another name."""

        def write(connection: Connection) -> None:
            connection.execute(update(guests).where(guests.c.id == guest).values(name=name))

        await self._log.write(write)
