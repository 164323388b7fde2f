"""Many at once for one thing, on two processes over one database: one row comes of it. `RACES=200`.

moves     8 sockets of one guest, four on each process, each with another move for the same turn: one is made
commands  the same command under the same id on both processes: one row, two equal answers
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from app.store import database
from tests.app.player import Message, Player

TABS = 4
CONSTRAINTS = "SELECT conname FROM pg_constraint WHERE conrelid = 'log'::regclass AND contype IN ('p', 'u')"


class Outcome(NamedTuple):
    """What came of the rounds.

    Attributes:
        one: rounds with exactly one row and fitting answers. several: with more rows. wrong: with other answers.
    """

    rounds: int
    one: int = 0
    several: int = 0
    wrong: int = 0


class Seat:
    """A guest with sockets on every process."""

    def __init__(self, tabs: list[Player]) -> None:
        self.tabs = tabs

    async def sees(self, v: int) -> Message:
        """Every tab shows this row or a later one; the newest picture."""
        for tab in self.tabs:
            await tab.sees(v)
        return max((tab.table for tab in self.tabs), key=lambda table: int(table["v"]))


async def _seated(urls: Sequence[str], tabs: int) -> tuple[str, list[Seat]]:
    """Two guests at a table that has begun, each with so many tabs on every process."""
    seats, code = [], ""
    for nth, name in enumerate(("Mia", "Ben")):
        first = await Player(urls[0], name).arrive()
        code = code or await first.open_room(deals=1)
        (session,) = first.http.cookies.values()
        others = []
        for url in [url for url in urls for _ in range(tabs)][1:]:
            other = Player(url, name)
            await other.http.aclose()
            cookies = {f"sid_{urlsplit(url).port}": session}
            other.http = httpx.AsyncClient(base_url=url, timeout=20, cookies=cookies, headers={"Origin": url})
            other.guest = first.guest
            others.append(other)
        seats.append(Seat([first, *others]))
        for tab in seats[-1].tabs:
            await tab.enter(code)
            await tab.until(lambda m: m["t"] == "room")
        assert (await first.do("sit", seat=nth))["t"] == "ack"
    assert (await seats[0].tabs[0].do("start"))["t"] == "ack"
    for seat in seats:
        for tab in seat.tabs:
            await tab.until(lambda m: m["t"] == "table")
    return code, seats


Racing = Callable[[Seat, Message, int, random.Random], Coroutine[Any, Any, tuple[str, list[Message]]]]


async def _moves(seat: Seat, table: Message, nth: int, chance: random.Random) -> tuple[str, list[Message]]:
    choices = [chance.choice(tab.plays()) for tab in seat.tabs]
    asked = [
        tab.move(move, table["turn"], f"r{nth}-{at}")
        for at, (tab, move) in enumerate(zip(seat.tabs, choices, strict=True))
    ]
    answers = list(await asyncio.gather(*asked))
    return f"{seat.tabs[0].guest}:r{nth}-%", [one for one in answers if one["t"] == "table"]


async def _commands(seat: Seat, table: Message, nth: int, chance: random.Random) -> tuple[str, list[Message]]:
    move = chance.choice(seat.tabs[0].plays())
    answers = list(await asyncio.gather(*(tab.move(move, table["turn"], f"s{nth}") for tab in seat.tabs)))
    told = {(one["t"], one.get("ack"), one["turn"], one["v"]) for one in answers}
    return f"{seat.tabs[0].guest}:s{nth}", answers[:1] if len(told) == 1 and answers[0]["t"] == "table" else []


async def _race(url: str, urls: Sequence[str], rounds: int, tabs: int, racing: Racing) -> Outcome:
    """Round after round, each for the next turn; ends with the first of which several rows came."""
    code, seats = await _seated(urls, tabs)
    engine, chance = database.reader(make_url(url)), random.Random(rounds)
    outcome, nth = Outcome(0), 0
    newest = await seats[0].sees(1)
    try:
        while nth < rounds and not outcome.several:
            facts = newest["view"]["facts"]
            if facts["phase"] == "over":
                newest = await _again(seats, newest)
                continue
            nth += 1
            like, won = await racing(seats[facts["to_act"]], newest, nth, chance)
            rows = await _rows(engine, code, like)
            right = rows == 1 and len(won) == 1
            outcome = Outcome(nth, outcome.one + right, outcome.several + (rows > 1), outcome.wrong + (not right))
            if rows == 1:
                newest = max([await seat.sees(newest["v"] + 1) for seat in seats], key=lambda table: int(table["v"]))
    finally:
        for seat in seats:
            for tab in seat.tabs:
                await tab.gone()
        await engine.dispose()
    return outcome


async def _again(seats: list[Seat], over: Message) -> Message:
    since = [[len(tab.heard) for tab in seat.tabs] for seat in seats]
    for seat in seats:
        await seat.tabs[0].do("again")
    for seat, marks in zip(seats, since, strict=True):
        for tab, mark in zip(seat.tabs, marks, strict=True):
            await tab.until(lambda m: m["t"] == "table" and m["match"] != over["match"], mark)
    return await seats[0].sees(over["v"] + 1)


async def _rows(engine: AsyncEngine, code: str, like: str) -> int:
    asked = text("SELECT count(*) FROM log JOIN rooms ON rooms.id = room_id WHERE code = :code AND cmd_id LIKE :like")
    async with engine.connect() as connection:
        return int((await connection.execute(asked, {"code": code, "like": like})).scalar() or 0)


async def moves(url: str, urls: Sequence[str], rounds: int) -> Outcome:
    """Eight for one turn."""
    return await _race(url, urls, rounds, TABS, _moves)


async def commands(url: str, urls: Sequence[str], rounds: int) -> Outcome:
    """One id on both processes."""
    return await _race(url, urls, rounds, 1, _commands)


async def unguarded(url: str) -> None:
    """Take from the log what carries it: for tests that ask whether anybody would notice."""
    engine = database.reader(make_url(url))
    try:
        async with engine.begin() as connection:
            for (name,) in (await connection.execute(text(CONSTRAINTS))).all():
                await connection.execute(text(f'ALTER TABLE log DROP CONSTRAINT "{name}" CASCADE'))
    finally:
        await engine.dispose()
