"""Kill, freeze and restart the parts of a cluster while tables play on, then audit: `make crash CLUSTER=1 KILLS=50`."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from sqlalchemy.engine import make_url

from tests.crash.kills import audit, until
from tests.crash.spread import Made, SpreadTable
from tests.services.cluster import Cluster
from tests.services.server import LiveServer

ROOMS, MOVES = 6, 60
FROZEN_S = 4.0
OTHERS = 5  # after so many kills a process is frozen, and the database is restarted
DEAD_S = 1.0  # a process that was killed is started again after so long; until then the stall is measured
SETTLED_S = 0.6  # the balancer has seen that a process is back


class Blow(NamedTuple):
    """What was done, when, and from when on the next thing might be."""

    kind: str
    at: float
    until: float


class Trial:
    """Tables that play on a cluster while it is beaten."""

    def __init__(self, cluster: Cluster, rooms: int = ROOMS) -> None:
        self.cluster = cluster
        self.tables = [SpreadTable(cluster.url, 2 + nth % 3, nth) for nth in range(rooms)]
        self.blows: list[Blow] = []
        self._stop = asyncio.Event()
        self._playing: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Everybody sits down and plays."""
        for table in self.tables:
            await table.sit_down()
        self._playing = [asyncio.create_task(table.play(self._stop)) for table in self.tables]

    async def end(self) -> dict[str, Any]:
        """Nobody plays any more; the figures."""
        self._stop.set()
        await asyncio.gather(*self._playing)
        try:
            verdict = await audit(make_url(self.cluster.database_url), self.tables)
        finally:
            for table in self.tables:
                await table.leave()
        kinds = [blow.kind for blow in self.blows]
        return {
            "kills": kinds.count("kill"),
            "stops": kinds.count("stop"),
            "database_restarts": kinds.count("database"),
            "rolls": kinds.count("roll"),
            "acked": sum(len(table.acked) for table in self.tables),
            "lost": verdict.lost,
            "doubled": verdict.doubled,
            "gaps": verdict.gaps,
            "stream_mismatches": verdict.mismatches,
            "unspread": self._unspread(),
            **spread_of("stall_ms", self._stalls("kill")),
            **spread_of("stop_mover_ms", self._movers("stop")),
            **spread_of("stop_watchers_ms", self._watchers("stop")),
            **spread_of("database_stall_ms", self._stalls("database")),
            **spread_of("roll_stall_ms", self._stalls("roll")),
            "roll_refused": sum(
                blow.at < at < blow.until
                for blow in self._blows("roll")
                for table in self.tables
                for page in table.pages
                for at in page.refusals
            ),
            "roll_seconds_without_a_move": sum(map(self._still, self._blows("roll"))),
        }

    # --- blows ---------------------------------------------------------------------------------------------------

    async def kill(self, server: LiveServer) -> None:
        """kill -9, and start it again."""

        async def blow() -> None:
            server.process.kill()
            await asyncio.to_thread(server.process.wait)
            await asyncio.sleep(DEAD_S)
            await asyncio.to_thread(server.restart)

        await self._struck("kill", blow)

    async def freeze(self, server: LiveServer, seconds: float = FROZEN_S) -> None:
        """It keeps all its connections and answers nobody for a while."""

        async def blow() -> None:
            server.process.send_signal(signal.SIGSTOP)
            try:
                await asyncio.sleep(seconds)
            finally:
                server.process.send_signal(signal.SIGCONT)

        await self._struck("stop", blow)

    async def restart_database(self) -> None:
        """PostgreSQL dies and comes back."""
        if self.cluster.database is not None:
            restart = self.cluster.database.restart
            await self._struck("database", lambda: asyncio.to_thread(restart))

    async def roll(self) -> None:
        """One after the other is told to end (SIGTERM) and started anew, as for a new version."""
        for server in self.cluster.servers:

            async def blow(server: LiveServer = server) -> None:
                await asyncio.to_thread(server.stop)
                await asyncio.to_thread(server.start)

            await self._struck("roll", blow)

    async def _struck(self, kind: str, blow: Callable[[], Awaitable[None]]) -> None:
        """After enough moves; then everybody plays on, and is spread over both processes again."""
        await self._moves(MOVES)
        at = time.monotonic()
        await blow()
        await asyncio.sleep(SETTLED_S)
        marks = [len(table.made) for table in self.tables]
        await until(
            self.tables,
            self._playing,
            lambda: all(len(t.made) > mark for t, mark in zip(self.tables, marks, strict=True)),
        )
        self.blows.append(Blow(kind, at, time.monotonic()))
        for table in self.tables:
            await table.spread()

    async def _moves(self, more: int) -> None:
        mark = sum(len(table.made) for table in self.tables)
        await until(self.tables, self._playing, lambda: sum(len(t.made) for t in self.tables) >= mark + more)

    # --- figures -------------------------------------------------------------------------------------------------

    def _stalls(self, kind: str) -> list[float]:
        """Of each table and blow: the longest time without an answered move, within a match; of a kill as long as the
        process is dead, since one that starts on the same machine takes its cores."""
        return [
            max(
                (
                    b.answered - a.answered
                    for a, b in pairwise(table.made)
                    if _within(a, b, blow, kind) and a.match == b.match
                ),
                default=0.0,
            )
            for blow in self._blows(kind)
            for table in self.tables
        ]

    def _movers(self, kind: str) -> list[float]:
        """Of each table and blow: the longest time from a move until its answer."""
        return [
            max(one.answered - one.sent for one in table.made if one.answered > blow.at and one.sent < blow.until)
            for blow in self._blows(kind)
            for table in self.tables
        ]

    def _watchers(self, kind: str) -> list[float]:
        """Of each table and blow: from the first move answered afterwards until everybody has seen it."""
        found = []
        for blow in self._blows(kind):
            for table in self.tables:
                first = next(one for one in table.made if one.answered > blow.at)
                seen = [next((at for at, v in page.views if v >= first.v), blow.until) for page in table.pages]
                found.append(max(max(seen) - blow.at, 0.0))
        return found

    def _still(self, blow: Blow) -> int:
        """Seconds in which nobody at any table has moved."""
        moved = {int(one.answered - blow.at) for table in self.tables for one in table.made if one.answered >= blow.at}
        return len(set(range(int(blow.until - blow.at))) - moved)

    def _unspread(self) -> int:
        """How often a kill hit all sockets of a table or none: its players were not on both processes."""
        return sum(
            sum(any(blow.at <= cut < blow.at + 1 for cut in page.cuts) for page in table.pages) in (0, len(table.pages))
            for blow in self._blows("kill")
            for table in self.tables
        )

    def _blows(self, kind: str) -> list[Blow]:
        return [blow for blow in self.blows if blow.kind == kind]


def _within(a: Made, b: Made, blow: Blow, kind: str) -> bool:
    until = blow.at + DEAD_S if kind == "kill" else blow.until
    return b.answered > blow.at and a.answered < until


def spread_of(name: str, seconds: Sequence[float]) -> dict[str, int]:
    """Milliseconds: the middle one, the 95th of 100, the longest."""
    if not seconds:
        return {}
    ranked = sorted(1000 * one for one in seconds)
    return {
        f"{name}_p50": round(ranked[len(ranked) // 2]),
        f"{name}_p95": round(ranked[int(0.95 * (len(ranked) - 1))]),
        f"{name}_max": round(ranked[-1]),
    }


WRONG = ("lost", "doubled", "gaps", "stream_mismatches", "roll_refused", "races_lost")


async def crash(cluster: Cluster, kills: int, rooms: int = ROOMS, others: int = OTHERS) -> dict[str, Any]:
    """So many kills of alternating processes, between them the other blows, and a rolling restart; the figures."""
    trial = Trial(cluster, rooms)
    await trial.begin()
    for nth in range(kills):
        await trial.kill(cluster.servers[nth % 2])
        if nth % others == others - 1:
            await trial.freeze(cluster.servers[nth // others % 2])
            await trial.restart_database()
    await trial.roll()
    return await trial.end()
