"""Point 8: one house on one file, which says goodbye before it closes, and refuses what it cannot store."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from tests.app.house import House
from tests.app.player import seated, started
from tests.doors.knock import code_of
from tests.services.server import HERE, LiveServer


async def test_a_second_server_on_one_file_does_not_start(start_server: Callable[..., LiveServer]) -> None:
    """It says why, in a sentence, and the first one goes on."""
    first = start_server()
    second = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "app", "--host", "127.0.0.1", "--port", "0"],
        cwd=HERE,
        env={**first.environment, "PATH": ""},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert second.returncode == 1
    assert second.stderr.startswith("another server already uses ")
    assert len(second.stderr.splitlines()) == 1
    people = await seated(first.url, "Mia")
    await people[0].gone()


async def test_the_lock_goes_with_the_process(start_server: Callable[..., LiveServer]) -> None:
    """However it ended: a file that was left behind locks nobody out."""
    server = start_server()
    server.kill9()
    assert list(server.data.glob("*.lock"))
    server.start()
    assert server.alive()


async def test_sigterm_says_come_back_and_ends(start_server: Callable[..., LiveServer]) -> None:
    server = start_server()
    people = await started(server.url, "Mia", "Ben", deals=1)
    views = [player.table["view"] for player in people]
    server.process.send_signal(signal.SIGTERM)
    waits = []
    for player in people:
        assert await player.closed() == 1012
        bye = player.heard[-1]
        assert (bye["t"], bye["code"], bye["why"]) == ("bye", 1012, "restart")
        waits.append(bye["retry_ms"])
    assert all(0 <= wait < 1000 for wait in waits)
    assert server.process.wait(20) in (0, -signal.SIGTERM), "by itself, and soon"
    server.start()
    for player, view in zip(people, views, strict=True):
        since = len(player.heard)
        await player.leave()
        await player.enter(code_of(player))
        assert (await player.until(lambda m: m["t"] == "table", since))["view"] == view
        await player.gone()


async def test_what_cannot_be_stored_is_refused_whole(home: House, monkeypatch: Any) -> None:
    """A full disk: moves and talk are refused as `unavailable`, REST with 503 and when to come; nothing half done."""
    mia, ben = await started(home.url, "Mia", "Ben", deals=1)
    facts = mia.table["view"]["facts"]
    player, before = (mia, ben)[facts["to_act"]], mia.table["v"]

    def full(*_: Any) -> Any:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("app.store.log.store", full)
        assert (await player.move(player.plays()[0]))["code"] == "unavailable"
        assert (await ben.ask({"t": "say", "text": "hello?"}))["code"] == "unavailable"
        async with httpx.AsyncClient(base_url=home.url) as http:
            answer = await http.post("/api/guest", json={"name": "Zoe"})
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert int(answer.headers["retry-after"]) > 0
        assert "set-cookie" not in answer.headers
        assert "space" not in answer.text
    assert mia.table["v"] == before
    moved = await player.move(player.plays()[0])
    assert moved["v"] == before + 1
    for one in (mia, ben):
        await one.gone()


def test_the_key_is_the_owners_alone(start_server: Callable[..., LiveServer]) -> None:
    """The key under which addresses are hashed is nobody else's to read."""
    key: Path = start_server().data / "key"
    assert len(key.read_bytes()) == 32
    assert key.stat().st_mode & 0o077 == 0
