"""The short form of `make crash`, and proof that its audit would notice."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable
from dataclasses import replace

from app.store import database
from app.store.rooms import Rooms
from tests.crash.audit import Verdict, judge
from tests.crash.kills import crash
from tests.crash.table import Table
from tests.services.server import LiveServer

FIGURES = [
    "kills", "hit_pending", "acked", "lost", "doubled", "gaps", "stream_mismatches",
    "stall_ms_p50", "stall_ms_p95", "stall_ms_max",
]  # fmt: skip


async def test_two_kills_under_load(start_server: Callable[..., LiveServer]) -> None:
    figures = await crash(start_server(), 2, rooms=4)
    assert list(figures) == FIGURES
    assert (figures["lost"], figures["doubled"], figures["gaps"], figures["stream_mismatches"]) == (0, 0, 0, 0)
    assert figures["acked"] >= 200
    assert figures["hit_pending"] >= 1


async def test_the_audit_notices(start_server: Callable[..., LiveServer]) -> None:
    """An honest table, then the same with one thing changed."""
    server, stop = start_server(), asyncio.Event()
    table = Table(server.url, 2, 1)
    await table.sit_down()
    playing = asyncio.create_task(table.play(stop))
    while len(table.acked) < 60:
        await table.news.wait()
        table.news.clear()
    stop.set()
    await playing
    await table.leave()
    engine = database.reader(database.address("", server.data))
    rooms = Rooms(engine, None)  # type: ignore[arg-type] # it only reads
    known = await rooms.find(table.code)
    assert known is not None
    rows = list(await rooms.rows_after(known.id, 0))
    await engine.dispose()
    assert judge(table, rows) == Verdict(0, 0, 0, 0)
    # The last row was acknowledged, and is not there.
    assert judge(table, rows[:-1]).lost == 1
    # A command that was carried out twice.
    made = next(row for row in reversed(rows) if row.kind == "move")
    twice = [replace(row, cmd_id=made.cmd_id) if row is rows[-2] else row for row in rows]
    assert judge(table, twice).doubled == 1
    # A move that nobody sent.
    strange = [replace(row, cmd_id="g_nobody:k1") if row is made else row for row in rows]
    assert judge(table, strange).mismatches == 1
    honest = table.players[0].heard
    tables = [nth for nth, message in enumerate(honest) if message["t"] == "table" and message["news"]]
    # News that was not told; told twice; a view that is not the log's.
    table.players[0].heard = honest[: tables[5]] + honest[tables[5] + 1 :]
    assert judge(table, rows).gaps == 1
    table.players[0].heard = honest[: tables[5]] + honest[tables[5] :][:1] + honest[tables[5] :]
    assert judge(table, rows).doubled >= 1
    table.players[0].heard = copy.deepcopy(honest)
    table.players[0].heard[tables[5]]["view"]["places"]["deck"] += 1
    assert judge(table, rows).mismatches == 1
