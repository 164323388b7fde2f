"""Copies of a PostgreSQL as docs/hosting.md describes them: pg_dump beside a server, pg_restore into an empty one."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import make_url

from tests.app.player import Player, play_out, started
from tests.services import postgres
from tests.services.server import LiveServer


async def program(name: str, *words: str) -> None:
    """One of PostgreSQL's own programs. Raises with what it said where it fails."""
    command = [str(postgres.binaries() / name), *words]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def address(url: str) -> str:
    """A database's address as PostgreSQL's programs read it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


async def test_a_dump_of_a_running_server_is_whole_and_goes_on(
    postgres_server: str, start_server: Callable[..., LiveServer], tmp_path: Path
) -> None:
    dump = str(tmp_path / "waterside.dump")
    async with postgres.database(postgres_server) as first, postgres.database(postgres_server) as second:
        server = start_server(first)
        people = await started(server.url, "Mia", "Ben", deals=1)
        await play_out(people)
        match = people[0].table["match"]
        export = (await people[0].http.get(f"/api/matches/{match}/export")).text
        table = await started(server.url, "Zoe", "Tom", deals=1)
        await play_out(table, moves=9)
        newest = max(player.table["v"] for player in table)
        for player in table:
            await player.sees(newest)
        code, views = table[0].socket.request.path.rsplit("/", 1)[1], [player.table["view"] for player in table]
        await program("pg_dump", "--format=custom", f"--file={dump}", address(first))
        await play_out(table, seed=3)
        for player in (*people, *table):
            await player.leave()
        server.stop()

        await program("pg_restore", "--no-owner", "--exit-on-error", f"--dbname={address(second)}", dump)
        again = start_server(second, data=server.data)
        async with Player(again.url, "").http as http:
            assert [one["match"] for one in (await http.get("/api/matches")).json()["items"]] == [match]
            assert (await http.get(f"/api/matches/{match}/export")).text == export
        for player, view in zip(table, views, strict=True):
            session = next(iter(player.http.cookies.values()))
            player.http.cookies.clear()
            player.http.cookies.set(f"sid_{again.port}", session)  # the cookie is named by the port
            player.http.base_url = player.url = again.url
            player.table = {}
            await player.enter(code)
            assert (await player.until(lambda m: m["t"] == "table", len(player.heard)))["view"] == view
        assert await play_out(table, seed=5) > 5, "and it is played to its end"
        for player in (*people, *table):
            await player.gone()
