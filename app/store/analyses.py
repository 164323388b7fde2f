"""Analyses of finished matches in the database: asking for one, taking one up, saying how far it is, keeping it.

Several processes may look for work in one PostgreSQL: whoever changes a row first has it, and is heard of with every
step of its work. What nobody has been heard of for a while is taken up by the next one who looks.
"""

from __future__ import annotations

import zlib
from functools import partial
from typing import Any, NamedTuple

import orjson
from sqlalchemy import ColumnElement, Connection, Select, and_, case, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from app.store.log import Log
from app.store.tables import analyses, matches

STALE_MS = 30_000  # whoever was not heard of for so long is not at work any more
TRIES = 3
MOST = 100  # that wait at a time


class Full(Exception):
    """Enough of them wait already."""


class Job(NamedTuple):
    """An analysis that this process works at. `heard_at`: its last sign of life, by which the row is its own."""

    match: str
    tries: int
    heard_at: int


class State(NamedTuple):
    """How far an analysis is: `progress` 0..1, or `body` once it is kept, or `failed` for good."""

    progress: float
    body: bytes | None = None
    failed: bool = False


def _idle(now: int) -> ColumnElement[bool]:
    return or_(analyses.c.taken_at.is_(None), analyses.c.taken_at < now - STALE_MS)


def _again(version: int) -> ColumnElement[bool]:
    """What may be tried (again) by programs that make this version."""
    left = or_(analyses.c.version < version, analyses.c.tries < TRIES)
    return and_(analyses.c.body.is_(None), analyses.c.version <= version, left)


def _open(version: int, now: int) -> ColumnElement[bool]:
    """What waits, or is worked at."""
    return or_(_again(version), and_(analyses.c.body.is_(None), ~_idle(now)))


class Analyses:
    """The analyses that were asked for.

    Args:
        version: which one this program makes. A kept one that is older counts as not asked for.
    """

    def __init__(self, engine: AsyncEngine, log: Log, version: int) -> None:
        self._engine = engine
        self._log = log
        self._version = version

    async def state(self, match: str, now: int) -> State | None:
        """How far the analysis of a match is; None where nobody has asked for it."""
        asked = select(analyses).where(analyses.c.match_id == match.replace("\0", "\ufffd"))
        async with self._engine.connect() as connection:
            row = (await connection.execute(asked)).first()
        return None if row is None else self._state(row, now)

    def _state(self, row: Any, now: int) -> State | None:
        if row.version < self._version:  # one that is not made yet will be made as they are made now
            return State(0) if row.body is None else None
        if row.body is not None:
            return State(1, zlib.decompress(row.body))
        idle = row.taken_at is None or row.taken_at < now - STALE_MS
        if idle and row.tries >= TRIES:
            return State(0, failed=True)
        return State(row.done / row.of if row.of else 0)

    async def ask(self, match: str, now: int) -> bool:
        """Ask for an analysis; once more changes nothing. Whether there is such a match. Raises Full."""

        def write(connection: Connection) -> bool:
            if connection.execute(select(matches.c.id).where(matches.c.id == match)).first() is None:
                return False
            row = connection.execute(select(analyses).where(analyses.c.match_id == match)).first()
            if row is not None and self._state(row, now) is not None:
                return True
            if (connection.execute(self._waiting(now)).scalar() or 0) >= MOST:
                raise Full
            fresh = {"version": self._version, "asked_at": now, "taken_at": None, "tries": 0, "done": 0, "of": 0}
            if row is not None:
                connection.execute(update(analyses).where(analyses.c.match_id == match).values(**fresh, body=None))
                return True
            dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
            asking = dialect.insert(analyses).on_conflict_do_nothing()  # another process was asked at the same moment
            connection.execute(asking, {"match_id": match, **fresh})
            return True

        return await self._log.write(write)

    def _waiting(self, now: int) -> Select[Any]:
        return select(func.count()).select_from(analyses).where(_open(self._version, now))

    async def waiting(self, now: int) -> int:
        """How many wait or are worked at."""
        async with self._engine.connect() as connection:
            return (await connection.execute(self._waiting(now))).scalar() or 0

    async def take(self, now: int) -> Job | None:
        """The job that was asked for first, for this process alone; None where there is none."""
        due = and_(_again(self._version), _idle(now))
        first = select(analyses.c.match_id).where(due).order_by(analyses.c.asked_at, analyses.c.match_id).limit(1)
        tries = case((analyses.c.version < self._version, 1), else_=analyses.c.tries + 1)
        values = {"version": self._version, "taken_at": now, "tries": tries, "done": 0, "of": 0}

        def write(connection: Connection, match: str) -> Job | None:
            # Asked once more with the change: another process may have it by now.
            taking = update(analyses).where(analyses.c.match_id == match, due).values(**values)
            if not connection.execute(taking).rowcount:
                return None
            tried = connection.execute(select(analyses.c.tries).where(analyses.c.match_id == match)).scalar_one()
            return Job(match, tried, now)

        while True:
            async with self._engine.connect() as connection:
                match = (await connection.execute(first)).scalar()
            if match is None:
                return None
            if job := await self._log.write(partial(write, match=match)):
                return job

    async def progress(self, job: Job, done: int, of: int, now: int) -> Job | None:
        """Say that somebody is at work, and how far; None where the job is not theirs any more, or its match gone."""
        later = job._replace(heard_at=max(now, job.heard_at + 1))
        return later if await self._change(job, done=done, of=of, taken_at=later.heard_at) else None

    async def keep(self, job: Job, told: dict[str, Any]) -> bool:
        """Keep what came of it. Whether the job was still theirs."""
        return await self._change(job, body=zlib.compress(orjson.dumps(told)))

    async def fail(self, job: Job) -> None:
        """It did not work: it waits for the next try, and after the last one for nothing."""
        await self._change(job, taken_at=None)

    async def give_back(self, job: Job) -> None:
        """This process does not come to the end of it: it waits as if it had never been tried here."""
        await self._change(job, taken_at=None, tries=job.tries - 1, done=0, of=0)

    async def free(self) -> None:
        """Nobody else is there who could work at any: what was left in the middle waits again."""

        def write(connection: Connection) -> None:
            connection.execute(update(analyses).where(analyses.c.body.is_(None)).values(taken_at=None))

        await self._log.write(write)

    async def _change(self, job: Job, **values: Any) -> bool:
        mine = (analyses.c.match_id == job.match, analyses.c.taken_at == job.heard_at, analyses.c.body.is_(None))

        def write(connection: Connection) -> bool:
            return bool(connection.execute(update(analyses).where(*mine).values(**values)).rowcount)

        return await self._log.write(write)
