"""Rooms in the database: making them, finding them by code, and reading their log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.rooms.state import Row
from app.store import follow
from app.store.follow import Follow
from app.store.log import Log
from app.store.tables import chat, closings, log, rooms, secrets


class Known(NamedTuple):
    """A room by its codes."""

    id: str
    code: str
    say: str


class NewRoom(NamedTuple):
    """A room to be made. `key`: the one-time key of its maker; `address`: keyed hash of where it was asked from."""

    id: str
    code: str
    say: str
    made_by: str
    key: str
    address: bytes
    row: Row


class TooMany(Exception):
    """This address has made enough rooms for now."""


class Full(Exception):
    """There are as many rooms as the house may keep."""


class Rooms:
    """The rooms that are stored."""

    def __init__(self, engine: AsyncEngine, writes: Log) -> None:
        self._engine = engine
        self._log = writes
        self._follow = Follow(engine)

    async def make(self, new: NewRoom, per_hour: int, most: int) -> Known:
        """Store a room with its first row; the same maker's same key gives the same room. Raises TooMany, Full."""

        def write(connection: Connection) -> Known:
            asked = select(rooms.c.id, rooms.c.code, rooms.c.say).where(
                rooms.c.made_by == new.made_by, rooms.c.made_with == new.key
            )
            if before := connection.execute(asked).first():
                return Known(*before)
            recent = select(func.count()).where(
                rooms.c.address == new.address, rooms.c.created_at > new.row.at - 3_600_000
            )
            if (connection.execute(recent).scalar() or 0) >= per_hour:
                raise TooMany
            if (connection.execute(select(func.count()).select_from(rooms)).scalar() or 0) >= most:
                raise Full
            connection.execute(
                insert(rooms),
                {
                    "id": new.id,
                    "code": new.code,
                    "say": new.say,
                    "made_by": new.made_by,
                    "made_with": new.key,
                    "address": new.address,
                    "created_at": new.row.at,
                },
            )
            row = new.row
            connection.execute(
                insert(log),
                {
                    "room_id": new.id,
                    "seq": row.seq,
                    "cmd_id": row.cmd_id,
                    "at": row.at,
                    "kind": row.kind,
                    "by": row.by,
                    "body": orjson.dumps(row.body).decode(),
                },
            )
            if row.secret is not None:
                body = orjson.dumps(row.secret).decode()
                connection.execute(insert(secrets), {"room_id": new.id, "seq": row.seq, "body": body})
            return Known(new.id, new.code, new.say)

        return await self._log.write(write)

    async def find(self, code: str) -> Known | None:
        """The room with this link code."""
        return await self._known(rooms.c.code == code)

    async def of_guest(self, guest: str, since: int, most: int = 20) -> list[Known]:
        """The rooms in which a guest has done something since then, the latest first."""
        latest = func.max(log.c.at)
        theirs = select(log.c.room_id).where(log.c.by == guest, log.c.at >= since).group_by(log.c.room_id)
        asked = theirs.order_by(latest.desc()).limit(most).subquery()
        known = select(rooms.c.id, rooms.c.code, rooms.c.say).join(asked, asked.c.room_id == rooms.c.id)
        async with self._engine.connect() as connection:
            return [Known(*row) for row in (await connection.execute(known)).all()]

    async def idle(self, before: int, most: int = 200) -> list[tuple[Known, int]]:
        """Rooms whose last row is older than this, with its time; the oldest first."""
        last = func.max(log.c.at)
        asked = (
            select(rooms.c.id, rooms.c.code, rooms.c.say, last)
            .join(log, log.c.room_id == rooms.c.id)
            .group_by(rooms.c.id, rooms.c.code, rooms.c.say)
            .having(last < before)
            .order_by(last)
            .limit(most)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(asked)).all()
        return [(Known(row[0], row[1], row[2]), row[3]) for row in found]

    async def delete(self, room: str, seen: int) -> bool:
        """Forget a room, its log, secrets and chat, unless it has got a row since then. Finished matches stay."""

        def write(connection: Connection) -> bool:
            last = connection.execute(select(func.max(log.c.at)).where(log.c.room_id == room)).scalar()
            if last is not None and last > seen:
                return False
            for table in (chat, secrets, log):
                connection.execute(delete(table).where(table.c.room_id == room))
            connection.execute(delete(rooms).where(rooms.c.id == room))
            return True

        return await self._log.write(write)

    async def marked(self) -> list[Known]:
        """Rooms that whoever runs the server wants closed (`app.store.care`)."""
        asked = select(rooms.c.id, rooms.c.code, rooms.c.say).join(closings, closings.c.room_id == rooms.c.id)
        async with self._engine.connect() as connection:
            return [Known(*row) for row in (await connection.execute(asked)).all()]

    async def find_said(self, say: str) -> Known | None:
        """The room with this code said aloud."""
        return await self._known(rooms.c.say == say)

    async def _known(self, where: Any) -> Known | None:
        asked = select(rooms.c.id, rooms.c.code, rooms.c.say).where(where)
        async with self._engine.connect() as connection:
            row = (await connection.execute(asked)).first()
        return None if row is None else Known(*row)

    async def rows(self, room: str) -> Sequence[Row]:
        """A room's log from its last `start` row, or from the beginning."""
        last = select(func.max(log.c.seq)).where(log.c.room_id == room, log.c.kind == "start").scalar_subquery()
        asked = follow.rows().where(log.c.room_id == room, log.c.seq >= func.coalesce(last, 0))
        async with self._engine.connect() as connection:
            return [follow.read(row) for row in (await connection.execute(asked)).mappings()]

    async def rows_after(self, room: str, head: int) -> Sequence[Row]:
        """What was added after row `head`."""
        return await self._follow.after(room, head)

    async def heads(self, rooms_: Sequence[str]) -> dict[str, int]:
        """The last row of each of these rooms; of one that is gone, none."""
        asked = select(log.c.room_id, func.max(log.c.seq)).where(log.c.room_id.in_(rooms_)).group_by(log.c.room_id)
        async with self._engine.connect() as connection:
            return {row[0]: row[1] for row in await connection.execute(asked)}

    async def carried_out(self, room: str, cmd_id: str) -> int | None:
        """The row that carried out a command, if it was."""
        asked = select(log.c.seq).where(log.c.room_id == room, log.c.cmd_id == cmd_id)
        async with self._engine.connect() as connection:
            return (await connection.execute(asked)).scalar()
