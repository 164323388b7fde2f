"""Rows that others have added are read together: each room gets its own, and one question serves many."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import event

from app.rooms.state import Row
from app.store import database
from app.store.follow import Follow
from tests.app.store.conftest import Store, row

ROOMS = 30


async def filled(store: Store) -> None:
    """Room n has n + 1 rows; the first has a secret."""
    for nth in range(ROOMS):
        for seq in range(1, nth + 2):
            await store.append(f"r{nth}", row(seq, f"c{seq}", secret={"order": [nth]} if seq == 1 else None))


def questions(store: Store) -> list[str]:
    """What is asked of the log from now on."""
    asked: list[str] = []

    @event.listens_for(store.reader.sync_engine, "before_cursor_execute")
    def seen(connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        if "log" in statement:
            asked.append(statement)

    return asked


def expected(nth: int, head: int) -> list[Row]:
    return [row(seq, f"c{seq}", secret={"order": [nth]} if seq == 1 else None) for seq in range(head + 1, nth + 2)]


async def test_every_room_gets_what_it_lacks(store: Store) -> None:
    await filled(store)
    follow, heads = Follow(store.reader), [nth % 4 for nth in range(ROOMS)]
    found = await asyncio.gather(*(follow.after(f"r{nth}", head) for nth, head in enumerate(heads)))
    assert [list(some) for some in found] == [expected(nth, head) for nth, head in enumerate(heads)]
    assert list(await follow.after("r_none", 0)) == []
    assert list(await follow.after("r0", 7)) == []


async def test_who_asks_for_one_room_twice_gets_two_answers(store: Store) -> None:
    await filled(store)
    follow = Follow(store.reader)
    found = await asyncio.gather(*(follow.after("r9", head) for head in (5, 0, 8)))
    assert [list(some) for some in found] == [expected(9, 5), expected(9, 0), expected(9, 8)]


async def test_what_waits_meanwhile_is_asked_in_one_question(store: Store) -> None:
    await filled(store)
    follow, asked = Follow(store.reader), questions(store)
    await asyncio.gather(*(follow.after(f"r{nth}", 0) for nth in range(ROOMS)))
    if not database.is_sqlite(store.reader.url):
        assert len(asked) == 1


async def test_all_who_wait_are_told_that_it_failed_and_the_next_are_served(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await filled(store)
    follow = Follow(store.reader)

    async def found(self: Follow, heads: dict[str, int]) -> Any:
        raise OSError("away")

    with monkeypatch.context() as patch:
        patch.setattr(Follow, "_found", found)
        answers = await asyncio.gather(*(follow.after(f"r{nth}", 0) for nth in range(3)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [OSError] * 3
    assert list(await follow.after("r1", 0)) == expected(1, 0)


async def test_who_waits_no_longer_holds_nobody_up(store: Store) -> None:
    await filled(store)
    follow = Follow(store.reader)
    waiting = [asyncio.ensure_future(follow.after(f"r{nth}", 0)) for nth in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    assert [list(await one) for one in waiting[1:]] == [expected(1, 0), expected(2, 0)]
