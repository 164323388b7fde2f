"""A log that is counted: what is stored, what is not and why, and how long an answer takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection

from app.meter import Meter
from app.rooms.state import Row
from app.store.batch import Done, Outcome, Repeated, Stored, Taken
from app.store.log import Log

T = TypeVar("T")


class Counted:
    """See `app.store.log.Log`; every row that goes through is counted."""

    def __init__(self, log: Log, meter: Meter) -> None:
        self._log = log
        self._meter = meter

    def append(self, room: str, row: Row, done: Done) -> None:
        began, meter = time.perf_counter(), self._meter
        meter.waiting.inc()

        def answered(outcome: Outcome) -> None:
            meter.waiting.dec()
            try:
                done(outcome)
            finally:
                if isinstance(outcome, Stored):
                    meter.stored(row)
                    meter.acks.observe(time.perf_counter() - began)
                else:
                    meter.not_stored(
                        {Taken: "conflict", Repeated: "repeated"}.get(type(outcome), "failed"),
                    )

        self._log.append(room, row, answered)

    def carry_out(self, job: Callable[[Connection], Any], done: Callable[[Any], None]) -> None:
        self._log.carry_out(job, done)

    async def write(self, job: Callable[[Connection], T]) -> T:
        return await self._log.write(job)

    async def start(self) -> None:
        await self._log.start()

    async def stop(self) -> None:
        await self._log.stop()
