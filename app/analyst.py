"""Works at the analyses that were asked for, one at a time and a few steps at a time, in a process of its own of lowest
priority. Steps differ a lot, so a piece has as many as are soon done: that is how far the bar moves at once.

Whoever asks in this process wakes it up. What was asked for elsewhere, or was left in the middle by a process that
died, is found by looking from time to time.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar
from zlib import crc32

import structlog

from app.rooms.record import entries
from app.rooms.thinkers import Thinkers
from app.store import database
from app.store.analyses import TRIES, Analyses, Job
from app.store.history import History
from engine.core.match import Deal, Played
from engine.games import Shelf

T = TypeVar("T")
LOOK_S = 5.0
PIECE_S = 0.3  # what a piece of work should take
STEPS = 8  # that a piece has at most
CLOSE_S = 2.0
_note = structlog.get_logger()
Record = Mapping[str, Any]
Entries = Sequence[Deal | Played]
Part = dict[str, Any]


class Method(Protocol):
    """How a match is analysed (`engine.bots.analysis`); its functions are carried out in another process."""

    @property
    def VERSION(self) -> int:
        """Which analysis comes of it."""

    def known(self, game: str, /) -> bool:
        """Whether matches of this game can be analysed."""

    def judged(
        self, game: str, seats: int, options: Record, entries: Entries, since: int, until: int, seed: int, /
    ) -> list[Part]:
        """What is to be said of the steps [since, until)."""

    def summed(self, parts: Sequence[Part], /) -> Part:
        """All of it together."""


def why_not(record: Record, method: Method, shelf: Shelf) -> str | None:
    """Why a finished match is not analysed; None where it is."""
    game = shelf.get(record["game"])
    if record["result"] != "finished":
        return "result"
    if record["kind"] == "lesson":
        return "kind"
    if game is None or not method.known(record["game"]):
        return "game"
    return None if game.version == record["rules"] else "rules"


def _next(piece: int, took_s: float) -> int:
    """How many steps the next piece has, after one of so many took so long."""
    return max(1, min(STEPS, 2 * piece, int(piece * PIECE_S / max(took_s, 0.001))))


class Analyst:
    """Whoever works at them in this process.

    Attributes:
        waiting: how many waited or were worked at when it looked last.
        kept, failed: how many it has come to the end of, and how many it has given up.
    """

    def __init__(
        self,
        method: Method,
        shelf: Shelf,
        history: History,
        analyses: Analyses,
        thinkers: Thinkers,
        now: Callable[[], int],
    ) -> None:
        self.method = method
        self.waiting = 0
        self.kept = 0
        self.failed = 0
        self._shelf = shelf
        self._history = history
        self._analyses = analyses
        self._thinkers = thinkers
        self._now = now
        self._asked = asyncio.Event()

    def wake(self) -> None:
        """There is something to do."""
        self._asked.set()

    async def run(self, alone: bool) -> None:
        """Until it is cancelled. `alone`: no other process can be at work on this database."""
        while True:
            try:
                if alone:  # so whoever was at work has died
                    await self._analyses.free()
                    alone = False
                await self._look()
            except Exception as error:  # the database, most likely; whatever it is, what waits is tried again
                _note.warning("analyses_wait", error=type(error).__name__)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), LOOK_S)
            self._asked.clear()

    async def _look(self) -> None:
        """Work at all that waits."""
        self.waiting = await self._analyses.waiting(self._now())
        while self.waiting and (job := await self._analyses.take(self._now())):
            await self._try(job)
            self.waiting = await self._analyses.waiting(self._now())

    async def _try(self, job: Job) -> None:
        at_work = [job]
        try:
            if await self._analysed(at_work):
                self.kept += 1
        except database.UNAVAILABLE:  # whoever can reach the database takes it up again
            raise
        except asyncio.CancelledError:
            with contextlib.suppress(TimeoutError, *database.UNAVAILABLE):
                await asyncio.wait_for(self._analyses.give_back(at_work[-1]), CLOSE_S)
            raise
        except Exception as error:  # whatever it is: three tries are enough, and the next match may go
            given_up = job.tries >= TRIES
            if given_up:
                self.failed += 1
                _note.error("analysis_failed", error=type(error).__name__)
            else:
                _note.warning("analysis_tried", error=type(error).__name__)
            await self._analyses.fail(at_work[-1])

    async def _analysed(self, at_work: list[Job]) -> bool:
        """Step by step to its end, in `at_work` with the newest sign of life; False where the match or the job went
        meanwhile."""
        match = at_work[-1].match
        record, kept = await self._history.record(match), await self._history.steps(match)
        if record is None or kept is None:
            return False
        if why := why_not(record, self.method, self._shelf):
            raise ValueError(why)
        dealt = (Deal(one["order"], one["first"]) for one in kept["fairness"]["deals"])
        steps = entries(kept["steps"], dealt)
        seats, options, seed = len(record["seats"]), record["options"], crc32(match.encode())
        parts: list[Part] = []
        piece = 1
        while (since := len(parts)) < len(steps):
            began = time.monotonic()
            given = (record["game"], seats, options, steps, since, min(since + piece, len(steps)), seed)
            parts += await self._worked_out(self.method.judged, *given)
            piece = _next(piece, time.monotonic() - began)
            if (later := await self._analyses.progress(at_work[-1], len(parts), len(steps), self._now())) is None:
                return False
            at_work.append(later)
        whole = await self._worked_out(self.method.summed, parts)
        told = {"match": match, "analysis": self.method.VERSION, "rules": record["rules"], **whole}
        return await self._analyses.keep(at_work[-1], told)

    async def _worked_out(self, job: Callable[..., T], *given: Any) -> T:
        try:
            return await self._thinkers.work_out(job, *given)
        except OSError as error:  # no process, no file of a net: the database is not to blame
            raise RuntimeError from error
