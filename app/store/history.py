"""Finished matches: keeping their copies, and looking them up."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Connection, Select, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.rooms.record import Finish
from app.store import lookup, seats
from app.store.lookup import Filter
from app.store.tables import match_seats, matches

Record = dict[str, Any]
NEWS = "news"  # beside the viewers' names, in what is packed of them; matches that were kept earlier have none
EVERYTHING = Filter()


class BadCursor(ValueError):
    """A cursor that this page did not hand out."""


def keep(connection: Connection, finish: Finish, ended_at: int) -> None:
    """Write the copies of a finished match, in the transaction of the row that ended it."""
    record = seats.without_parted(connection, finish.record)
    match, of_match = rows(replace(finish, record=record), ended_at)
    connection.execute(insert(matches), match)
    connection.execute(insert(match_seats), of_match)


def rows(
    finish: Finish, ended_at: int, squeeze: Callable[[bytes], bytes] = zlib.compress
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The row of a finished match, and one row a seat."""
    record = dict(finish.record)
    steps = {"steps": record.pop("steps"), "fairness": record.pop("fairness")}
    match = {
        "id": record["match"],
        "kind": record["kind"],
        "game": record["game"],
        "listed": finish.listed,
        "ended_at": ended_at,
        "result": record["result"],
        "seats": len(record["seats"]),
        "bots": sum(seat["bot"] is not None for seat in record["seats"]),
        "variant": seats.variant(record["options"]),
        "record": orjson.dumps(record).decode(),
        "steps": squeeze(orjson.dumps(steps)),
        "views": squeeze(orjson.dumps({**finish.views, NEWS: finish.news} if finish.news else finish.views)),
    }
    return match, seats.rows(record, finish.views["watch"], finish.listed, ended_at)


def take_in(connection: Connection, finish: Finish, ended_at: int) -> bool | None:
    """Keep a match that comes from a file; False where it is kept already, None where another one has its id."""
    row = connection.execute(select(matches).where(_named(finish.record["match"]))).first()
    if row is not None:
        return False if _whole(row) == finish else None
    keep(connection, finish, ended_at)
    return True


def _unpack(packed: bytes) -> Any:
    return orjson.loads(zlib.decompress(packed))


def _parted(packed: bytes) -> tuple[Record, Record]:
    """Each viewer's views, and their news."""
    views = _unpack(packed)
    return views, views.pop(NEWS, {})


def _whole(row: Any) -> Finish:
    """All that `keep` took."""
    views, news = _parted(row.views)
    return Finish({**orjson.loads(row.record), **_unpack(row.steps)}, views, row.listed, news)


def cursor_of(ended_at: int, match: str) -> str:
    """Where a page ended: what comes after it is older than this match."""
    return f"{ended_at}.{match}"


def read_cursor(cursor: str) -> tuple[int, str]:
    """Raises BadCursor."""
    at, dot, match = cursor.partition(".")
    if not (
        dot and match and at.isascii() and at.isdigit() and len(at) < 16 and len(match) <= 32 and "\0" not in match
    ):
        raise BadCursor(cursor[:60])
    return int(at), match


def _named(match: str) -> ColumnElement[bool]:
    # PostgreSQL's text holds no NUL, and refuses to be asked for one.
    return matches.c.id == match.replace("\0", "\ufffd")


class History:
    """Questions about finished matches."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def page(
        self, limit: int, cursor: str | None = None, asked: Filter = EVERYTHING
    ) -> tuple[list[Record], str | None]:
        """Listed matches, newest first, and the cursor of the next page. Raises BadCursor."""
        after = None if cursor is None else read_cursor(cursor)
        rows = await self._all(lookup.page(asked, limit + 1, after, await self._lead(asked)))
        more = len(rows) > limit
        shown = rows[:limit]
        following = cursor_of(shown[-1].ended_at, shown[-1].id) if more else None
        kept = await self._all(
            select(matches.c.id, matches.c.record).where(matches.c.id.in_([row.id for row in shown]))
        )
        records = {row.id: orjson.loads(row.record) for row in kept}
        return [records[row.id] for row in shown if row.id in records], following

    async def _lead(self, asked: Filter) -> str:
        """Of two people who are named: the one with fewer matches."""
        if asked.player is None or asked.opponent is None:
            return "player"
        many = [(await self._one(lookup.how_many(who)))[0] for who in (asked.player, asked.opponent)]
        return "opponent" if many[1] < many[0] else "player"

    async def record(self, match: str) -> Record | None:
        """A record without its steps and fairness; None where there is no such finished match."""
        row = await self._one(select(matches.c.record).where(_named(match)))
        return None if row is None else orjson.loads(row.record)

    async def steps(self, match: str) -> Record | None:
        """{"steps", "fairness"} of a record."""
        row = await self._one(select(matches.c.steps).where(_named(match)))
        return None if row is None else _unpack(row.steps)

    async def told(self, match: str) -> tuple[Record, Record] | None:
        """Every step's view and news of every viewer; no news where the match was kept without them."""
        row = await self._one(select(matches.c.views).where(_named(match)))
        return None if row is None else _parted(row.views)

    async def whole(self, match: str) -> tuple[Finish, int] | None:
        """All that is kept of a match, as `keep` took it, and when it ended."""
        row = await self._one(select(matches).where(_named(match)))
        return None if row is None else (_whole(row), row.ended_at)

    async def _all(self, asked: Select[Any]) -> list[Any]:
        async with self._engine.connect() as connection:
            return list((await connection.execute(asked)).all())

    async def _one(self, asked: Select[Any]) -> Any:
        async with self._engine.connect() as connection:
            return (await connection.execute(asked)).first()
