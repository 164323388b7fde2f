"""What is asked by those who run the server: /healthz, /readyz, /metrics, and a goodbye that takes its time."""

from __future__ import annotations

import signal
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import func, make_url, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from app import VERSION
from app.meter import Meter
from app.rooms.state import Row
from app.store import database, tables
from app.store.batch import Failed, Outcome, Repeated, Stored, Taken
from app.store.counted import Counted
from tests.app.house import House, house
from tests.app.player import play_out, started
from tests.services.server import LiveServer

TOKEN = "a token for the tests"
BEARER = {"authorization": f"Bearer {TOKEN}"}


def samples(metrics: str) -> dict[tuple[str, ...], float]:
    """Every number, by its name and the values of its labels in the order of their names."""
    return {
        (sample.name, *map(str, (sample.labels[name] for name in sorted(sample.labels)))): sample.value
        for family in text_string_to_metric_families(metrics)
        for sample in family.samples
    }


async def test_healthz_says_which_version_it_is(served: House) -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    async with httpx.AsyncClient(base_url=served.url) as http:
        told = (await http.get("/healthz")).json()
    assert told == {"ok": True, "version": project["version"], "build": served.app.state.build}


async def shape(home: House, revision: str) -> None:
    """Write another revision into the database, as another Waterside would leave it."""
    settings = home.app.state.settings
    url = database.address(settings.database_url, settings.data)
    engine = create_async_engine(url.set(drivername="sqlite+aiosqlite") if database.is_sqlite(url) else url)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": revision})
    await engine.dispose()


async def test_readyz_asks_the_database_its_shape_and_the_bus(
    served: House, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    async with httpx.AsyncClient(base_url=served.url) as http:

        async def asked() -> tuple[int, dict[str, bool]]:
            answer = await http.get("/readyz")
            return answer.status_code, answer.json()

        fine = {"ready": True, "serving": True, "database": True, "migrations": True, "bus": True}
        assert await asked() == (200, fine)
        await shape(served, "0001")
        assert await asked() == (503, fine | {"ready": False, "migrations": False})
        await shape(served, "9999")
        assert await asked() == (200, fine), "a newer server has been started beside this one, which goes on"
        honest = served.app.state.reader
        served.app.state.reader = database.reader(make_url("postgresql://nobody@127.0.0.1:1/none"))
        assert await asked() == (503, fine | {"ready": False, "database": False, "migrations": False})
        served.app.state.reader = honest
        monkeypatch.setattr(type(served.app.state.rooms.bus), "alive", False)
        assert await asked() == (503, fine | {"ready": False, "bus": False})
        monkeypatch.undo()
        served.app.state.closing = True
        assert await asked() == (503, fine | {"ready": False, "serving": False})


async def test_without_its_token_there_is_no_such_page(tmp_path: Path) -> None:
    for token in ("", TOKEN):
        async with house(tmp_path, metrics_token=token) as running, httpx.AsyncClient(base_url=running.url) as http:
            nowhere = await http.get("/nowhere")
            for headers in ({}, {"authorization": "Bearer"}, {"authorization": "Bearer x"}, {"authorization": TOKEN}):
                answer = await http.get("/metrics", headers=headers)
                assert (answer.status_code, answer.content) == (404, nowhere.content), headers
            assert (await http.get("/metrics", headers=BEARER)).status_code == (200 if token else 404)


async def test_the_numbers_are_those_of_the_log(tmp_path: Path, database_url: str) -> None:
    async with house(tmp_path, database_url, metrics_token=TOKEN) as running:
        people = await started(running.url, "Mia", "Ben", deals=1)
        http = people[0].http
        numbers = samples((await http.get("/metrics", headers=BEARER)).text)
        assert numbers["waterside_rooms_open", "playing"] == 1
        assert numbers["waterside_rooms_open", "lobby"] == 0
        assert (numbers["waterside_sockets",], numbers["waterside_viewers", "player"]) == (2, 2)
        await play_out(people)
        answer = await http.get("/metrics", headers=BEARER)
        numbers = samples(answer.text)
        assert answer.headers["content-type"].startswith("text/plain")
        async with running.look() as connection:
            rows = await connection.execute(select(tables.log.c.kind, func.count()).group_by(tables.log.c.kind))
            stored = {kind: count for kind, count in rows if kind != "open"}  # a room is made by another way
        counted: Counter[str] = Counter()
        for (name, *labels), value in numbers.items():
            if name == "waterside_rows_total":
                counted[labels[1]] += round(value)
        assert counted == stored
        assert stored["move"] > 10
        assert numbers["waterside_matches_finished_total",] == 1
        assert numbers["waterside_ack_seconds_count",] == sum(stored.values())
        assert 0 < numbers["waterside_ack_seconds_sum",] < 60
        assert numbers["waterside_rows_waiting",] == 0
        assert numbers["waterside_rooms_open", "over"] == 1
        assert numbers["waterside_info", VERSION] == 1
        ours = {label for name, *labels in numbers if name.startswith("waterside_rows") for label in labels}
        assert ours <= {*stored, "person", "bot", "room", "conflict", "repeated", "failed"}, "no name, no code"
        for player in people:
            await player.gone()


async def test_what_strong_bots_do_is_counted(served: House) -> None:
    meter = Meter("0")
    meter.watch(served.app.state)
    thinkers = served.app.state.rooms.thinkers
    thinkers.asked, thinkers.fell_back, thinkers.waiting = 9, 2, 1
    numbers = samples(meter.text().decode())
    thinkers.waiting = 0
    assert numbers["waterside_bots_asked_total",] == 9
    assert numbers["waterside_bots_fell_back_total",] == 2
    assert numbers["waterside_bots_thinking",] == 1


async def test_what_came_of_analyses_is_counted(served: House) -> None:
    meter, analyst = Meter("0"), served.app.state.analyst
    meter.watch(served.app.state)
    analyst.waiting, analyst.kept, analyst.failed = 4, 7, 2
    numbers = samples(meter.text().decode())
    assert numbers["waterside_analyses_waiting",] == 4
    assert numbers["waterside_analyses_done_total",] == 7
    assert numbers["waterside_analyses_failed_total",] == 2


@pytest.mark.parametrize(
    ("outcome", "why"), [(Taken(), "conflict"), (Repeated(3), "repeated"), (Failed(), "failed"), (Stored(), None)]
)
def test_why_a_row_is_not_stored(outcome: Outcome, why: str | None) -> None:
    meter = Meter("0")
    told: list[Outcome] = []
    waiting: list[float] = []

    class Answers:
        """A log that answers as it is told to."""

        def append(self, room: str, row: Row, done: Callable[[Outcome], None]) -> None:
            waiting.append(samples(meter.text().decode())["waterside_rows_waiting",])
            done(outcome)

    log: Any = Answers()
    Counted(log, meter.tally).append("room", Row(2, "~bot:m:1", 0, "move", None, {}), told.append)
    numbers = samples(meter.text().decode())
    assert told == [outcome]
    assert (waiting, numbers["waterside_rows_waiting",]) == ([1], 0)
    for name in ("conflict", "repeated", "failed"):
        assert numbers["waterside_rows_not_stored_total", name] == (name == why)
    assert numbers.get(("waterside_rows_total", "bot", "move"), 0) == (why is None)


async def test_a_goodbye_that_takes_its_time(start_server: Callable[..., LiveServer]) -> None:
    """Told to stop, it says so to whoever sends visitors, plays on for a while, and then says when to come back."""
    server = start_server(WATERSIDE_DRAIN_MS=1500)
    people = await started(server.url, "Mia", "Ben", deals=1)
    async with httpx.AsyncClient(base_url=server.url) as http:
        assert (await http.get("/readyz")).status_code == 200
        server.process.send_signal(signal.SIGTERM)
        while (answer := await http.get("/readyz")).status_code == 200:
            pass
        assert answer.json()["serving"] is False
        assert (await http.get("/healthz")).status_code == 200
    to_act = people[0].table["view"]["facts"]["to_act"]
    assert (await people[to_act].move(people[to_act].plays()[0]))["t"] == "table", "moves are made meanwhile"
    for player in people:
        assert await player.closed() == 1012
        await player.gone()
    assert server.process.wait(20) in (0, -signal.SIGTERM)
