"""Analyses in the database: asked for once, taken by one process at a time, tried three times, kept, and deleted with
their match."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import delete, select

from app.store import analyses, care, database, tables
from app.store.analyses import STALE_MS, Analyses, Full, Job, State
from app.store.log import PostgresLog
from tests.app.house import House, house
from tests.app.judge import Judge
from tests.app.store.test_history import keep


@pytest.fixture
async def home(tmp_path: Path, database_url: str) -> AsyncIterator[House]:
    """A server that makes no analyses of the version that is asked about here."""
    async with house(tmp_path, database_url, create={"method": Judge(tmp_path, VERSION=0)}) as running:
        yield running


def of(home: House, version: int = 1) -> Analyses:
    """What a program of this version knows."""
    state = home.app.state
    return Analyses(state.reader, state.log, version)


@contextlib.asynccontextmanager
async def another(home: House) -> AsyncIterator[Analyses]:
    """Another process on the same database; where there cannot be one, another one that looks."""
    settings = home.app.state.settings
    if not settings.database_url:
        yield of(home)
        return
    engine = database.reader(database.address(settings.database_url, settings.data))
    log = PostgresLog(engine)
    await log.start()
    yield Analyses(engine, log, 1)
    await log.stop()
    await engine.dispose()


async def asked(home: House, *names: str, at: int = 1000) -> Analyses:
    """These matches, and an analysis asked for of each, one after another."""
    store = of(home)
    for nth, name in enumerate(names):
        await keep(home, name, 1)
        assert await store.ask(name, at + nth)
    return store


async def taken(store: Analyses, now: int = 2000) -> Job:
    job = await store.take(now)
    assert job is not None
    return job


async def rows(home: House) -> list[Any]:
    async with home.look() as connection:
        return list((await connection.execute(select(tables.analyses))).all())


async def test_asking_once_more_changes_nothing(home: House) -> None:
    await keep(home, "m_1", 1)
    store = of(home)
    assert await store.state("m_1", 1000) is None
    for now in (1000, 1001, 1002):
        assert await store.ask("m_1", now)
        assert await store.state("m_1", now) == State(0)
    assert [(row.match_id, row.asked_at) for row in await rows(home)] == [("m_1", 1000)]
    assert not await store.ask("m_none", 1000)
    for odd in ("m_none", "m_\0", "m_" + 500 * "x"):
        assert await store.state(odd, 1000) is None


async def test_from_asked_to_kept(home: House) -> None:
    store = await asked(home, "m_2", "m_1")
    job = await taken(store)
    assert (job.match, job.tries) == ("m_2", 1), "the oldest first"
    assert await store.waiting(2000) == 2
    for done in (8, 16):
        later = await store.progress(job, done, 20, 2000 + done)
        assert later is not None
        job = later
        assert await store.state("m_2", 2100) == State(done / 20)
    assert await store.keep(job, {"worlds": 200})
    kept = State(1, orjson.dumps({"worlds": 200}))
    assert await store.state("m_2", 2100) == kept
    assert await store.waiting(2100) == 1
    assert await store.ask("m_2", 9000)
    assert await store.state("m_2", 9000) == kept
    assert (await taken(store)).match == "m_1"
    assert await store.take(2000) is None


async def test_each_job_is_one_process_s(home: House) -> None:
    store = await asked(home, *(f"m_{nth}" for nth in range(5)))
    async with another(home) as other:
        found = await asyncio.gather(*(one.take(2000) for _ in range(5) for one in (store, other)))
        jobs = [job.match for job in found if job]
        assert sorted(jobs) == [f"m_{nth}" for nth in range(5)]


async def test_whoever_is_not_heard_of_is_not_waited_for(home: House) -> None:
    store = await asked(home, "m_1")
    async with another(home) as other:
        gone = await store.progress(await taken(store), 8, 16, 3000)
        assert gone is not None
        assert await other.take(3000 + STALE_MS) is None
        job = await taken(other, 3001 + STALE_MS)
        assert job.tries == 2
        assert await other.state("m_1", job.heard_at) == State(0)
        assert await store.progress(gone, 16, 16, 3002 + STALE_MS) is None, "it came back too late"
        assert not await store.keep(gone, {"by": "the late one"})
        await store.fail(gone)
        await store.give_back(gone)
        assert await other.keep(job, {"by": "the other"})
        assert await store.state("m_1", 9000) == State(1, b'{"by":"the other"}')


async def test_three_tries_and_no_more(home: House) -> None:
    store = await asked(home, "m_1", "m_2")
    for nth in (1, 2, 3):
        assert await store.state("m_1", 2000) == State(0)
        job = await taken(store)
        assert (job.match, job.tries) == ("m_1", nth)
        await store.fail(job)
    assert await store.state("m_1", 2000) == State(0, failed=True)
    assert await store.ask("m_1", 2000)
    assert await store.waiting(2000) == 1
    for nth in (1, 2, 3):  # whoever works at it dies each time
        job = await taken(store, 2000 + nth * (STALE_MS + 1))
        assert (job.match, job.tries) == ("m_2", nth)
    assert await store.state("m_2", job.heard_at) == State(0)
    assert await store.waiting(job.heard_at) == 1
    late = job.heard_at + STALE_MS + 1
    assert await store.take(late) is None
    assert await store.state("m_2", late) == State(0, failed=True)
    assert await store.waiting(late) == 0


async def test_what_is_given_back_was_not_tried(home: House) -> None:
    store = await asked(home, "m_1")
    for _ in range(5):
        job = await store.progress(await taken(store), 8, 16, 2001)
        assert job is not None
        assert job.tries == 1
        await store.give_back(job)
    assert await store.state("m_1", 2000) == State(0)
    job = await taken(store)
    await of(home).free()
    assert (await taken(store)).tries == 2, "who is free to take it does not wait"


async def test_a_kept_one_of_an_older_program_is_asked_for_anew(home: House) -> None:
    old = await asked(home, "m_kept", "m_failed", "m_waits")
    await old.keep(await taken(old), {"analysis": 1})
    for _ in range(3):
        await old.fail(await taken(old))
    new = of(home, 2)
    assert await new.state("m_kept", 2000) is None
    assert [await new.state(name, 2000) for name in ("m_failed", "m_waits")] == [State(0), State(0)]
    assert await new.ask("m_kept", 3000)
    jobs = [await taken(new) for _ in range(3)]
    assert [(job.match, job.tries) for job in jobs] == [("m_failed", 1), ("m_waits", 1), ("m_kept", 1)]
    for job in jobs:
        assert await new.keep(job, {"analysis": 2})
    for name in ("m_kept", "m_failed", "m_waits"):
        told = State(1, b'{"analysis":2}')
        assert [await one.state(name, 4000) for one in (new, old)] == [told, told], "an older program gives it on"
        assert await old.ask(name, 4000)
    assert await old.take(4000) is None


async def test_so_many_wait_and_no_more(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MOST", 3)
    store = await asked(home, "m_0", "m_1", "m_2")
    await keep(home, "m_3", 1)
    for _ in range(2):
        with pytest.raises(Full):
            await store.ask("m_3", 2000)
    assert await store.ask("m_1", 2000), "whoever waits goes on waiting"
    await store.keep(await taken(store), {})
    assert await store.ask("m_3", 2000)


async def test_it_goes_with_its_match(home: House) -> None:
    store = await asked(home, "m_1", "m_2", "m_3")
    await store.keep(await taken(store), {})
    job = await taken(store)
    log = home.app.state.log

    def by_hand(connection: Any) -> None:
        connection.execute(delete(tables.match_seats))
        connection.execute(delete(tables.matches).where(tables.matches.c.id == "m_3"))

    assert await log.write(lambda connection: care.delete_match(connection, "m_1"))
    await log.write(by_hand)  # as an older program does, which does not know that there are any
    assert [row.match_id for row in await rows(home)] == ["m_2"]
    assert await log.write(lambda connection: care.delete_older(connection, 2)) == 1
    assert await rows(home) == []
    assert await store.progress(job, 8, 16, 3000) is None
    assert not await store.keep(job, {})
