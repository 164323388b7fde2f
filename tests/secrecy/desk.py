"""What a room needs of the house, without one: a log that stores at once, a clock that stands, counted chance."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from app.rooms.ask import Dealer
from app.rooms.clocks import Timers
from app.rooms.neighbours import Neighbours
from app.rooms.state import Row
from app.rooms.talk import Line
from app.rooms.thinkers import Thinkers
from app.store.batch import Stored
from engine.games import SHELF

NOW = 1_800_000_000_000
SEED = 32  # bytes


class Desk:
    """What a room needs of the house (`app.rooms.mailbox.Service`).

    Attributes:
        rows: the log.
    """

    def __init__(self, seeds: Iterator[bytes]) -> None:
        count, matches = itertools.count(), itertools.count(1)

        def chance(n: int) -> bytes:
            return next(seeds) if n == SEED else hashlib.shake_256(bytes([next(count) % 256])).digest(n)

        self.dealer = Dealer(SHELF, chance, lambda: f"m_{next(matches)}")
        self.timers = Timers()
        self.thinkers = Thinkers(self.dealer.bots, 1, 4000)
        self.now: Callable[[], int] = lambda: NOW
        self.rows: list[Row] = []

    def append(self, room: str, row: Row, done: Callable[[Any], None]) -> None:
        self.rows.append(row)
        done(Stored())

    def say(self, room: str, cmd_id: str, line: Line, done: Callable[[Any], None]) -> None:
        done(line)

    def transfer(self, guest: str, done: Callable[[Any], None]) -> None:
        done({"code": "ABCD2345", "until": NOW})

    async def rows_after(self, room: str, head: int) -> Sequence[Row]:
        return [row for row in self.rows if row.seq > head]

    async def carried_out(self, room: str, cmd_id: str) -> int | None:
        return next((row.seq for row in self.rows if row.cmd_id == cmd_id), None)

    async def lines_after(self, room: str, n: int) -> Sequence[Line]:
        return []

    def neighbours(self, room: str) -> Neighbours:
        return Neighbours(room)


def seeds_of(world: str, over: int) -> Iterator[bytes]:
    """Seeds of the deals in order; those whose seal is open at the cut are the same in every world."""
    for nth in itertools.count():
        yield hashlib.sha256(f"{'open' if nth < over else world}:{nth}".encode()).digest()
