"""What is stored of one guest: to look at, to take along, and to have deleted.

Who goes takes their name and id along, and leaves everybody else's matches as they were.
"""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.rooms.record import stamp
from app.store import seats
from app.store.log import Log
from app.store.tables import chat, guests, match_seats, matches, parted, sessions

Told = dict[str, Any]
STEP = 200  # matches in one transaction, so that moves go on between them
# Longer than any room is kept (app/rooms/clocks.py, Ages): until then somebody who has gone may still sit in one.
REMEMBERED_MS = 90 * 24 * 3_600_000


class Own:
    """One guest's data."""

    def __init__(self, engine: AsyncEngine, log: Log) -> None:
        self._engine = engine
        self._log = log

    async def look(self, guest: str) -> Told:
        """What is known of a guest, in a few words."""
        devices = select(func.count()).where(sessions.c.guest == guest).scalar_subquery()
        played = select(func.count()).where(match_seats.c.guest == guest).scalar_subquery()
        asked = select(guests, devices.label("devices"), played.label("matches")).where(guests.c.id == guest)
        async with self._engine.connect() as connection:
            row = (await connection.execute(asked)).one()
        return {
            "guest": row.id,
            "name": row.name,
            "leaderboard": row.leaderboard,
            "since": stamp(row.created_at),
            "devices": row.devices,
            "matches": row.matches,
        }

    async def matches(self, guest: str) -> list[Told]:
        """The records of all their matches, also of those that no list shows, the oldest first."""
        asked = (
            select(matches.c.record)
            .join_from(match_seats, matches)
            .where(match_seats.c.guest == guest)
            .order_by(match_seats.c.ended_at, match_seats.c.match_id)
        )
        async with self._engine.connect() as connection:
            return [orjson.loads(record) for record in (await connection.execute(asked)).scalars()]

    async def stand_on_leaderboard(self, guest: str, wanted: bool) -> None:
        """Whether this guest wants to."""

        def write(connection: Connection) -> None:
            connection.execute(update(guests).where(guests.c.id == guest).values(leaderboard=wanted))

        await self._log.write(write)

    async def part(self, guest: str, now: int) -> None:
        """Delete a guest: sessions, codes, what they said, the guest; and their name and id in every kept match.

        The first transaction ends who they were; what a process that dies leaves of the rest is done by `go_on`.
        """

        def write(connection: Connection) -> None:
            if connection.execute(select(parted.c.at).where(parted.c.guest == guest)).scalar() is None:
                connection.execute(insert(parted), {"guest": guest, "at": now})
            connection.execute(delete(chat).where(chat.c.guest == guest))
            connection.execute(delete(guests).where(guests.c.id == guest))  # sessions and codes go with it

        await self._log.write(write)
        await self._forget(guest)

    async def go_on(self, now: int) -> None:
        """Take names out that were left in, and forget who went long ago."""
        still_there = select(match_seats.c.seat).where(match_seats.c.guest == parted.c.guest).exists()
        asked = select(parted.c.guest).where(still_there)
        async with self._engine.connect() as connection:
            left = list((await connection.execute(asked)).scalars())
        for guest in left:
            await self._forget(guest)

        def write(connection: Connection) -> None:
            connection.execute(delete(parted).where(parted.c.at < now - REMEMBERED_MS))

        await self._log.write(write)

    async def _forget(self, guest: str) -> None:
        def write(connection: Connection) -> int:
            # In one order, so that several processes that do the same wait for each other, and not in a circle.
            mine = select(match_seats.c.match_id).where(match_seats.c.guest == guest)
            mine = mine.order_by(match_seats.c.match_id).limit(STEP)
            found = list(connection.execute(mine).scalars())
            for match in found:
                seats.rewrite(connection, match, guest, seats.NOBODY, cut=True)
            return len(found)

        while await self._log.write(write):
            pass
