"""What a move costs the real server: one move in, and everybody's own view to the four of the room, stored first.

Each figure stands beside a bare echo of as many bytes in the same run, since a shared machine is now fast and now slow;
for the same reason processor time a move says more than moves a second. Linux only: it counts the time of threads.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench import floors, serve, tables
from bench.endless import SEATS, plays
from bench.figure import Figure
from bench.loader import Loader
from bench.measured import Measured
from bench.process import LOADER, Program, keep_to, many_files, running
from bench.tables import ROOM, Place, Table

ROOMS = (10, 100, 500)
DUE = 100  # moves a second in open loop, or one a room where that is more
IDLE, IDLE_KB = 2000, 32.0
CROWD, WATCHED = 50, 4  # spectators in a room; rooms
FLOOR = "floor.callback"


class Times(NamedTuple):
    """Seconds before a measurement counts, and while it does."""

    warm: float = 1.0
    measured: float = 3.0


TIMES = Times()


def figures(
    rooms: Sequence[int] = ROOMS, times: Times = TIMES, idle: int = IDLE, modes: Sequence[str] = serve.MODES
) -> Iterator[Figure]:  # fmt: skip
    """All of it; nothing where Linux's counters are missing."""
    if not Path("/proc/self/schedstat").exists():
        print("how much a move costs the server is counted on Linux only", file=sys.stderr)
        return
    many_files()
    keep_to(LOADER)
    middle = rooms[len(rooms) // 2]
    first = _played(modes[0], middle, times)
    size = round(first.closed.view_bytes)
    for mode in modes:
        # Anew beside each: what a shared machine can do changes within minutes.
        floor = _echoed(floors.KINDS[0], size, middle, times)
        if mode == modes[0]:
            yield from floor.told(FLOOR, floor)
            yield from _echoed(floors.KINDS[1], size, middle, times).told(f"floor.{floors.KINDS[1]}", floor)
        cpu: list[float] = []
        for many in rooms:
            played = first if (mode, many) == (modes[0], middle) else _played(mode, many, times)
            cpu.append(played.closed.cpu_ms)
            yield from played.told(f"live.{mode}.{many}", floor)
        yield Figure(f"live.{mode}.growth", cpu[-1] / cpu[0], "x", cpu[-1] / cpu[0], f"{rooms[0]} rooms")
    yield _watched(times)
    yield _idle(idle)


class Played(NamedTuple):
    """One server with so many rooms, in closed and in open loop."""

    closed: Measured
    opened: Measured

    def told(self, name: str, floor: Played) -> Iterator[Figure]:
        """As figures, beside those of a bare echo."""
        for loop, measured, echo in (("closed", self.closed, floor.closed), ("open", self.opened, floor.opened)):
            for unit, value, least in (
                ("cpu ms/move", measured.cpu_ms, echo.cpu_ms),
                ("rate moves/s", measured.rate, echo.rate),
                ("p50 ms", measured.p50, echo.p50),
                ("p95 ms", measured.p95, echo.p95),
                ("p99 ms", measured.p99, echo.p99),
            ):
                what, unit = unit.split()
                yield Figure(f"{name}.{loop}.{what}", value, unit, value / least, FLOOR)
            yield Figure(f"{name}.{loop}.load", measured.load, "cores", measured.load / measured.util, "the server's")
        yield Figure(f"{name}.view", self.closed.view_bytes, "bytes", self.closed.view_bytes / 1000, "1000 bytes")
        wrong = sum(one.extra + one.stuck + one.lost for one in self)
        yield Figure(f"{name}.wrong", wrong, "views", wrong, "none", most=0)


def script(rooms: int, times: Times) -> list[tuple[int, bytes]]:
    """Enough moves for one room: 30,000 a second are more than a core of ours can receive."""
    many = int(30_000 * sum(times) / rooms) + 2000
    return [(seat, tables.move(nth, rank, n)) for nth, (seat, rank, n) in enumerate(plays(many))]


def _played(mode: str, many: int, times: Times, watchers: int = 0) -> Played:
    """Prepare a server and its rooms, and play in them."""
    with running("-m", "bench.serve", "{port}", mode) as server:
        return _measured(server, tables.prepared(server.port, many, watchers), times)


def _echoed(kind: str, size: int, many: int, times: Times) -> Played:
    """The same moves to a server that does nothing with them."""
    some = [[Place(f"/r/{room}/{seat}", "") for seat in range(SEATS)] for room in range(many)]
    with running("-m", "bench.floors", "{port}", kind, str(size)) as server:
        return _measured(server, some, times)


def _measured(server: Program, some: Sequence[Table], times: Times) -> Played:
    with contextlib.closing(Loader(server.port, some, script(len(some), times))) as loader:
        closed = loader.closed(server.cpu, times.measured, times.warm)
        return Played(closed, loader.open(server.cpu, max(1.0, DUE / len(some)), times.measured, times.warm))


def _watched(times: Times) -> Figure:
    """What one spectator more costs the server, a move, beside what the move costs without any."""
    alone = _played("normal", WATCHED, times).closed.cpu_ms
    crowd = _played("normal", WATCHED, times, CROWD).closed.cpu_ms
    one = (crowd - alone) / CROWD * 1000
    return Figure("live.watcher", one, "us/move", one / (alone * 1000), "a move without")


def _idle(many: int) -> Figure:
    """Memory of a socket that has been greeted in a waiting room and then is silent, its share of the room included."""
    with running("-m", "bench.serve", "{port}", "normal") as server:
        some = tables.lobbies(server.port, many // SEATS)
        before = server.kb()
        with contextlib.closing(Loader(server.port, some, [], ROOM)):
            one = (server.kb() - before) / (many // SEATS * SEATS)
    return Figure("live.idle", one, "KB", one / IDLE_KB, f"{IDLE_KB:.0f} KB", most=IDLE_KB)
