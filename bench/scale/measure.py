"""What a move costs one process on PostgreSQL, two of them, and PostgreSQL itself. Linux only.

The database writes through to the disk. Server, database and loader share what processors there are, so moves a second
say little here; processor time a move is what `simulate` goes on with.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import make_url

from app.rooms.state import Row
from app.store import database as store
from app.store import schema
from app.store.batch import Outcome, Stored
from app.store.log import PostgresLog
from bench import tables
from bench.endless import plays
from bench.loader import Loader
from bench.measured import Measured
from bench.process import Program, many_files, running
from bench.tables import Table
from tests.services.postgres import Server

ROOMS, MANY = 50, 500
WARM, MEASURED = 1.0, 5.0


class Database:
    """A PostgreSQL, and what it has used."""

    def __init__(self, server: Server) -> None:
        self._head = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
        self._spent: dict[int, float] = {}

    def cpu(self) -> float:
        """Seconds of processor time of all its processes, those included that have ended since the last question."""
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError, IndexError):
                parent = int(stat.read_text().rpartition(")")[2].split()[1])
                pid = int(stat.parent.name)
                if self._head in (parent, pid):
                    self._spent[pid] = int((stat.parent / "schedstat").read_text().split()[0]) / 1e9
        return sum(self._spent.values())


class Cost(NamedTuple):
    """Processor time a move, in ms.

    Attributes:
        servers: of each process. database: of PostgreSQL. measured: all else.
    """

    servers: tuple[float, ...]
    database: float
    measured: Measured


def _played(servers: Sequence[Program], database: Database, some: Sequence[Table], rate: float = 0.0) -> Cost:
    """Play in closed loop, or with so many moves due a second in each room."""
    seen: list[tuple[float, ...]] = []

    def cpu() -> float:
        seen.append((*(server.cpu() for server in servers), database.cpu()))
        return sum(seen[-1])

    script = [(seat, tables.move(nth, rank, n)) for nth, (seat, rank, n) in enumerate(plays(20_000))]
    with contextlib.closing(Loader(servers[0].port, some, script)) as loader:
        measured = (
            loader.open(cpu, rate, MEASURED, WARM) if rate else loader.closed(cpu, MEASURED, WARM)
        )  # fmt: skip
    spent = [(after - before) * 1000 / measured.moves for before, after in zip(seen[0], seen[-1], strict=True)]
    return Cost(tuple(spent[:-1]), spent[-1], measured)


def spread(some: Sequence[Table], port: int, other: int) -> list[Table]:
    """The same rooms with every second seat at another server. Without TLS a session's name holds the port."""
    return [
        [
            place._replace(headers=place.headers.replace(str(port), str(other)), port=other) if seat % 2 else place
            for seat, place in enumerate(table)
        ]
        for table in some
    ]


class Costs(NamedTuple):
    """All that was measured.

    Attributes:
        one, two: a move of a room of four on one process, and with two seats on each of two, in closed loop.
        one_calm, two_calm: the same with one move a room and second. room_kb: a room in memory without sockets.
    """

    one: Cost
    two: Cost
    one_calm: Cost
    two_calm: Cost
    room_kb: float


def costs() -> Costs:
    """Measure. Every part has servers, rooms and a database of its own."""
    many_files()
    with _postgres() as (url, database), running("-m", "bench.serve", "{port}", url) as one:
        rooms = tables.prepared(one.port, ROOMS)
        alone = _played([one], database, rooms)
        before = one.kb()
        tables.prepared(one.port, MANY)
        room_kb = (one.kb() - before) / MANY
    with _postgres() as (url, database), running("-m", "bench.serve", "{port}", url) as one:
        alone_calm = _played([one], database, tables.prepared(one.port, ROOMS), 1.0)
    both = [_both(rate) for rate in (0.0, 1.0)]
    return Costs(alone, both[0], alone_calm, both[1], room_kb)


def _both(rate: float) -> Cost:
    with (
        _postgres() as (url, database),
        running("-m", "bench.serve", "{port}", url) as one,
        running("-m", "bench.serve", "{port}", url) as two,
    ):
        rooms = spread(tables.prepared(one.port, ROOMS), one.port, two.port)
        return _played([one, two], database, rooms, rate)


@contextlib.contextmanager
def _postgres() -> Iterator[tuple[str, Database]]:
    """One that keeps what it says it keeps."""
    server = Server()
    try:
        server.make().start(quick=False)
        yield server.url, Database(server)
    finally:
        server.remove()


class Commit(NamedTuple):
    """A group commit of so many rows of as many rooms: how long it took (median, ms), and what it cost PostgreSQL."""

    rows: int
    ms: float
    database_ms: float


def commits(sizes: Sequence[int] = (1, 5, 20, 100, 200), rounds: int = 60) -> list[Commit]:
    """The store's own batches, by size, one after the other."""
    with _postgres() as (url, database):
        return asyncio.run(_commits(url, database, sizes, rounds))


async def _commits(url: str, database: Database, sizes: Sequence[int], rounds: int) -> list[Commit]:
    engine = store.appender(make_url(url))
    async with engine.begin() as connection:
        await connection.run_sync(schema.prepare)
    names = [f"r_{nth}" for nth in range(max(sizes))]
    log = PostgresLog(engine)
    await log.start()
    body = {"turn": 1, "seat": 0, "move": {"type": "play", "cards": [3, 3]}, "by": "guest"}
    found, seq = [], 0
    for size in sizes:
        took, before = [], database.cpu()
        for _ in range(rounds):
            seq += 1
            answered = [asyncio.get_running_loop().create_future() for _ in range(size)]
            began = time.perf_counter()
            for name, answer in zip(names, answered, strict=False):
                log.append(name, Row(seq, f"g_Mia:{seq}", 0, "move", "g_Mia", body), answer.set_result)
            outcomes: list[Outcome] = await asyncio.gather(*answered)
            took.append((time.perf_counter() - began) * 1000)
            if not all(isinstance(outcome, Stored) for outcome in outcomes):
                raise RuntimeError("a row was not stored")
        found.append(Commit(size, statistics.median(took), (database.cpu() - before) * 1000 / rounds))
    await log.stop()
    await engine.dispose()
    return found
