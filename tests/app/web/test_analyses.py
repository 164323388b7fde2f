"""Analyses by REST: what may be asked for, how often, and what is answered."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.rooms.export import read
from app.store import history
from engine.games import SHELF
from tests.app.house import House, house
from tests.app.judge import Judge
from tests.app.player import play_out, started
from tests.app.test_analyst import FILE, MATCH, ask, kept, take_in, until


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    method = Judge(tmp_path, games=frozenset({"waterhole"}))
    async with house(tmp_path / "data", create={"method": method}) as running:
        yield running


@pytest.fixture
async def http(home: House) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=home.url, timeout=20) as client:
        yield client


async def test_from_nobody_asked_to_the_whole_of_it(home: House, http: httpx.AsyncClient, tmp_path: Path) -> None:
    await take_in(home)
    (tmp_path / "wait").touch()
    path = f"/api/matches/{MATCH}/analysis"
    for progress, verb in ((None, "GET"), (None, "GET"), (0, "POST"), (0, "GET"), (0, "POST")):
        answer = await (http.get(path) if verb == "GET" else http.post(path, json={}))
        assert (answer.status_code, answer.json()) == (202, {"match": MATCH, "progress": progress})
        assert (answer.headers["retry-after"], answer.headers["cache-control"]) == ("1", "no-store")
    (tmp_path / "wait").unlink()
    answer = (await until(http, kept))[-1]
    assert "retry-after" not in answer.headers
    assert answer.headers["content-encoding"] == "gzip"
    for name, value in answer.json().items():
        assert value is not None, name
    tag = answer.headers["etag"]
    for again in (
        await http.get(path, headers={"if-none-match": tag}),
        await http.post(path, json={}, headers={"if-none-match": tag}),
    ):
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert (await http.get(path, headers={"if-none-match": '"x"'})).content == answer.content


Make = Callable[[House], Awaitable[str]]


def changed(**values: Any) -> Make:
    """A kept match that differs in these fields of its record."""

    async def keep(running: House) -> str:
        finish = read(FILE, SHELF)
        finish.record.update(values)
        await running.app.state.log.write(lambda connection: history.keep(connection, finish, 1))
        return str(finish.record["match"])

    return keep


async def running_still(running: House) -> str:
    people = await started(running.url, "Mia", "Ben", deals=1)
    await play_out(people, moves=5)
    for player in people:
        await player.gone()
    return str(people[0].table["match"])


async def nothing(running: House) -> str:
    return "m_none"


NONE: dict[str, tuple[Make, dict[str, str]]] = {
    "no such match": (nothing, {}),
    "one that runs": (running_still, {}),
    "broken off": (changed(result="abandoned"), {"why": "result"}),
    "a lesson": (changed(kind="lesson"), {"why": "kind"}),
    "a game that nobody can judge": (changed(game="kariba"), {"why": "game"}),
    "a game that is on the shelf no more": (changed(game="chess"), {"why": "game"}),
    "other rules": (changed(rules=2), {"why": "rules"}),
}


@pytest.mark.parametrize("what", NONE)
async def test_what_is_not_analysed(home: House, http: httpx.AsyncClient, what: str) -> None:
    make, facts = NONE[what]
    match = await make(home)
    path = f"/api/matches/{match}/analysis"
    for answer in (await http.get(path), await http.post(path, json={}), await http.get(path)):
        assert (answer.status_code, answer.json()["code"], answer.json()["facts"]) == (404, "gone", facts)
    assert await home.app.state.analyses.waiting(home.app.state.now()) == 0


async def test_whoever_asks_for_many(tmp_path: Path) -> None:
    """Only what begins a new one is counted; another address is not held up."""
    judge, proxy = Judge(tmp_path), ["127.0.0.1"]
    (tmp_path / "wait").touch()
    async with house(
        tmp_path / "data", create={"method": judge}, trusted_proxies=proxy, analyses_per_hour=2
    ) as running:
        names = [await take_in(running, f"m_{nth}") for nth in range(4)]
        async with httpx.AsyncClient(base_url=running.url, headers={"x-forwarded-for": "192.0.2.1"}) as http:
            told = [(await ask(http, name)).status_code for name in [names[0]] * 5 + names[1:]]
            assert told == [202] * 5 + [202, 429, 429]
            refused = await ask(http, names[2])
            assert (refused.json()["code"], int(refused.headers["retry-after"]) > 0) == ("rate", True)
            assert (await http.get(f"/api/matches/{names[2]}/analysis")).json()["progress"] is None
            elsewhere = {"x-forwarded-for": "192.0.2.2"}
            answer = await http.post(f"/api/matches/{names[2]}/analysis", json={}, headers=elsewhere)
            assert answer.status_code == 202
        (tmp_path / "wait").unlink()


async def test_too_many_wait(home: House, http: httpx.AsyncClient, tmp_path: Path) -> None:
    (tmp_path / "wait").touch()
    names = [await take_in(home, f"m_{nth}") for nth in range(101)]
    told = [(await ask(http, name)).status_code for name in names]
    assert told == [202] * 100 + [503]
    refused = await ask(http, names[-1])
    assert (refused.json()["code"], int(refused.headers["retry-after"]) > 0) == ("unavailable", True)
    assert (await ask(http, names[0])).status_code == 202
    (tmp_path / "wait").unlink()


async def test_names_do_not_stand_in_it(home: House, http: httpx.AsyncClient) -> None:
    """So that whoever has themselves deleted has nothing in it to be deleted."""
    await take_in(home)
    await ask(http)
    answer = (await until(http, kept))[-1]
    for seat in read(FILE, SHELF).record["seats"]:
        for word in (seat["name"], seat["guest"]):
            assert word not in answer.text


async def test_a_match_that_was_just_played(home: House, http: httpx.AsyncClient) -> None:
    people = await started(home.url, "Mia", "Ben", deals=1)
    await play_out(people)
    match = people[0].table["match"]
    for player in people:
        await player.gone()
    assert (await ask(http, match)).status_code == 202
    steps = (await http.get(f"/api/matches/{match}/moves")).json()["steps"]
    assert len((await until(http, kept, match))[-1].json()["parts"]) == len(steps)
