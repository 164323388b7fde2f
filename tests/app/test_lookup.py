"""The client of docs/lookup.py, and a night in which clocks are put back, on a server that stands elsewhere."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import orjson

from tests.app.house import House
from tests.app.player import play_out, started
from tests.app.test_admin import run
from tests.services.server import LiveServer

ROOT = Path(__file__).parents[2]
FILE = orjson.loads((Path(__file__).parent / "store/old/waterhole-6dea7d7.json").read_bytes())
BERLIN = ZoneInfo("Europe/Berlin")


async def client(*words: str) -> tuple[int, list[str], str]:
    """`python docs/lookup.py ...`"""

    def call() -> tuple[int, list[str], str]:
        command = [sys.executable, "docs/lookup.py", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.splitlines(), done.stderr

    return await asyncio.to_thread(call)


async def test_the_client_finds_what_there_is(served: House) -> None:
    kept = []
    for seed in range(3):
        people = await started(served.url, "Mia", "Ben", deals=1)
        await play_out(people, seed)
        kept.append((people[0].table["match"], people[0].table["view"]["facts"]))
        for player in people:
            await player.gone()
    code, lines, _ = await client(served.url, "player=mia", "limit=1")
    assert (code, [line.split("  ")[1] for line in lines]) == (0, [match for match, _ in kept[::-1]])
    for line, (_, facts) in zip(lines, kept[::-1], strict=True):
        seats = zip(("Mia", "Ben"), facts["totals"], strict=True)
        told = [f"{name}{'*' if nth in facts['winners'] else ''} {total}" for nth, (name, total) in enumerate(seats)]
        assert line.endswith(f"waterhole  {', '.join(told)}")
    assert await client(served.url, "player=nobody") == (0, [], "")
    code, lines, wrong = await client(served.url, "result=won")
    assert (code, lines) == (1, [])
    assert wrong.startswith("bad: ")


async def test_a_night_in_which_clocks_are_put_back(start_server: Callable[..., LiveServer], tmp_path: Path) -> None:
    """A server in New York, a reader in Berlin, 25 October 2026: two o'clock comes twice, and each match once."""
    data = tmp_path / "data"
    server = start_server(data=data, TZ="America/New_York")
    midnight = datetime(2026, 10, 24, 23, tzinfo=UTC)
    ended = [midnight + timedelta(minutes=10 * nth) for nth in range(24)]
    files = [_file(tmp_path, nth, at) for nth, at in enumerate(ended)]
    assert (await run(data, "import", *files))[0] == 0

    async with httpx.AsyncClient(base_url=server.url) as http:

        async def between(since: datetime, until: datetime) -> list[datetime]:
            """What a reader finds, page by page, while more matches end."""
            asked: dict[str, Any] = {"since": since.isoformat(), "until": until.isoformat(), "limit": 4}
            found, late = [], 0
            while True:
                page = (await http.get("/api/matches", params=asked)).json()
                found += [item["ended_at"] for item in page["items"]]
                assert all(at.endswith("Z") for at in found)
                if page["next"] is None:
                    return [datetime.fromisoformat(at) for at in found]
                asked["cursor"] = page["next"]
                late += 1
                new = _file(tmp_path, 100 * since.minute + 1000 * since.hour + late, until - timedelta(seconds=late))
                assert (await run(data, "import", new))[0] == 0

        def expected(since: datetime, until: datetime) -> list[datetime]:
            return [at for at in reversed(ended) if since <= at < until]

        first, second = (datetime(2026, 10, 25, 2, tzinfo=BERLIN, fold=fold) for fold in (0, 1))
        assert second.astimezone(UTC) - first.astimezone(UTC) == timedelta(hours=1), "the clock was put back"
        hour = await between(first, second)
        assert hour == expected(first.astimezone(UTC), second.astimezone(UTC))
        assert len(hour) == 6
        assert {at.astimezone(BERLIN).hour for at in hour} == {2}
        night = datetime(2026, 10, 25, 1, tzinfo=BERLIN), datetime(2026, 10, 25, 4, tzinfo=BERLIN)
        whole = await between(*night)
        assert [at for at in whole if at in ended] == expected(*(one.astimezone(UTC) for one in night))
        assert len(set(whole)) == len(whole)
        day = (await http.get("/api/matches?since=2026-10-25&until=2026-10-26&limit=100")).json()["items"]
        assert min(item["ended_at"] for item in day) == "2026-10-25T00:00:00.000Z", "a day begins at midnight UTC"


def _file(folder: Path, nth: int, at: datetime) -> Path:
    """An export of a match that ended then."""
    told = at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    file = folder / f"{nth}.json"
    file.write_bytes(orjson.dumps({**FILE, "match": f"m_night{nth:05}", "ended_at": told, "listed": True}))
    return file
