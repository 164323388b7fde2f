"""Who thinks for the bots: quick ones at once, strong ones in processes of low priority, so that no room waits for
another room's bot. A deadline is only a breaker: then the quick level moves, and it is counted.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, NamedTuple, TypeVar

import structlog

from app.rooms.thinking import Question
from engine import bots
from engine.bots import Bots

_note = structlog.get_logger()
T = TypeVar("T")
# What is thought about in another process: what takes long, or loads numpy.
SLOW = frozenset(
    {("waterhole", "expert"), ("kariba", "expert"), ("seven_waters", "hard"), ("seven_waters", "expert")},
)
QUICK = "medium"  # who moves where a strong one does not come to an end
LOW, LOWEST = 10, 19  # niceness: of bots, whom people wait for, and of work that nobody waits for at a table
ORPHAN_S = 2.0


class Thought(NamedTuple):
    """A move; `fell_back`: by the quick level, since the strong one took too long."""

    move: Mapping[str, Any]
    fell_back: bool = False


Done = Callable[[Thought], None]


def answer(question: Question, known: Bots) -> Mapping[str, Any]:
    """The move, thought out here and now."""
    return bots.choose(*question, known)


def _answer(question: Question) -> Mapping[str, Any]:
    return answer(question, bots.BOTS)


def _settle(parent: int, low: int) -> None:
    """A thinking process gives way to everybody, and ends with the server, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is loaded, which is later
    with contextlib.suppress(AttributeError, OSError):  # Windows knows no niceness
        os.nice(low)
    threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(ORPHAN_S)
    os._exit(0)


class Thinkers:
    """Bots at work.

    Attributes:
        asked, fell_back: how many moves strong levels were asked for, and how many the quick one made instead.
        waiting: how many are thought about now.
    """

    def __init__(
        self,
        known: Bots,
        workers: int,
        breaker_ms: int,
        slow: frozenset[tuple[str, str]] = SLOW,
        low: int = LOW,
    ) -> None:
        self.asked = 0
        self.fell_back = 0
        self.waiting = 0
        self._bots = known
        self._workers = workers
        self._breaker = breaker_ms / 1000
        self._slow = slow
        self._low = low
        self._pool: ProcessPoolExecutor | None = None

    def at_most(self, game: str, level: str) -> int:
        """How long (ms) this level may think; 0: it answers at once."""
        ours = self._bots.get(game) is bots.BOTS.get(game)  # one that came from outside is known in this process only
        return round(self._breaker * 1000) if ours and (game, level) in self._slow else 0

    def ask(self, question: Question, done: Done) -> None:
        """Think about it; `done` with the thought, at once for a quick level, else later on the event loop."""
        if not self.at_most(question.game, question.level):
            done(Thought(answer(question, self._bots)))
            return
        self.asked += 1
        self.waiting += 1
        loop = asyncio.get_running_loop()
        asked: list[asyncio.Future[Mapping[str, Any]]] = []

        def late() -> None:
            end(None)
            for one in asked:  # what nobody waits for any longer does not keep the next ones waiting
                one.cancel()

        open_ = [loop.call_later(self._breaker, late)]

        def end(found: asyncio.Future[Mapping[str, Any]] | None) -> None:
            if not open_:
                return
            open_.pop().cancel()
            self.waiting -= 1
            done(self._thought(question, found))

        try:
            asked.append(asyncio.wrap_future(self._start().submit(_answer, question)))
            asked[0].add_done_callback(end)
        except (BrokenProcessPool, RuntimeError, OSError) as error:
            _note.error("bots_failed", error=type(error).__name__)
            self._pool = None
            loop.call_soon(partial(end, None))

    def _thought(self, question: Question, found: asyncio.Future[Mapping[str, Any]] | None) -> Thought:
        error = found.exception() if found is not None and not found.cancelled() else None
        if found is not None and not found.cancelled() and error is None:
            return Thought(found.result())
        if error is not None:
            _note.error("bots_failed", error=type(error).__name__)
            if isinstance(error, BrokenProcessPool):
                self._pool = None
        self.fell_back += 1
        return Thought(answer(question._replace(level=QUICK), self._bots), fell_back=True)

    async def work_out(self, job: Callable[..., T], *given: Any) -> T:
        """The value of a plain function, worked out in one of these processes; it takes its turn, and nobody else
        answers instead. Raises what the function raises, and BrokenProcessPool where its process died."""
        pool = self._start()
        try:
            return await asyncio.wrap_future(pool.submit(job, *given))
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise

    def _start(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, context, _settle, (os.getpid(), self._low))
        return self._pool

    def close(self) -> None:
        """No more thoughts."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
