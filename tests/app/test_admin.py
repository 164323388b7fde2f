"""The verbs of whoever runs the server, as programs beside a real server: copies, imports, rooms, matches, names."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app import janitor
from app.store import backup
from tests.app.house import House, house
from tests.app.player import Player, play_out, seated, started
from tests.services.server import LiveServer

ROOT = Path(__file__).parents[2]
FAST = {"WATERSIDE_COMMANDS_PER_SECOND": 100_000, "WATERSIDE_COMMANDS_BURST": 100_000}
Start = Callable[..., LiveServer]


async def run(data: Path, *words: str | Path, database_url: str = "") -> tuple[int, str, str]:
    """`python -m app ...` on a data folder: its exit code and what it said."""

    def call() -> tuple[int, str, str]:
        environment = {**os.environ, "WATERSIDE_DATA": str(data), "DATABASE_URL": database_url}
        command = [sys.executable, "-m", "app", *map(str, words)]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    return await asyncio.to_thread(call)


async def finished(url: str, seed: int = 1, **options: Any) -> tuple[str, list[str]]:
    people = await started(url, "Mia", "Ben", **({"deals": 1} | options))
    await play_out(people, seed)
    for player in people:
        await player.gone()
    return people[0].table["match"], [player.guest for player in people]


async def test_a_copy_of_a_running_server_is_whole_and_goes_on(start_server: Start, tmp_path: Path) -> None:
    """The copy is made while two tables play; a server on the copy knows the match, and the running one goes on."""
    data, copy = tmp_path / "first", tmp_path / "copy.sqlite3"
    server = start_server(data=data, **FAST)
    match, _ = await finished(server.url)
    async with Player(server.url, "").http as http:
        record = (await http.get(f"/api/matches/{match}/export")).text
    tables = [await started(server.url, f"A{nth}", f"B{nth}", deals=3) for nth in range(2)]
    playing = [asyncio.create_task(play_out(people, seed=nth, moves=60)) for nth, people in enumerate(tables)]
    copies = 0
    while not all(task.done() for task in playing) or not copies:
        to = tmp_path / f"copy{copies}.sqlite3"
        assert (await run(data, "backup", to))[0] == 0
        backup.check(to)
        copies += 1
    await asyncio.gather(*playing)
    heads = [people[0].table["v"] for people in tables]
    assert (await run(data, "backup", copy))[0] == 0
    refused = await run(data, "backup", copy)
    assert refused[0] == 1
    assert "is there already" in refused[2]
    await play_out(tables[0], moves=10)
    assert tables[0][0].table["v"] > heads[0], "the running server goes on"

    other = tmp_path / "second"
    code, said, _ = await run(other, "restore", copy)
    assert code == 0, said
    second = start_server(data=other, **FAST)
    async with Player(second.url, "").http as http:
        assert (await http.get(f"/api/matches/{match}/export")).text == record
    for people, head in zip(tables, heads, strict=True):
        for player in people:
            await player.leave()
            player.url = second.url
            # The session's cookie is named by the port.
            session = next(iter(player.http.cookies.values()))
            player.http.cookies.clear()
            player.http.cookies.set(f"sid_{second.url.rsplit(':', 1)[1]}", session)
        room = people[0].socket.request.path.rsplit("/", 1)[1]
        for player in people:
            player.table = {}
            await player.enter(room)
            assert (await player.until(lambda m: m["t"] == "table", len(player.heard)))["v"] == head
    assert await play_out(tables[1], seed=9) > 5, "the copied table is played to its end"
    for people in tables:
        for player in people:
            await player.gone()


async def test_restoring_is_refused_while_a_server_runs_and_keeps_what_was_there(
    start_server: Start, tmp_path: Path
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    server = start_server(data=data, **FAST)
    first, _ = await finished(server.url)
    assert (await run(data, "backup", copy))[0] == 0
    second, _ = await finished(server.url, 2)
    code, _, said = await run(data, "restore", copy)
    assert code == 1
    assert "another server" in said
    server.stop()
    code, said, _ = await run(data, "restore", copy)
    assert code == 0
    kept = data / "waterside.sqlite3.before1"
    assert str(kept) in said
    assert matches_in(kept) == {first, second}
    assert matches_in(data / "waterside.sqlite3") == {first}
    again = start_server(data=data, **FAST)
    async with Player(again.url, "").http as http:
        assert [item["match"] for item in (await http.get("/api/matches")).json()["items"]] == [first]


def matches_in(file: Path) -> set[str]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return {row[0] for row in connection.execute("SELECT id FROM matches")}


def spoilt(file: Path, how: str) -> None:
    if how == "text":
        file.write_text("not a database")
    elif how == "cut":
        file.write_bytes(file.read_bytes()[:-8192])
    elif how == "other":
        file.unlink()
        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute("CREATE TABLE cats (name)")
    elif how == "newer":
        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
            connection.commit()
    else:
        file.unlink()


@pytest.mark.parametrize("how", ["text", "cut", "other", "newer", "none"])
async def test_what_is_no_whole_copy_is_not_put_back(tmp_path: Path, how: str) -> None:
    async with house(tmp_path / "data"):
        pass
    file, copy = tmp_path / "data/waterside.sqlite3", tmp_path / "copy.sqlite3"
    backup.backup(file, copy)
    spoilt(copy, how)
    before = file.read_bytes()
    with pytest.raises(backup.BadBackup):
        backup.restore(copy, file)
    assert file.read_bytes() == before
    assert sorted(path.name for path in file.parent.iterdir() if "part" in path.name or "before" in path.name) == []


async def test_an_export_comes_into_another_history_as_an_equal_match(
    served: House, tmp_path: Path, database_url: str
) -> None:
    kept = {}
    games: list[tuple[str, dict[str, Any]]] = [("waterhole", {"deals": 3}), ("kariba", {"market": True})]
    for seed, (game, options) in enumerate([*games, ("seven_waters", {})]):
        people = await started(served.url, "Mia", "Ben", game=game, **options)
        await play_out(people, seed)
        match = people[0].table["match"]
        answer = await people[0].http.get(f"/api/matches/{match}/export")
        (tmp_path / f"{match}.json").write_bytes(answer.content)
        kept[match] = await served.app.state.history.whole(match)
        for player in people:
            await player.gone()
    files = [tmp_path / f"{match}.json" for match in kept]
    async with house(tmp_path / "other") as other:
        code, said, wrong = await run(tmp_path / "other", "import", *files)
        assert (code, wrong) == (0, "")
        assert said.count("is in the history") == 3
        for match, whole in kept.items():
            assert await other.app.state.history.whole(match) == whole
            for path in ("", "/moves", "/fairness", "/replay", "/replay?seat=1", "/export", "/export?format=text"):
                async with Player(other.url, "").http as here, Player(served.url, "").http as there:
                    address = f"/api/matches/{match}{path}"
                    assert (await here.get(address)).content == (await there.get(address)).content
        code, said, _ = await run(tmp_path / "other", "import", files[0])
        assert (code, "was there already" in said) == (0, True)
        changed = files[0].read_text().replace('"name":"Mia"', '"name":"Eve"')
        (tmp_path / "changed.json").write_text(changed)
        code, _, wrong = await run(tmp_path / "other", "import", tmp_path / "changed.json", tmp_path / "none.json")
        assert code == 1
        assert "another match is kept" in wrong
        assert "none.json" in wrong
    if database_url:
        code, said, _ = await run(tmp_path, "import", files[0], database_url=database_url)
        assert (code, "was there already" in said) == (0, True)
        assert (await run(tmp_path, "backup", tmp_path / "x", database_url=database_url))[0] == 1


async def test_rooms_are_listed_and_closed(served: House, tmp_path: Path, database_url: str) -> None:
    lobby = await seated(served.url, "Mia")
    table = await started(served.url, "Ann", "Bob", deals=1)
    await play_out(table, moves=4)
    codes = [people[0].socket.request.path.rsplit("/", 1)[1] for people in (lobby, table)]
    _, said, _ = await run(tmp_path, "admin", "rooms", database_url=database_url)
    assert {line.split()[0] for line in said.splitlines()} == set(codes)
    for people, code in ((lobby, codes[0]), (table, codes[1])):
        done = await run(tmp_path, "admin", "close", code.upper(), database_url=database_url)
        assert done[:2] == (0, f"{code} is closed\n")
        for player in people:
            assert await player.closed() == 4003
            assert player.heard[-1]["why"] == "closed"
    assert table[0].table["match"]
    record = (await table[0].http.get(f"/api/matches/{table[0].table['match']}")).json()
    assert record["result"] == "abandoned", "what was played is kept"
    assert (await run(tmp_path, "admin", "rooms", database_url=database_url))[:2] == (0, "")
    assert (await run(tmp_path, "admin", "close", codes[0], database_url=database_url))[0] == 1
    assert (await table[0].http.get(f"/r/{codes[1]}")).status_code == 404
    for player in (*lobby, *table):
        await player.gone()


async def test_a_match_is_deleted_and_a_name_replaced(served: House, tmp_path: Path, database_url: str) -> None:
    first, (mia, ben) = await finished(served.url)
    second, _ = await finished(served.url, 2)
    done = await run(tmp_path, "admin", "rename", mia, "  Kind   Name ", database_url=database_url)
    assert done[0] == 0, done
    async with Player(served.url, "").http as http:
        record = (await http.get(f"/api/matches/{first}")).json()
        assert [(seat["guest"], seat["name"]) for seat in record["seats"]] == [(mia, "Kind Name"), (ben, "Ben")]
        assert len((await http.get("/api/matches?player=kind name")).json()["items"]) == 1
        assert (await http.get(f"/api/players/{mia}/stats")).json()["name"] == "Kind Name"
        assert (await run(tmp_path, "admin", "delete", first, database_url=database_url))[0] == 0
        assert (await http.get(f"/api/matches/{first}")).status_code == 404
        assert [item["match"] for item in (await http.get("/api/matches")).json()["items"]] == [second]
        assert (await http.get(f"/api/players/{mia}/stats")).json()["matches"] == 0
    wrong = [("delete", first), ("rename", "g_nobody", "X"), ("rename", ben, "\u200b"), ("rename", ben, "x" * 25)]
    for words in wrong:
        code, said, why = await run(tmp_path, "admin", *words, database_url=database_url)
        assert (code, said) == (1, "")
        assert why


async def test_old_matches_go_when_the_house_says_so(served: House) -> None:
    state = served.app.state
    old, _ = await finished(served.url)
    await janitor.sweep(state)
    assert await state.history.record(old), "by default nothing goes"
    state.settings.keep_matches_days = 30
    now = state.now()
    state.now = lambda: now + 29 * janitor.DAY_MS
    await janitor.sweep(state)
    assert await state.history.record(old)
    state.now = lambda: now + 31 * janitor.DAY_MS
    await janitor.sweep(state)
    assert await state.history.record(old) is None
    async with served.look() as connection:
        assert (await connection.exec_driver_sql("SELECT count(*) FROM match_seats")).scalar() == 0
