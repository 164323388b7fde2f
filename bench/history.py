"""How long looking things up takes among 100,000 finished matches, on SQLite and on PostgreSQL: `make bench HISTORY=1`.

Every question goes through the real server, answers are held against the same matches in plain Python, and the
database must say that it walks along an index. Figures are the 95th percentile of warm answers, in milliseconds.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
import time
import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.parse import urlencode

import httpx
from sqlalchemy import Connection, func, insert, select, text
from sqlalchemy.dialects import postgresql, sqlite

from app.store import database, errand, history, lookup
from app.store.tables import guests, match_seats, matches
from bench.figure import Figure
from bench.past import PAGE, Past, Question
from tests.app.house import House, house
from tests.services import postgres

MATCHES = 100_000
ASKED = 200
LIMIT_MS = 50.0
BATCH = 2_000


def figures(many: int = MATCHES, asked: int = ASKED) -> Iterator[Figure]:
    """One figure a kind of question and database."""
    past = Past(many)
    with postgres.private() as server:
        for name, url in (("sqlite", ""), ("postgres", server.url)):
            with tempfile.TemporaryDirectory() as folder:
                yield from asyncio.run(_measured(name, url, Path(folder), past, asked))


async def _measured(name: str, url: str, folder: Path, past: Past, asked: int) -> list[Figure]:
    await asyncio.to_thread(errand.carry_out, database.address(url, folder), lambda c: _fill(c, past))
    if url:
        await asyncio.to_thread(errand.carry_out, database.address(url, folder), lambda c: c.execute(text("ANALYZE")))
    found = []
    async with house(folder, url) as running, httpx.AsyncClient(base_url=running.url, timeout=60) as http:
        await _counted(running, past)
        for kind, questions in past.questions(asked).items():
            await _planned(running, questions)
            times = [took async for took in _asked(http, questions, past)]
            p95 = quantiles(times, n=20)[-1]
            label = f"history.{name}.{kind}"
            found.append(Figure(label, p95, "ms", p95 / LIMIT_MS, f"{LIMIT_MS:.0f} ms", most=LIMIT_MS))
    return found


def _fill(connection: Connection, past: Past) -> None:
    """Keep the matches the way a server does, many in one statement."""
    connection.execute(insert(guests), [{"id": id, "name": name, "created_at": 1} for id, name in past.people])
    squeezed = lru_cache(maxsize=16)(zlib.compress)  # their steps and views are the same ones again and again
    rows: list[dict[str, Any]] = []
    seats: list[dict[str, Any]] = []
    for finish, at in past.finishes():
        match, of_match = history.rows(finish, at, squeezed)
        rows.append(match)
        seats += of_match
        if len(rows) == BATCH:
            connection.execute(insert(matches), rows)
            connection.execute(insert(match_seats), seats)
            rows, seats = [], []
    if rows:
        connection.execute(insert(matches), rows)
        connection.execute(insert(match_seats), seats)


async def _counted(running: House, past: Past) -> None:
    """The rows that must be there are there."""
    async with running.look() as connection:
        for table, expected in ((matches, len(past.all)), (match_seats, sum(len(one.who) for one in past.all))):
            held = (await connection.execute(select(func.count()).select_from(table))).scalar()
            if held != expected:
                raise ValueError(f"{held} rows in {table.name}, not {expected}")


async def _asked(http: httpx.AsyncClient, questions: list[Question], past: Past) -> AsyncIterator[float]:
    """How many milliseconds each warm answer took; every one must be right."""
    for warm in (False, True):
        for question in questions:
            began = time.perf_counter()
            answer = await http.get(f"/api/matches?{urlencode(question.query)}")
            took = (time.perf_counter() - began) * 1000
            told = [item["match"] for item in answer.json()["items"]]
            if told != past.expected(question):
                raise ValueError(f"a wrong answer to {question.query}: {told}")
            if warm:
                yield took


async def _planned(running: House, questions: Sequence[Question]) -> None:
    """The database says of every question that it walks along an index, and sorts no table."""
    settings = running.app.state.settings
    lite = database.is_sqlite(database.address(settings.database_url, settings.data))
    dialect: Any = sqlite.dialect() if lite else postgresql.dialect()  # type: ignore[no-untyped-call]
    async with running.look() as connection:
        for question in questions:
            asked = question.asked
            statements = [lookup.page(asked, PAGE + 1, question.after, lead) for lead in ("player", "opponent")]
            statements += [lookup.how_many(who) for who in (asked.player, asked.opponent) if who]
            for statement in statements:
                words = str(statement.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))
                explained = await connection.exec_driver_sql(f"EXPLAIN {'QUERY PLAN ' if lite else ''}{words}")
                plan = [" ".join(map(str, row)) for row in explained]
                if problem := unindexed(plan):
                    raise ValueError("\n".join([f"{question.query}: {problem}", *plan]))


def unindexed(plan: list[str]) -> str | None:
    """What in a plan walks through a whole table or sorts it; None where an index carries the question."""
    whole = "\n".join(plan)
    for line in plan:
        if re.search(r"\bSeq Scan\b|USE TEMP B-TREE|\bSCAN (?!.*\bINDEX\b)", line):
            return line.strip()
    return None if re.search(r"INDEX ix_match|Index (Only )?Scan.* ix_match|Bitmap Index Scan", whole) else "no index"
