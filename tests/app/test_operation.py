"""What the house must bear while it runs: a locked database, a server in another time zone, a router that restarts."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.rooms.clocks import HOUR
from tests.app.house import house
from tests.app.player import Player, play_out, seated, started
from tests.services.server import LiveServer

TABLES = 6
HELD_S = 1.5
RFC3339 = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$")


async def test_a_locked_database_delays_and_loses_nothing(tmp_path: Path) -> None:
    """R73: another program holds the file's lock, a copy is made and history is read while matches end."""
    async with house(tmp_path) as running:
        tables = [await started(running.url, f"A{nth}", f"B{nth}", deals=1) for nth in range(TABLES)]
        for nth, people in enumerate(tables):
            await play_out(people, seed=nth, moves=30)
        file = tmp_path / "waterside.sqlite3"
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        playing = [asyncio.create_task(play_out(people, seed=nth)) for nth, people in enumerate(tables)]
        began = time.monotonic()
        await asyncio.wait(playing, timeout=HELD_S, return_when=asyncio.FIRST_COMPLETED)
        assert not any(task.done() for task in playing), "moves wait"
        async with Player(running.url, "").http as http:
            assert (await http.get("/api/matches")).json()["items"] == [], "and looking things up does not"
        assert time.monotonic() - began < HELD_S + 2
        other.execute("ROLLBACK")
        copying = asyncio.create_task(asyncio.to_thread(_copy, file, tmp_path / "copy.sqlite3"))
        await asyncio.gather(*playing, copying)
        other.close()
        items = (await tables[0][0].http.get("/api/matches")).json()["items"]
        assert {item["match"] for item in items} == {people[0].table["match"] for people in tables}
        for people in tables:
            nacks = [m for player in people for m in player.heard if m["t"] == "nack"]
            assert nacks == []
            for player in people:
                await player.gone()


def _copy(file: Path, to: Path) -> None:
    source, target = sqlite3.connect(file), sqlite3.connect(to)
    source.backup(target)
    assert target.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    source.close()
    target.close()


async def test_times_are_utc_wherever_the_server_stands(start_server: Callable[..., LiveServer]) -> None:
    """R70: RFC 3339 with Z, and the same moment that the clients' clocks had."""
    server = start_server(TZ="America/New_York")
    before = datetime.now(UTC)
    people = await started(server.url, "Mia", "Ben", deals=1)
    await play_out(people)
    after = datetime.now(UTC)
    match = (await people[0].http.get(f"/api/matches/{people[0].table['match']}")).json()
    times = [match[name] for name in match if name.endswith("_at")]
    assert len(times) >= 2
    for said in times:
        assert RFC3339.match(said), said
        at = datetime.fromisoformat(said.replace("Z", "+00:00"))
        assert before.timestamp() - 1 <= at.timestamp() <= after.timestamp() + 1
    for player in people:
        await player.gone()


async def test_everybody_was_gone_for_half_an_hour(tmp_path: Path, database_url: str) -> None:
    """R46, R26: the router restarts, the server too; the same link goes on with the same deal, and no bot has moved."""
    now = [1_700_000_000_000]
    times: Any = {"create": {"clock": lambda: now[0]}, "takeover_ms": 90_000}
    async with house(tmp_path, database_url, **times) as running:
        people = await started(running.url, "Mia", "Ben", deals=1)
        await play_out(people, moves=9)
        port = int(running.url.rsplit(":", 1)[1])
        code = people[0].socket.request.path.rsplit("/", 1)[1]
        views = [player.table["view"] for player in people]
        for player in people:
            await player.leave()
    now[0] += HOUR // 2
    async with house(tmp_path, database_url, port=port, **times):
        for player, view in zip(people, views, strict=True):
            since = len(player.heard)
            await player.enter(code, last=player.table["v"])
            table = await player.until(lambda m: m["t"] == "table", since)
            assert table["view"] == view
        await play_out(people)
        for player in people:
            await player.gone()


async def test_a_session_outlives_the_room(tmp_path: Path) -> None:
    """R19: the last hour of a room after its match: both still have their seats, and the rematch begins."""
    now = [1_700_000_000_000]
    async with house(tmp_path, create={"clock": lambda: now[0]}) as running:
        people = await started(running.url, "Mia", "Ben", deals=1)
        code = people[0].socket.request.path.rsplit("/", 1)[1]
        await play_out(people)
        finished = people[0].table["match"]
        for player in people:
            await player.leave()
        now[0] += 23 * HOUR
        assert await running.app.state.rooms.expire() == 0
        for player in people:
            await player.enter(code)
        for player in people:
            assert (await player.do("again"))["t"] == "ack"
        for player in people:
            table = await player.until(lambda m: m["t"] == "table" and m["match"] != finished)
            assert table["view"]["own"] is not None
        for player in people:
            await player.gone()


async def test_a_table_of_which_one_left_keeps_its_scores(tmp_path: Path) -> None:
    """R44: one of three leaves between deals: the others go on, with the scores they had."""
    async with house(tmp_path) as running:
        people = await started(running.url, "Mia", "Ben", "Zoe")
        while people[0].table["view"]["facts"]["phase"] != "between":
            await play_out(people, moves=1)
        before = people[0].table["view"]["facts"]["scores"]
        assert (await people[2].do("leave"))["t"] == "ack"
        await people[2].leave()
        for player in people[:2]:
            await player.do("next")
        table = await people[0].until(lambda m: m["t"] == "table" and m["view"]["facts"]["deal"] == 2)
        assert table["view"]["facts"]["scores"][: len(before)] == before
        assert people[0].room["seats"][2]["state"] == "left"
        for player in people:
            await player.gone()


async def test_a_private_room_says_what_stays_open(tmp_path: Path) -> None:
    """R54: no list and no search leads to it, a locked one is joined by nobody, and without spectators nobody looks."""
    async with house(tmp_path) as running:
        mia, ben = await seated(running.url, "Mia", "Ben", deals=1)
        await mia.do("house", house={"locked": True, "watchers": False, "listed": False})
        code = mia.socket.request.path.rsplit("/", 1)[1]
        eve = await Player(running.url, "Eve").arrive()
        await eve.enter(code)
        assert (await eve.do("sit"))["code"] == "locked"
        assert (await mia.do("start"))["t"] == "ack"
        assert await eve.closed() == 4001
        await mia.until(lambda m: m["t"] == "table")
        await ben.until(lambda m: m["t"] == "table")
        assert not any(m["t"] == "table" for m in eve.heard)
        await play_out([mia, ben])
        assert (await eve.http.get("/api/matches")).json()["items"] == []
        assert code not in (await eve.http.get("/history")).text
        for player in (mia, ben, eve):
            await player.gone()
