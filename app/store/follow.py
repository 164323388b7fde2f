"""What others have added to many rooms, read together: what is asked for while a question is under way goes into the
next one. A question costs far more than a row, and a busy neighbour tells of many rooms at once.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import orjson
from sqlalchemy import Integer, RowMapping, Select, String, bindparam, column, func, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncEngine

from app.rooms.state import Row
from app.store.tables import log, secrets

MOST = 500  # rooms in one question


def read(row: RowMapping) -> Row:
    """A row of the log as it was stored, with its secret."""
    secret = row["secret"]
    return Row(
        row["seq"],
        row["cmd_id"],
        row["at"],
        row["kind"],
        row["by"],
        orjson.loads(row["body"]),
        None if secret is None else orjson.loads(secret),
    )


def rows() -> Select[Any]:
    """Rows with their secrets."""
    beside = (secrets.c.room_id == log.c.room_id) & (secrets.c.seq == log.c.seq)
    return select(log, secrets.c.body.label("secret")).outerjoin(secrets, beside).order_by(log.c.room_id, log.c.seq)


_wanted = (
    func.unnest(bindparam("rooms", type_=ARRAY(String)), bindparam("heads", type_=ARRAY(Integer)))
    .table_valued(column("room", String), column("head", Integer), name="wanted")
    .render_derived()
)
_MANY = rows().join_from(log, _wanted, (log.c.room_id == _wanted.c.room) & (log.c.seq > _wanted.c.head))
_ONE = rows().where(log.c.room_id == bindparam("room"), log.c.seq > bindparam("head"))


class Follow:
    """Asks for the rows after a room's newest known one, of all rooms that wait for theirs."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: dict[str, tuple[int, list[asyncio.Future[Sequence[Row]]]]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def after(self, room: str, head: int) -> Sequence[Row]:
        """What was added to a room after row `head`. Raises what the database raises."""
        future: asyncio.Future[Sequence[Row]] = asyncio.get_running_loop().create_future()
        before, others = self._waiting.get(room, (head, []))
        self._waiting[room] = min(head, before), [*others, future]
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask(), name="follow")
        return [row for row in await future if row.seq > head]  # another may have asked from further back

    async def _ask(self) -> None:
        try:
            while self._waiting:
                some = dict(list(self._waiting.items())[:MOST])
                self._waiting = {room: one for room, one in self._waiting.items() if room not in some}
                await self._answer(some)
        finally:
            self._asking = None

    async def _answer(self, some: dict[str, tuple[int, list[asyncio.Future[Sequence[Row]]]]]) -> None:
        found: dict[str, list[Row]] | Exception
        try:
            found = await self._found({room: head for room, (head, _) in some.items()})
        except Exception as error:  # each of those who asked is told
            found = error
        for room, (_, futures) in some.items():
            for future in futures:
                if future.done():
                    continue
                if isinstance(found, Exception):
                    future.set_exception(found)
                else:
                    future.set_result(found[room])

    async def _found(self, heads: dict[str, int]) -> dict[str, list[Row]]:
        by_room = defaultdict[str, list[Row]](list)
        async with self._engine.connect() as connection:
            for asked, values in self._questions(heads):
                for row in (await connection.execute(asked, values)).mappings():
                    by_room[row["room_id"]].append(read(row))
        return by_room

    def _questions(self, heads: dict[str, int]) -> Iterator[tuple[Select[Any], dict[str, Any]]]:
        if self._engine.dialect.name == "postgresql":
            yield _MANY, {"rooms": list(heads), "heads": list(heads.values())}
        else:  # one process alone has nobody to follow, and hardly ever asks
            yield from ((_ONE, {"room": room, "head": head}) for room, head in heads.items())
