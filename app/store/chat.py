"""Chat in the database: the last lines of a room, and adding one. It goes with the room and is in no record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import orjson
from sqlalchemy import Connection, func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.rooms.talk import KEPT, Line
from app.store.log import Log
from app.store.tables import chat


class Chat:
    """What was said, room by room."""

    def __init__(self, engine: AsyncEngine, log: Log) -> None:
        self._engine = engine
        self._log = log

    async def last(self, room: str) -> list[Line]:
        """The last lines of a room, oldest first."""
        asked = select(chat).where(chat.c.room_id == room).order_by(chat.c.n.desc()).limit(KEPT)
        async with self._engine.connect() as connection:
            found = (await connection.execute(asked)).all()
        return [_line(row) for row in reversed(found)]

    async def after(self, room: str, n: int) -> list[Line]:
        """What was said after line n, oldest first."""
        asked = select(chat).where(chat.c.room_id == room, chat.c.n > n).order_by(chat.c.n)
        async with self._engine.connect() as connection:
            return [_line(row) for row in (await connection.execute(asked)).all()]

    async def newest(self, rooms: Sequence[str]) -> dict[str, int]:
        """The number of each room's last line, where there is one."""
        asked = select(chat.c.room_id, func.max(chat.c.n)).where(chat.c.room_id.in_(rooms)).group_by(chat.c.room_id)
        async with self._engine.connect() as connection:
            return {row[0]: row[1] for row in await connection.execute(asked)}

    def add(self, room: str, cmd_id: str, line: Line, done: Callable[[Any], None]) -> None:
        """Store a line under the next number; `done` with the line as it is stored, None where the same command was
        carried out before, or an error."""

        def write(connection: Connection) -> Line | None:
            asked = select(chat.c.n).where(chat.c.room_id == room, chat.c.cmd_id == cmd_id)
            if connection.execute(asked).scalar() is not None:
                return None
            last = connection.execute(select(func.max(chat.c.n)).where(chat.c.room_id == room)).scalar() or 0
            stored = line._replace(n=last + 1)
            values = {"room_id": room, "cmd_id": cmd_id, **stored._asdict(), "body": orjson.dumps(line.body).decode()}
            connection.execute(insert(chat), values)
            return stored

        self._log.carry_out(write, done)


def _line(row: Any) -> Line:
    return Line(row.n, row.at, row.guest, row.name, orjson.loads(row.body))
