"""`make scale`: measures, then simulates 100,000 rooms; one JSON line a figure. docs/scale.md says what they mean."""

from __future__ import annotations

from collections.abc import Iterator

from bench.figure import Figure
from bench.scale.measure import Commit, Cost, commits, costs
from bench.scale.simulate import SEATS, Costs, House, simulate

ROOMS, THINK_S = 100_000, 10.0
DISK_MS = 2.0  # a disk that is no longer in memory: more than was measured here
HINT_MS = 0.5
# Processes, databases, cores of each, and how likely players of a room meet in one process.
HOUSES = ((4, 1, 8, 1.0), (8, 1, 8, 1.0), (8, 1, 8, 0.0), (16, 1, 8, 0.0), (16, 2, 8, 0.0), (16, 4, 4, 0.0))


def derived(one: Cost, two: Cost, batches: list[Commit]) -> Costs:
    """Times for the simulation: of what a move costs, a third is spent before it is stored (by profile), and a tenth
    for each socket; what two processes cost more than one is the following."""
    whole = sum(one.servers)
    socket = 0.1 * whole
    small, large = batches[0], batches[-1]
    row = (large.database_ms - small.database_ms) / (large.rows - small.rows)
    look = max(0.0, two.database - one.database)
    return Costs(
        judge=whole / 3,
        tell=whole * 2 / 3 - SEATS * socket,
        socket=socket,
        follow=max(0.0, sum(two.servers) - whole),
        commit=small.database_ms,
        row=row,
        look=look,
        disk=DISK_MS,
        hint=HINT_MS,
    )


def figures() -> Iterator[Figure]:
    """All of it."""
    found, batches = costs(), commits()
    one, two = found.one, found.two
    yield _figure("scale.one.cpu", sum(one.servers), "ms/move", 1.0, "itself")
    yield _figure("scale.one.core", 1000 / sum(one.servers), "moves/s", 1.0, "a full core")
    yield _figure("scale.one.database", one.database, "ms/move", one.database / sum(one.servers), "the process")
    yield _figure("scale.two.cpu", sum(two.servers), "ms/move", sum(two.servers) / sum(one.servers), "one process")
    yield _figure(
        "scale.two.core", 1000 / sum(two.servers), "moves/s", sum(one.servers) / sum(two.servers), "one process"
    )
    yield _figure("scale.two.database", two.database, "ms/move", two.database / one.database, "one process")
    for name, cost in found._asdict().items():
        if isinstance(cost, Cost):
            seen = cost.measured
            for unit, value in (("p50", seen.p50), ("p95", seen.p95), ("p99", seen.p99)):
                yield _figure(f"scale.{name}.{unit}", value, "ms", value / seen.p50, "p50")
            yield _figure(f"scale.{name}.rate", seen.rate, "moves/s", seen.rate / one.measured.rate, "one process")
            yield _figure(f"scale.{name}.wrong", seen.extra + seen.stuck + seen.lost, "views", 0, "none")
    yield _figure("scale.room", found.room_kb, "KB", 1.0, "itself")
    for batch in batches:
        yield _figure(f"scale.commit.{batch.rows}", batch.ms, "ms", batch.ms / batches[0].ms, "one row")
        yield _figure(
            f"scale.commit.{batch.rows}.database", batch.database_ms, "ms", batch.database_ms / batch.ms, "all"
        )
    known = derived(one, two, batches)
    for name, ms in known._asdict().items():
        yield _figure(f"scale.cost.{name}", ms, "ms", ms / sum(one.servers), "a move")
    for processes, databases, cores, together in HOUSES:
        house = House(ROOMS, THINK_S, processes, databases, cores, together)
        result = simulate(house, known, seconds=20.0, warm=10.0)
        where = "together" if together else "apart"
        name = f"scale.rooms.{processes}x{databases}x{cores}.{where}"
        yield _figure(f"{name}.rate", result.moves, "moves/s", result.moves * THINK_S / ROOMS, "what people would play")
        yield _figure(f"{name}.p50", result.p50, "ms", 1.0, "itself")
        yield _figure(f"{name}.p99", result.p99, "ms", result.p99 / result.p50, "p50")
        yield _figure(f"{name}.busy", result.busy, "of a core", result.busy, "a core")
        yield _figure(f"{name}.database", result.database_busy, "of a core", result.database_busy, "a core")
        yield _figure(f"{name}.rows", result.rows, "rows/commit", result.rows, "one")


def _figure(name: str, value: float, unit: str, ratio: float, against: str) -> Figure:
    return Figure(name, value, unit, ratio, against)


def main() -> None:
    """Measure, simulate, print."""
    for figure in figures():
        print(figure.line(), flush=True)


if __name__ == "__main__":
    main()
