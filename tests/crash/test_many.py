"""The short form of `make crash CLUSTER=1`: two processes, a balancer, PostgreSQL, and each of them struck once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash import many
from tests.services.cluster import cluster

pytestmark = pytest.mark.pg


async def test_nothing_is_lost_whatever_part_of_a_cluster_goes_away(tmp_path: Path) -> None:
    """Each process is killed, one hangs, the database dies, then both are replaced one after the other."""
    with cluster(tmp_path) as one:
        figures = await many.crash(one, kills=2, rooms=3, others=2)
    assert [figures[kind] for kind in ("kills", "stops", "database_restarts", "rolls")] == [2, 1, 1, 2]
    assert {name: figures.get(name, 0) for name in many.WRONG} == dict.fromkeys(many.WRONG, 0)
    assert figures["acked"] > 400
    assert figures["unspread"] < 6, "the players of a table sit on both processes"
    assert figures["stop_watchers_ms_max"] < 8000
    assert figures["roll_seconds_without_a_move"] == 0
