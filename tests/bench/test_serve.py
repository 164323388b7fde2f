"""The server that is measured is the real one: a scripted deal over real sockets, every row in its log."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import websockets

from bench import tables
from bench.endless import plays
from bench.loader import Loader
from bench.process import running
from bench.serve import MODES

MOVES = 60  # a deal has about fifty


async def _entered(port: int, place: tables.Place) -> Any:
    headers = dict(line.split(": ", 1) for line in place.headers.splitlines())
    socket = await websockets.connect(
        f"ws://127.0.0.1:{port}{place.path}", additional_headers=headers, compression=None
    )
    await socket.send(tables.HELLO.decode())
    while json.loads(await socket.recv())["t"] != "table":
        pass
    return socket


async def _view(socket: Any) -> dict[str, Any]:
    """The next table; nothing else may come while people play."""
    while (message := json.loads(await asyncio.wait_for(socket.recv(), 20)))["t"] == "room":
        pass  # somebody has come
    assert message["t"] == "table", message
    return dict(message)


async def _play(port: int, table: tables.Table) -> list[dict[str, Any]]:
    """Four sockets play the script; what the first one saw. Each gets one view a move, and nobody another's hand."""
    sockets = [await _entered(port, place) for place in table]
    seen = []
    for nth, (seat, rank, n) in enumerate(plays(MOVES)):
        await sockets[seat].send(tables.move(nth, rank, n).decode())
        views = [await _view(socket) for socket in sockets]
        assert [one["turn"] for one in views] == [nth + 1] * 4
        for viewer, one in enumerate(views):
            hands = [one["view"]["places"][f"hand:{other}"] for other in range(4)]
            assert [isinstance(hand, list) for hand in hands] == [other == viewer for other in range(4)]
            assert len(one["news"]) == 1
        seen.append(views[0])
    for socket in sockets:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(socket.recv(), 0.05)
    for socket in sockets:
        await socket.close()
    return seen


@pytest.mark.parametrize("mode", MODES)
def test_a_deal_is_played_and_the_next_one_lies_there(tmp_path: Path, mode: str) -> None:
    with running("-m", "bench.serve", "{port}", mode, str(tmp_path)) as server:
        (table,) = tables.prepared(server.port, 1)
        seen = asyncio.run(_play(server.port, table))
        assert server.cpu() > 0
        assert server.kb() > 10_000
    deals = [one["view"]["facts"]["deal"] for one in seen]
    assert (deals[0], deals[-1]) == (1, 2)
    assert all(one["view"]["facts"]["phase"] == "play" for one in seen)
    with sqlite3.connect(tmp_path / "waterside.sqlite3") as database:
        rows = dict(database.execute("SELECT kind, count(*) FROM log GROUP BY kind").fetchall())
    database.close()
    if mode == "memory":
        assert rows == {"open": 1}
    else:
        assert rows == {"open": 1, "seat": 4, "start": 1, "share": 4, "deal": 1, "move": MOVES}


def test_the_loader_counts_what_happens_in_both_loops(tmp_path: Path) -> None:
    script = [(seat, tables.move(nth, rank, n)) for nth, (seat, rank, n) in enumerate(plays(20_000))]
    with running("-m", "bench.serve", "{port}", "normal", str(tmp_path)) as server:
        loader = Loader(server.port, tables.prepared(server.port, 3, watchers=2), script)
        closed = loader.closed(server.cpu, seconds=0.5, warm=0.1)
        opened = loader.open(server.cpu, rate=20, seconds=0.5, warm=0.1)
        done = loader.moves
        loader.close()
    assert closed.honest
    assert opened.honest
    assert closed.moves > 30
    assert 20 < opened.moves <= 36
    assert 0 < closed.cpu_ms < 50
    assert 0 < closed.p50 <= closed.p95 <= closed.p99
    assert 700 < closed.view_bytes < 2000
    with sqlite3.connect(tmp_path / "waterside.sqlite3") as database:
        (rows,) = database.execute("SELECT count(*) FROM log WHERE kind = 'move'").fetchone()
    database.close()
    assert rows == done


def test_a_server_that_says_too_much_or_too_little_is_noticed() -> None:
    script = [(seat, tables.move(nth, rank, n)) for nth, (seat, rank, n) in enumerate(plays(200))]
    with running("-m", "bench.floors", "{port}", "callback", "900") as server:
        # Two tables of one name: each hears the other's moves as well.
        table = [tables.Place("/r/same/seat", "")] * 4
        loader = Loader(server.port, [table, table], script)
        measured = loader.open(server.cpu, rate=10, seconds=0.5, warm=0.0)
        loader.close()
    assert measured.extra > 0
    assert not measured.honest
