"""Many rooms on several processes and databases, simulated from what a move was measured to cost. Pure.

A room's people think, then one moves. The move is judged by the process that holds the mover's socket, waits for that
process's next commit, is carried out there and, after a hint, in every other process where somebody of the room sits.
Processes are one core each and do one thing after the other; a database has so many cores, and its disk.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

SEATS = 4
BATCH = 200


class Costs(NamedTuple):
    """Times in ms.

    Attributes:
        judge, tell: of a move in the mover's process, before it is stored and afterwards; socket: more for each viewer.
        follow: of a move in another process where somebody of the room sits, viewers not included.
        commit, row: of a database core, for a transaction and for each row in it; look: for a row that is read there.
        disk: until a transaction is on the disk; hint: until another process has heard.
    """

    judge: float
    tell: float
    socket: float
    follow: float
    commit: float
    row: float
    look: float
    disk: float
    hint: float


class House(NamedTuple):
    """What there is.

    Attributes:
        rooms: tables of four at which somebody plays. think_s: mean time until the next move, exponential.
        processes: one core each, shared out among the databases; databases: by room; cores: of each of them.
        together: how likely the balancer brings a player to the room's first process (1: by the room's code).
    """

    rooms: int
    think_s: float
    processes: int
    databases: int
    cores: int
    together: float = 0.0


class Result(NamedTuple):
    """What came of it.

    Attributes:
        moves: a second. p50, p99: ms from a move sent until the last of its room's sockets has been written to.
        busy, database_busy: share of the processors' time; rows: a commit.
    """

    moves: float
    p50: float
    p99: float
    busy: float
    database_busy: float
    rows: float


class _Move:
    """A move on its way. `left`: processes that have not told it yet."""

    __slots__ = ("home", "left", "others", "room", "sent", "sockets")

    def __init__(self, room: int, sent: float, home: int, sockets: int, others: dict[int, int]) -> None:
        self.room, self.sent, self.home, self.sockets, self.others = room, sent, home, sockets, others
        self.left = 1 + len(others)


def simulate(house: House, costs: Costs, seconds: float, warm: float, seed: int = 1) -> Result:
    """So many seconds, the first ones not counted."""
    return _World(house, costs, random.Random(seed)).run(seconds, warm)


class _World:
    def __init__(self, house: House, costs: Costs, chance: random.Random) -> None:
        self.house, self.costs, self.chance = house, costs, chance
        self.each = house.processes // house.databases
        self.free = [0.0] * house.processes
        self.cores = [[0.0] * house.cores for _ in range(house.databases)]
        self.waiting: list[list[_Move]] = [[] for _ in range(house.processes)]
        self.committing = [False] * house.processes
        self.events: list[tuple[float, int, int, Any]] = []
        self.nth = 0
        self.took: list[float] = []
        self.spent = self.spent_there = 0.0
        self.commits = self.rows = 0
        self.seats = [self._placed(room) for room in range(house.rooms)]

    def _placed(self, room: int) -> Sequence[int]:
        """Each seat's process, all of them on the room's database."""
        first = (room % self.house.databases) * self.each
        home = first + self.chance.randrange(self.each)
        return [
            home if self.chance.random() < self.house.together else first + self.chance.randrange(self.each)
            for _ in range(SEATS)
        ]

    def _at(self, when: float, kind: int, what: Any) -> None:
        self.nth += 1
        heapq.heappush(self.events, (when, self.nth, kind, what))

    def _work(self, now: float, process: int, ms: float) -> float:
        """A process does something as soon as it can; when it has."""
        end = max(now, self.free[process]) + ms / 1000
        self.free[process] = end
        self.spent += ms / 1000
        return end

    def _ask(self, now: float, process: int, ms: float) -> float:
        """The database does something on the core that is free first."""
        cores = self.cores[process // self.each]
        end = max(now, cores[0]) + ms / 1000
        heapq.heapreplace(cores, end)
        self.spent_there += ms / 1000
        return end

    def run(self, seconds: float, warm: float) -> Result:
        for room in range(self.house.rooms):
            self._at(self._thought(), 0, room)
        steps: tuple[Callable[[float, Any, bool], None], ...]
        steps = (self._sent, self._judged, self._committed, self._told, self._heard, self._followed)
        while self.events:
            now, _, kind, what = heapq.heappop(self.events)
            if now > warm + seconds:
                break
            steps[kind](now, what, now >= warm)
        took = sorted(self.took)
        whole = warm + seconds
        return Result(
            len(took) / seconds,
            took[len(took) // 2],
            took[len(took) * 99 // 100],
            self.spent / whole / self.house.processes,
            self.spent_there / whole / self.house.cores / self.house.databases,
            self.rows / max(1, self.commits),
        )

    def _thought(self) -> float:
        return self.chance.expovariate(1 / self.house.think_s)

    # --- what happens to a move, in order ------------------------------------------------------------------------

    def _sent(self, now: float, room: int, counts: bool) -> None:
        seats = self.seats[room]
        home = seats[self.chance.randrange(SEATS)]
        others = {process: seats.count(process) for process in set(seats) - {home}}
        self._at(self._work(now, home, self.costs.judge), 1, _Move(room, now, home, seats.count(home), others))

    def _judged(self, now: float, move: _Move, counts: bool) -> None:
        self.waiting[move.home].append(move)
        self._commit(now, move.home)

    def _commit(self, now: float, process: int) -> None:
        if self.committing[process] or not self.waiting[process]:
            return
        batch, self.waiting[process] = self.waiting[process][:BATCH], self.waiting[process][BATCH:]
        self.committing[process] = True
        self.commits += 1
        self.rows += len(batch)
        done = self._ask(now, process, self.costs.commit + self.costs.row * len(batch)) + self.costs.disk / 1000
        self._at(done, 2, (process, batch))

    def _committed(self, now: float, what: Any, counts: bool) -> None:
        process, batch = what
        self.committing[process] = False
        for move in batch:
            self._at(self._work(now, process, self.costs.tell + self.costs.socket * move.sockets), 3, move)
        self._commit(now, process)

    def _told(self, now: float, move: _Move, counts: bool) -> None:
        for process, sockets in move.others.items():
            self._at(now + self.costs.hint / 1000, 4, (move, process, sockets))
        self._at(now + self._thought(), 0, move.room)
        self._over(now, move, counts)

    def _heard(self, now: float, what: Any, counts: bool) -> None:
        move, process, sockets = what
        read = self._ask(now, process, self.costs.look)
        self._at(read, 5, (move, process, sockets))

    def _followed(self, now: float, what: Any, counts: bool) -> None:
        move, process, sockets = what
        self._over(self._work(now, process, self.costs.follow + self.costs.socket * sockets), move, counts)

    def _over(self, now: float, move: _Move, counts: bool) -> None:
        move.left -= 1
        if not move.left and counts:
            self.took.append((now - move.sent) * 1000)
