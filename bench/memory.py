"""A log that answers at once and writes no row down, for measuring what a move costs without storing it.

It keeps what a log promises: a number has one row, a command is carried out once. Guests and rooms are stored as ever,
since they are looked up in the database.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from sqlalchemy.engine import URL

from app.rooms.state import Row
from app.store import database, schema
from app.store.batch import Done, Repeated, Stored, Taken
from app.store.log import LogBefore, SqliteLog


class _Room:
    """What is known of one room's log: its newest row, and which command became which row."""

    __slots__ = ("carried_out", "head")

    def __init__(self) -> None:
        self.head = 0
        self.carried_out: dict[str, int] = {}


class MemoryLog(LogBefore):
    """See `app.store.log.Log`."""

    def __init__(self, url: URL) -> None:
        self._rooms: dict[str, _Room] = {}
        self._stack = contextlib.ExitStack()
        self._stack.enter_context(contextlib.closing(database.take(Path(url.database or ""))))
        engine = database.writer(url, "NORMAL")
        self._stack.callback(engine.dispose)
        with engine.begin() as connection:
            schema.prepare(connection)
        super().__init__(SqliteLog(engine))

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return sum(len(room.carried_out) for room in self._rooms.values())

    def append(self, room: str, row: Row, done: Done) -> None:
        kept = self._rooms.get(room)
        if kept is None:
            kept = self._rooms[room] = _Room()
        if (seq := kept.carried_out.get(row.cmd_id)) is not None:
            done(Repeated(seq))
        elif row.seq <= kept.head:
            done(Taken())
        else:
            kept.head = row.seq
            kept.carried_out[row.cmd_id] = row.seq
            done(Stored())

    async def stop(self) -> None:
        await super().stop()
        self._stack.close()
