"""The log's promises on both databases: one winner a number, a command once, and nobody fails with somebody else."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Connection, event, text

from app.rooms.state import Row
from app.store.batch import Failed, Repeated, Stored, Taken
from app.store.log import PostgresLog
from tests.app.store.conftest import Store, row


async def test_stored_taken_and_repeated(store: Store) -> None:
    assert await store.append("r1", row(1, "a")) == Stored()
    assert await store.append("r1", row(1, "b")) == Taken()
    assert await store.append("r1", row(2, "a")) == Repeated(1)
    assert await store.append("r2", row(1, "a")) == Stored()
    assert await store.count() == 2


async def test_one_number_has_one_winner_whoever_comes_together(store: Store) -> None:
    outcomes = await asyncio.gather(*(store.append("r1", row(1, f"c{nth}")) for nth in range(50)))
    assert outcomes.count(Stored()) == 1
    assert outcomes.count(Taken()) == 49


async def test_one_rooms_conflict_does_not_touch_the_others(store: Store) -> None:
    await store.append("r0", row(1, "a"))
    outcomes = await asyncio.gather(*(store.append(f"r{nth}", row(1, "b")) for nth in range(40)))
    assert outcomes[0] == Taken()
    assert outcomes[1:] == [Stored()] * 39


async def test_what_waits_together_is_committed_together(store: Store) -> None:
    commits = []
    event.listen(store.writer, "commit", lambda connection: commits.append(1))
    first = store.append("r0", row(1, "a"))
    rest = [store.append(f"r{nth}", row(1, "a")) for nth in range(1, 150)]
    await asyncio.gather(first, *rest)
    assert await store.count() == 150
    assert len(commits) < 30


async def test_a_row_that_cannot_be_stored_fails_alone(store: Store) -> None:
    class Unwritable:
        pass

    poison = Row(1, "a", 1000, "next", "g_1", {"seat": Unwritable()})
    rows = [store.append(f"r{nth}", row(1, "a")) for nth in range(5)]
    bad = store.append("bad", poison)
    more = [store.append(f"s{nth}", row(1, "a")) for nth in range(5)]
    assert await bad == Failed()
    assert await asyncio.gather(*rows, *more) == [Stored()] * 10
    assert await store.append("bad", row(1, "a")) == Stored(), "nothing half done stayed behind"


async def test_a_secret_is_stored_with_its_row_or_not_at_all(store: Store) -> None:
    await store.append("r1", row(1, "a", secret={"seeds": ["00"]}))
    await store.append("r1", row(1, "b", secret={"seeds": ["11"]}))
    async with store.reader.connect() as connection:
        found = (await connection.execute(text("SELECT seq, body FROM secrets"))).all()
    assert [tuple(one) for one in found] == [(1, '{"seeds":["00"]}')]


async def test_another_write_that_fails_takes_nobody_with_it(store: Store) -> None:
    def broken(connection: Connection) -> None:
        connection.execute(text("INSERT INTO guests (id, name, created_at) VALUES ('g_x', 'X', 1)"))
        raise KeyError("mine")

    before = store.append("r1", row(1, "a"))
    with pytest.raises(KeyError, match="mine"):
        await store.log.write(broken)
    assert await before == Stored()
    assert await store.log.write(lambda connection: connection.execute(text("SELECT 7")).scalar()) == 7
    async with store.reader.connect() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM guests"))).scalar() == 0


async def test_stopping_writes_what_waits(store: Store) -> None:
    waiting = [store.append(f"r{nth}", row(1, "a")) for nth in range(300)]
    await store.log.stop()
    assert await asyncio.gather(*waiting) == [Stored()] * 300
    await store.log.start() if isinstance(store.log, PostgresLog) else None
    assert await store.count() == 300
