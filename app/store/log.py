"""The log: appending rows with group commit. A row is answered only after its transaction is committed.

    append(room, row, done)      done(Stored | Taken | Repeated | Failed), on the event loop
    write(job) -> its value      any other write, in the same transaction as the rows that wait

All that waits is committed together, whichever room it belongs to. One room's conflict does not touch the others.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

import orjson
import structlog
from sqlalchemy import Connection, Engine, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.rooms.state import Row
from app.store import history
from app.store.tables import guests, log, secrets

T = TypeVar("T")
_note = structlog.get_logger()
BATCH = 200


@dataclass(frozen=True, slots=True)
class Stored:
    """The row is committed."""


@dataclass(frozen=True, slots=True)
class Taken:
    """Another row has this number: load what is missing and judge again."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """This command was carried out before, as row `seq`."""

    seq: int


@dataclass(frozen=True, slots=True)
class Failed:
    """Nothing was stored: the database cannot be written now."""


Outcome = Stored | Taken | Repeated | Failed
Done = Callable[[Outcome], None]


class Line(NamedTuple):
    """A row that waits."""

    room: str
    row: Row
    done: Done


class Job(NamedTuple):
    """Another write that waits; `done(value or error)`."""

    run: Callable[[Connection], Any]
    done: Callable[[Any], None]


Waiting = Line | Job


class Log(Protocol):
    """What the hub needs of a log."""

    def append(self, room: str, row: Row, done: Done) -> None:
        """Store a row; `done` is called on the event loop once it is committed, or was refused."""

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Carry out another write. Raises what the job raises."""

    async def start(self) -> None:
        """Begin to write."""

    async def stop(self) -> None:
        """Write what waits, then end."""


def store(connection: Connection, batch: Sequence[Waiting]) -> list[Any]:
    """Write a batch inside the connection's transaction. Returns one answer for each that waits, in order."""
    lines = [one for one in batch if isinstance(one, Line)]
    accepted = _insert(connection, lines)
    answers: list[Any] = []
    for one in batch:
        if isinstance(one, Job):
            answers.append(_run(connection, one))
        elif (one.room, one.row.seq, one.row.cmd_id) in accepted:
            _beside(connection, one)
            answers.append(Stored())
        else:
            answers.append(_why(connection, one))
    return answers


def _insert(connection: Connection, lines: Sequence[Line]) -> set[tuple[str, int, str]]:
    if not lines:
        return set()
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(log).on_conflict_do_nothing().returning(log.c.room_id, log.c.seq, log.c.cmd_id)
    values = [
        {
            "room_id": line.room,
            "seq": line.row.seq,
            "cmd_id": line.row.cmd_id,
            "at": line.row.at,
            "kind": line.row.kind,
            "by": line.row.by,
            "body": orjson.dumps(line.row.body).decode(),
        }
        for line in lines
    ]
    return {(row.room_id, row.seq, row.cmd_id) for row in connection.execute(statement, values)}


def _beside(connection: Connection, line: Line) -> None:
    """What belongs to a stored row: its secret, a guest's new name, the copies of a match that ended."""
    row = line.row
    if row.secret is not None:
        body = orjson.dumps(row.secret).decode()
        connection.execute(insert(secrets), {"room_id": line.room, "seq": row.seq, "body": body})
    if row.rename is not None:
        guest, name = row.rename
        connection.execute(update(guests).where(guests.c.id == guest).values(name=name))
    if row.finish is not None:
        history.keep(connection, row.finish(), row.at)


def _why(connection: Connection, line: Line) -> Outcome:
    """Why a row was not accepted: its command was carried out before, or its number is taken."""
    asked = select(log.c.seq).where(log.c.room_id == line.room, log.c.cmd_id == line.row.cmd_id)
    seq = connection.execute(asked).scalar()
    return Taken() if seq is None else Repeated(seq)


def _run(connection: Connection, job: Job) -> Any:
    try:
        with connection.begin_nested():
            return job.run(connection)
    except Exception as error:  # the caller gets it; the others' rows are not its business
        return error


def _answer(batch: Sequence[Waiting], answers: Sequence[Any]) -> None:
    for one, answer in zip(batch, answers, strict=True):
        one.done(answer)


def _failed(batch: Sequence[Waiting], error: Exception) -> list[Any]:
    _note.error("store_failed", error=type(error).__name__, waiting=len(batch))
    return [error if isinstance(one, Job) else Failed() for one in batch]


class _Writes:
    """`write` as a future over a job in the queue."""

    def _put(self, one: Waiting) -> None:
        raise NotImplementedError

    def append(self, room: str, row: Row, done: Done) -> None:
        self._put(Line(room, row, done))

    async def write(self, job: Callable[[Connection], T]) -> T:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def done(value: Any) -> None:
            if future.cancelled():
                return
            if isinstance(value, Exception):
                future.set_exception(value)
            else:
                future.set_result(value)

        self._put(Job(job, done))
        return await future


class SqliteLog(_Writes):
    """One writer connection in one thread; what waits while a commit runs goes into the next one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="log", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    async def stop(self) -> None:
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _put(self, one: Waiting) -> None:
        self._queue.put(one)

    def _collect(self) -> tuple[list[Waiting], bool]:
        """All that waits now, at least one; and whether to go on."""
        batch: list[Waiting] = []
        one = self._queue.get()
        while one is not None:
            batch.append(one)
            if len(batch) >= BATCH:
                return batch, True
            try:
                one = self._queue.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False

    def _serve(self) -> None:
        with self._engine.connect() as connection:
            alive, commits = True, 0
            while alive:
                batch, alive = self._collect()
                if batch:
                    answers = self._commit(connection, batch)
                    assert self._loop is not None  # noqa: S101 - start() ran
                    self._loop.call_soon_threadsafe(_answer, batch, answers)
                    commits += 1
                if not alive or (commits >= 200 and self._queue.empty()):
                    self._checkpoint(connection)
                    commits = 0

    def _commit(self, connection: Connection, batch: list[Waiting]) -> list[Any]:
        try:
            with connection.begin():
                return store(connection, batch)
        except Exception as error:
            if len(batch) == 1:
                return _failed(batch, error)
        # One of them may be the cause: each alone, so that it fails alone.
        return [self._commit(connection, [one])[0] for one in batch]

    def _checkpoint(self, connection: Connection) -> None:
        try:
            raw = connection.connection.dbapi_connection
            if raw is not None:
                raw.execute("PRAGMA wal_checkpoint(PASSIVE)").close()
        except Exception as error:
            _note.warning("checkpoint_failed", error=type(error).__name__)


class PostgresLog(_Writes):
    """The same batches over an asynchronous engine, one transaction at a time."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._queue: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._serve(), name="log")

    async def stop(self) -> None:
        self._queue.put_nowait(None)
        if self._task:
            await self._task

    def _put(self, one: Waiting) -> None:
        self._queue.put_nowait(one)

    async def _serve(self) -> None:
        while (one := await self._queue.get()) is not None:
            batch = [one]
            while len(batch) < BATCH and not self._queue.empty():
                more = self._queue.get_nowait()
                if more is None:
                    self._queue.put_nowait(None)
                    break
                batch.append(more)
            _answer(batch, await self._commit(batch))

    async def _commit(self, batch: list[Waiting]) -> list[Any]:
        try:
            async with self._engine.begin() as connection:
                return await connection.run_sync(store, batch)
        except (SQLAlchemyError, OSError, ValueError, TypeError) as error:
            if len(batch) == 1:
                return _failed(batch, error)
        return [(await self._commit([one]))[0] for one in batch]


def alive(connection: Connection) -> None:
    """Raises when the database cannot be asked."""
    connection.execute(text("SELECT 1"))
