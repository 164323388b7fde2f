"""Kill the server again and again while tables play on, then audit."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy.engine import URL

from app.store import database
from app.store.rooms import Rooms
from tests.crash.audit import Verdict, judge
from tests.crash.table import Table
from tests.services.server import LiveServer

ROOMS = 6
MOVES = 100  # acknowledged between two kills, at least


async def crash(server: LiveServer, kills: int, rooms: int = ROOMS) -> dict[str, Any]:
    """Play in so many rooms and kill the server so many times; the figures."""
    tables = [Table(server.url, 2 + nth % 3, nth) for nth in range(rooms)]
    for table in tables:
        await table.sit_down()
    stop = asyncio.Event()
    playing = [asyncio.create_task(table.play(stop)) for table in tables]
    hits = 0
    for nth in range(kills):
        hits += await _kill(server, tables, playing, nth)
    stop.set()
    await asyncio.gather(*playing)
    verdict = await audit(database.address(server.environment["DATABASE_URL"], server.data), tables)
    for table in tables:
        await table.leave()
    stalls = sorted(1000 * stall for table in tables for stall in table.stalls)
    return {
        "kills": kills,
        "hit_pending": hits,
        "acked": sum(len(table.acked) for table in tables),
        "lost": verdict.lost,
        "doubled": verdict.doubled,
        "gaps": verdict.gaps,
        "stream_mismatches": verdict.mismatches,
        "stall_ms_p50": round(statistics.median(stalls)),
        "stall_ms_p95": round(stalls[int(0.95 * (len(stalls) - 1))]),
        "stall_ms_max": round(stalls[-1]),
    }


async def _kill(server: LiveServer, tables: Sequence[Table], playing: Sequence[asyncio.Task[None]], nth: int) -> bool:
    """One kill after enough moves and with one on its way; whether it hit one that had to be sent again."""
    mark = sum(len(table.acked) for table in tables)
    await until(tables, playing, lambda: sum(len(table.acked) for table in tables) >= mark + MOVES)
    resent = sum(table.resent for table in tables)
    server.process.kill()
    for table in tables:
        table.killed_at = time.monotonic()
    await asyncio.to_thread(server.process.wait)
    await asyncio.to_thread(server.restart)
    await until(tables, playing, lambda: all(len(table.stalls) > nth for table in tables))
    return sum(table.resent for table in tables) > resent


async def until(tables: Sequence[Table], playing: Sequence[asyncio.Task[None]], holds: Any) -> None:
    """Wait for this to hold; ends with what went wrong where a table stops playing."""
    while not holds():
        news = [asyncio.create_task(table.news.wait()) for table in tables]
        await asyncio.wait([*news, *playing], timeout=60, return_when=asyncio.FIRST_COMPLETED)
        for waiting, table in zip(news, tables, strict=True):
            waiting.cancel()
            table.news.clear()
        await asyncio.gather(*news, return_exceptions=True)
        for one in playing:
            if one.done():
                one.result()
                raise RuntimeError("a table stopped playing")


async def audit(url: URL, tables: Sequence[Table]) -> Verdict:
    """Every table against its log in this database."""
    engine = database.reader(url)
    rooms, verdict = Rooms(engine, None), Verdict()  # type: ignore[arg-type] # it only reads
    try:
        for table in tables:
            known = await rooms.find(table.code)
            if known is None:
                raise RuntimeError("the room is gone")
            verdict = verdict.plus(judge(table, await rooms.rows_after(known.id, 0)))
    finally:
        await engine.dispose()
    return verdict
