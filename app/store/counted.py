"""A log that is counted: what is stored, what is not and why, and how long an answer takes."""

from __future__ import annotations

import time

from app.rooms.state import Row
from app.store.batch import Done, Outcome, Repeated, Stored, Taken
from app.store.log import Log, LogBefore
from app.tally import Tally

_WHY: dict[type, str] = {Taken: "conflict", Repeated: "repeated"}


class Counted(LogBefore):
    """See `app.store.log.Log`; every row that goes through is counted."""

    def __init__(self, log: Log, tally: Tally) -> None:
        super().__init__(log)
        self._tally = tally

    def append(self, room: str, row: Row, done: Done) -> None:
        began, tally = time.perf_counter(), self._tally
        tally.waiting += 1

        def answered(outcome: Outcome) -> None:
            tally.waiting -= 1
            try:
                done(outcome)
            finally:
                if type(outcome) is Stored:
                    tally.stored(row, time.perf_counter() - began)
                else:
                    tally.not_stored[_WHY.get(type(outcome), "failed")] += 1

        self._log.append(room, row, answered)
