"""Guests and their sessions. A session is 32 random bytes in a cookie; only its hash is kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.store.log import Log
from app.store.tables import guests, sessions, transfers

TRANSFER_MS = 5 * 60_000


class Guest(NamedTuple):
    """A browser's identity: a public id and the name it goes by ("" before it has one)."""

    id: str
    name: str


def digest(token: str) -> bytes:
    """What is kept of a session."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


class Guests:
    """Who is who."""

    def __init__(self, engine: AsyncEngine, log: Log, now: Callable[[], int], code: Callable[[], str]) -> None:
        self._engine = engine
        self._log = log
        self._now = now
        self._code = code

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

    def transfer(self, guest: str, done: Callable[[Any], None]) -> None:
        """A one-use code by which another device becomes this guest; an older one of theirs is void from then on.

        Calls `done` with {"code", "until"} (milliseconds since 1970) once it is stored, or with an error.
        """
        self._log.carry_out(self._new_code(guest), done)

    async def code_for(self, guest: str) -> dict[str, Any]:
        """The same for who can wait."""
        return await self._log.write(self._new_code(guest))

    def _new_code(self, guest: str) -> Callable[[Connection], dict[str, Any]]:
        code, until = self._code(), self._now() + TRANSFER_MS

        def write(connection: Connection) -> dict[str, Any]:
            connection.execute(
                delete(transfers).where((transfers.c.guest == guest) | (transfers.c.until < self._now()))
            )
            connection.execute(insert(transfers), {"hash": digest(code), "guest": guest, "until": until})
            return {"code": code.upper(), "until": until}

        return write

    async def named(self, code: str) -> Guest | None:
        """Whose code this is, without using it up; None for a wrong one."""
        asked = (
            select(guests.c.id, guests.c.name)
            .join(transfers, transfers.c.guest == guests.c.id)
            .where(transfers.c.hash == digest(code), transfers.c.until >= self._now())
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(asked)).first()
        return None if row is None else Guest(row.id, row.name)

    async def arrive(self, code: str, token: str) -> Guest | None:
        """Another device has brought a code: it is used up, and the session is its guest's. None for a wrong one."""
        now, kept = self._now(), digest(token)

        def write(connection: Connection) -> Guest | None:
            taken = delete(transfers).where(transfers.c.hash == digest(code), transfers.c.until >= now)
            guest = connection.execute(taken.returning(transfers.c.guest)).scalar()
            if guest is None:
                return None
            name = connection.execute(select(guests.c.name).where(guests.c.id == guest)).scalar()
            connection.execute(delete(sessions).where(sessions.c.hash == kept))
            connection.execute(insert(sessions), {"hash": kept, "guest": guest, "created_at": now})
            return Guest(guest, name or "")

        return await self._log.write(write)

    async def rename(self, guest: str, name: str) -> None:
        """Give a guest another name."""

        def write(connection: Connection) -> None:
            connection.execute(update(guests).where(guests.c.id == guest).values(name=name))

        await self._log.write(write)
