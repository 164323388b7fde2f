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
from typing import Any, Protocol, TypeVar

import structlog
from sqlalchemy import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncEngine

from app.rooms.state import Row
from app.store.batch import Done, Failed, Job, Line, Waiting, store

T = TypeVar("T")
_note = structlog.get_logger()
BATCH = 200


class Log(Protocol):
    """What the hub needs of a log."""

    def append(self, room: str, row: Row, done: Done) -> None:
        """Store a row; `done` is called on the event loop once it is committed, or was refused."""

    def carry_out(self, job: Callable[[Connection], Any], done: Callable[[Any], None]) -> None:
        """Another write in its turn; `done` is called on the event loop with its value, or with the error."""

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Carry out another write. Raises what the job raises."""

    async def start(self) -> None:
        """Begin to write."""

    async def stop(self) -> None:
        """Write what waits, then end."""


class LogBefore:
    """A log in front of another one: all that it does not do itself the other does."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def carry_out(self, job: Callable[[Connection], Any], done: Callable[[Any], None]) -> None:
        self._log.carry_out(job, done)

    async def write(self, job: Callable[[Connection], T]) -> T:
        return await self._log.write(job)

    async def start(self) -> None:
        await self._log.start()

    async def stop(self) -> None:
        await self._log.stop()


def _answer(batch: Sequence[Waiting], answers: Sequence[Any]) -> None:
    for one, answer in zip(batch, answers, strict=True):
        try:
            one.done(answer)
        except Exception as error:  # one room's trouble must not keep the others waiting
            _note.exception("answer_failed", error=type(error).__name__)


def _failed(batch: Sequence[Waiting], error: Exception) -> list[Any]:
    _note.error("store_failed", error=type(error).__name__, waiting=len(batch))
    return [error if isinstance(one, Job) else Failed() for one in batch]


def _room(one: Waiting) -> str:
    return one.room if isinstance(one, Line) else ""


class _Writes:
    """`write` as a future over a job in the queue."""

    def _put(self, one: Waiting) -> None:
        raise NotImplementedError

    def append(self, room: str, row: Row, done: Done) -> None:
        self._put(Line(room, row, done))

    def carry_out(self, job: Callable[[Connection], Any], done: Callable[[Any], None]) -> None:
        self._put(Job(job, done))

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
            batch.sort(key=_room)  # in every process in the same order: two that wait for each other would wait long
            _answer(batch, await self._commit(batch))

    async def _commit(self, batch: list[Waiting], again: bool = True) -> list[Any]:
        """Store a batch. What fails is tried once more, each alone: one of them may be the cause, or the connection was
        lost, and a fresh one may be had.

        A commit whose answer did not come may have happened. A row may be written again then, since its command's id
        is unique and tells what became of it; another write may not.
        """
        committing = False
        try:
            async with self._engine.connect() as connection:
                answers = await connection.run_sync(store, batch)
                committing = True
                await connection.commit()
                return answers
        except Exception as error:  # whatever it is: those who wait are answered, and the next batch is written
            if not again:
                return _failed(batch, error)
            apart = [
                _failed([one], error) if committing and isinstance(one, Job) else await self._commit([one], False)
                for one in batch
            ]
            return [answer for (answer,) in apart]
