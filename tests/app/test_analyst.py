"""Whoever works at analyses: step by step beside everything else, again after a fault or a restart, and never twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from app import analyst
from app.rooms.export import read
from app.store import care, history
from app.store.analyses import STALE_MS
from app.web import examples
from engine.bots.analysis import VERSION
from engine.games import SHELF
from tests.app.house import House, house
from tests.app.judge import Judge
from tests.app.player import play_out, started
from tests.app.test_admin import run
from tests.services.server import LiveServer

OLD = Path(__file__).parent / "store/old/waterhole-6dea7d7.json"
FILE = OLD.read_bytes()
PLAYED = read(FILE, SHELF)
MATCH, STEPS = PLAYED.record["match"], PLAYED.record["steps"]


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return Judge(tmp_path)


@pytest.fixture
async def home(tmp_path: Path, database_url: str, judge: Judge) -> AsyncIterator[House]:
    async with house(tmp_path / "data", database_url, create={"method": judge}) as running:
        await take_in(running)
        yield running


@pytest.fixture
async def http(home: House) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=home.url, timeout=20) as client:
        yield client


async def take_in(running: House, match: str = MATCH) -> str:
    """A match that was played before."""
    finish = read(FILE.replace(MATCH.encode(), match.encode()), SHELF)
    assert await running.app.state.log.write(lambda connection: history.take_in(connection, finish, 1))
    return match


async def ask(http: httpx.AsyncClient, match: str = MATCH) -> httpx.Response:
    return await http.post(f"/api/matches/{match}/analysis", json={})


async def until(
    http: httpx.AsyncClient, holds: Callable[[httpx.Response], Any], match: str = MATCH, within: float = 40
) -> list[httpx.Response]:
    """Ask how far it is until this holds; every answer."""
    told, end = [], time.monotonic() + within
    while time.monotonic() < end:
        told.append(await http.get(f"/api/matches/{match}/analysis"))
        if holds(told[-1]):
            return told
        await asyncio.sleep(0.02)
    raise AssertionError(f"never so: {told[-1].text[:300]}")


def matches_made(judge: Judge, begun: int = 0) -> int:
    """How many matches the engine was asked for from their first step to their last, and in small pieces; after so
    many of which only the first piece was."""
    pieces = [tuple(map(int, one.split("-"))) for one in judge.asked()]
    assert pieces[:begun] == [(0, 1)] * begun
    made, at = 0, 0
    for since, until in pieces[begun:]:
        assert since == at
        assert 1 <= until - since <= 8
        made, at = (made + 1, 0) if until == len(STEPS) else (made, until)
    assert at == 0
    return made


async def asked(judge: Judge, least: int = 1) -> None:
    """Until the engine has been asked so often."""
    for _ in range(20_000):
        if len(judge.asked()) >= least:
            return
        await asyncio.sleep(0.002)
    raise AssertionError(judge.asked())


def kept(answer: httpx.Response) -> bool:
    return answer.status_code == 200


def begun(answer: httpx.Response) -> bool:
    """Whether a part of it is done."""
    return answer.status_code == 202 and (answer.json()["progress"] or 0) > 0


async def test_step_by_step_to_its_end(home: House, http: httpx.AsyncClient, judge: Judge) -> None:
    answer = await ask(http)
    assert (answer.status_code, answer.json()) == (202, {"match": MATCH, "progress": 0})
    told = await until(http, kept)
    progress = [answer.json()["progress"] for answer in told[:-1]]
    assert progress == sorted(progress)
    whole = told[-1].json()
    assert (whole["match"], whole["analysis"], whole["rules"]) == (MATCH, 1, 1)
    assert [part["nth"] for part in whole["parts"]] == list(range(len(STEPS)))
    assert {part["seed"] for part in whole["parts"]} == {crc32(MATCH.encode())}
    assert [part["entry"] == "Deal" for part in whole["parts"]] == ["deal" in step for step in STEPS]
    assert matches_made(judge) == 1
    again = await ask(http)
    assert (again.status_code, again.content) == (200, told[-1].content)
    await asyncio.sleep(0.1)
    assert matches_made(judge) == 1, "what is kept is not made once more"
    assert (home.app.state.analyst.kept, home.app.state.analyst.waiting) == (1, 0)


async def test_what_waits_elsewhere_is_found_and_one_is_made_at_a_time(
    home: House, http: httpx.AsyncClient, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyst, "LOOK_S", 0.05)
    home.app.state.analyst.wake()
    names = [MATCH, *[await take_in(home, f"m_{nth}") for nth in range(2)]]
    for name in names:
        assert await home.app.state.analyses.ask(name, home.app.state.now())
    for name in names:
        await until(http, kept, name)
    assert matches_made(judge) == 3


async def test_a_server_that_is_stopped_in_the_middle_goes_on_when_it_is_back(
    tmp_path: Path, database_url: str, judge: Judge
) -> None:
    """It does not wait for the end of it, and has not used up a try."""
    create = {"method": judge}
    (tmp_path / "wait").touch()
    for nth in (1, 2, 3, 4):
        async with house(tmp_path / "data", database_url, create=create) as running:
            if not await running.app.state.history.record(MATCH):
                await take_in(running)
            async with httpx.AsyncClient(base_url=running.url) as http:
                assert (await ask(http)).status_code == 202
                await asked(judge, nth)
            began = time.monotonic()
        assert time.monotonic() - began < 5
    (tmp_path / "wait").unlink()
    async with (
        house(tmp_path / "data", database_url, create=create) as running,
        httpx.AsyncClient(base_url=running.url) as http,
    ):
        assert (await until(http, kept))[0].json()["progress"] is not None, "nobody has to ask again"


async def passed_by(server: LiveServer, database_url: str) -> None:
    """Half a minute goes by since anybody was heard of; a server that has its database alone need not wait for it."""
    if not database_url:
        return
    engine = create_async_engine(database_url)
    async with engine.begin() as connection:
        await connection.execute(text(f"UPDATE analyses SET taken_at = taken_at - {STALE_MS}"))  # noqa: S608
    await engine.dispose()


async def test_a_server_that_is_killed_in_the_middle_takes_it_up_again(
    tmp_path: Path, database_url: str, judge: Judge, start_server: Callable[..., LiveServer]
) -> None:
    words = ("-m", "tests.services.judging", str(tmp_path))
    server = await asyncio.to_thread(start_server, database_url)
    assert (await run(server.data, "import", OLD, database_url=database_url))[0] == 0
    await asyncio.to_thread(server.restart, *words)
    (tmp_path / "wait").write_text("15")
    async with httpx.AsyncClient(base_url=server.url, timeout=20) as http:
        await ask(http)
        told = await until(http, lambda answer: begun(answer) and answer.json()["progress"] >= 15 / len(STEPS))
        assert not any(kept(answer) for answer in told)
        for _ in range(2):
            await asyncio.to_thread(server.kill9)
            await asyncio.to_thread(server.restart, *words)
            assert (await http.get(f"/api/matches/{MATCH}/analysis")).json()["progress"] is not None
        (tmp_path / "wait").unlink()
        await passed_by(server, database_url)
        again = (await until(http, kept))[-1]
        await asyncio.to_thread(server.kill9)
        await asyncio.to_thread(server.restart, *words)
        assert (await http.get(f"/api/matches/{MATCH}/analysis")).content == again.content
    parts = again.json()["parts"]
    assert [part["nth"] for part in parts] == list(range(len(STEPS)))
    assert {part["seed"] for part in parts} == {crc32(MATCH.encode())}


@pytest.mark.parametrize("fault", ["fail", "break"])
async def test_a_fault_is_tried_three_times(
    home: House, http: httpx.AsyncClient, tmp_path: Path, judge: Judge, fault: str
) -> None:
    (tmp_path / fault).touch()
    await ask(http)
    told = await until(http, lambda answer: answer.status_code != 202)
    for answer in (told[-1], await ask(http)):
        assert (answer.status_code, answer.json()["code"]) == (404, "gone")
        assert answer.json()["facts"] == {"why": "failed"}
    assert matches_made(judge, begun=3) == 0
    assert (home.app.state.analyst.failed, home.app.state.analyst.waiting) == (1, 0)
    (tmp_path / fault).unlink()
    other = await take_in(home, "m_other")
    await ask(http, other)
    await until(http, kept, other)


async def test_a_fault_that_passes(home: House, http: httpx.AsyncClient, tmp_path: Path, judge: Judge) -> None:
    for one in ("wait", "break"):
        (tmp_path / one).touch()
    await ask(http)
    await asked(judge)
    (tmp_path / "wait").unlink()
    await asked(judge, 2)
    (tmp_path / "break").unlink()
    await until(http, kept)
    assert home.app.state.analyst.failed == 0


async def test_a_match_that_goes_meanwhile(home: House, http: httpx.AsyncClient, tmp_path: Path, judge: Judge) -> None:
    other = await take_in(home, "m_other")
    (tmp_path / "wait").touch()
    for one in (MATCH, other):
        await ask(http, one)
    await asked(judge)
    assert await home.app.state.log.write(lambda connection: care.delete_match(connection, MATCH))
    (tmp_path / "wait").unlink()
    await until(http, kept, other)
    assert matches_made(judge, begun=1) == 1, "one piece, and no further"
    assert (await http.get(f"/api/matches/{MATCH}/analysis")).status_code == 404
    assert (home.app.state.analyst.kept, home.app.state.analyst.failed) == (1, 0)


def test_a_piece_has_as_many_steps_as_are_soon_done() -> None:
    def pieces(*took: float) -> list[int]:
        """How long each step takes that comes next."""
        found = [1]
        for one in took:
            found.append(analyst._next(found[-1], one * found[-1]))  # noqa: SLF001 - the pure half of it
        return found

    assert pieces(0, 0, 0, 0, 0) == [1, 2, 4, 8, 8, 8]
    assert pieces(2, 0.05, 0.05, 0.05, 0.1, 1, 1) == [1, 1, 2, 4, 5, 3, 1, 1], "a process that begins loads numpy"


async def test_the_engine_s_own_analysis(tmp_path: Path) -> None:
    """A match that was just played, and every field that docs/record.md promises (other games: tests/browser)."""
    async with house(tmp_path) as served, httpx.AsyncClient(base_url=served.url, timeout=20) as http:
        people = await started(served.url, "Mia", "Ben", deals=1)
        await play_out(people)
        match = people[0].table["match"]
        for player in people:
            await player.gone()
        await ask(http, match)
        whole = (await until(http, kept, match, within=100))[-1].json()
        steps = (await http.get(f"/api/matches/{match}/moves")).json()["steps"]
        record = (await http.get(f"/api/matches/{match}")).json()
    shown = examples.ANALYSIS
    assert [*whole] == [*shown]
    for part in ("moves", "players", "turning"):
        for one in whole[part]:
            assert [*one] == [*shown[part][0]]
    assert (whole["match"], whole["analysis"], whole["rules"]) == (match, VERSION, record["rules"])
    assert len(whole["curve"]) == len(steps)
    for row in whole["curve"]:
        assert sum(row) == pytest.approx(1, abs=0.001)
    for move in whole["moves"]:
        step = steps[move["step"]]
        assert step["seat"] == move["seat"]
        assert move["loss"] == pytest.approx(move["best"] - move["chance"], abs=0.0002)
    winners = record["scores"]["winners"] or [0, 1]
    assert whole["curve"][-1] == [1 / len(winners) if seat in winners else 0 for seat in (0, 1)]
    assert sum(player["luck"] for player in whole["players"]) == pytest.approx(0, abs=0.001)
    assert len(whole["turning"]) <= 3
