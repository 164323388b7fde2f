"""Migrations: what they make is what tables.py says; up, down, up; and a second start does not touch anything."""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from app.store import database, schema
from app.store.tables import metadata


async def on(tmp_path: Path, database_url: str, *works: object) -> None:
    """Run functions of a connection one after another, each in its own transaction."""
    url = database.address(database_url, tmp_path)
    engine = create_async_engine(url.set(drivername="sqlite+aiosqlite") if database.is_sqlite(url) else url)
    for work in works:
        async with engine.begin() as connection:
            await connection.run_sync(work)  # type: ignore[arg-type]
    await engine.dispose()


async def test_migrations_make_what_the_tables_say(tmp_path: Path, database_url: str) -> None:
    def compare(connection: Connection) -> None:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []

    await on(tmp_path, database_url, schema.prepare, compare)


async def test_up_down_up(tmp_path: Path, database_url: str) -> None:
    def empty(connection: Connection) -> None:
        assert set(inspect(connection).get_table_names()) <= {"alembic_version"}

    def down(connection: Connection) -> None:
        schema.migrate(connection, "base")

    def full(connection: Connection) -> None:
        assert set(metadata.tables) <= set(inspect(connection).get_table_names())
        assert schema.current(connection) == schema.NEWEST

    await on(tmp_path, database_url, empty, schema.prepare, full, down, empty, schema.prepare, full)


async def test_a_second_start_asks_once_and_imports_nothing(tmp_path: Path) -> None:
    await on(tmp_path, "", schema.prepare)
    kept = {name: sys.modules.pop(name) for name in list(sys.modules) if name.startswith("alembic")}
    try:
        await on(tmp_path, "", schema.prepare)
        assert not [name for name in sys.modules if name.startswith("alembic")]
    finally:
        sys.modules.update(kept)


KEPT = {
    "options": {"deals": 3, "market": True},
    "result": "finished",
    "seats": [
        {"seat": 0, "guest": "g_1", "name": "Mia", "bot": None},
        {"seat": 1, "guest": None, "name": "O", "bot": "easy"},
    ],
    "scores": {"deals": [[3, 2]], "totals": [3, 2], "winners": [0]},
}


async def test_what_was_kept_before_is_found_by_what_is_asked_since(tmp_path: Path, database_url: str) -> None:
    """A match kept under 0002 gets everything that 0003 looks things up by; and down again it is as it was."""

    def before(connection: Connection) -> None:
        schema.migrate(connection, "0002")
        views = zlib.compress(json.dumps({"watch": [{"facts": {}}, {"facts": {"catches": [4, 0]}}]}).encode())
        match = {"id": "m_1", "at": 5, "record": json.dumps(KEPT), "steps": b"s", "views": views, "listed": True}
        connection.execute(
            text("INSERT INTO matches VALUES (:id, 'play', 'kariba', :listed, :at, :record, :steps, :views)"), match
        )
        for seat in (0, 1):
            values = {"seat": seat, "guest": "g_1" if seat == 0 else None, "won": seat == 0}
            connection.execute(
                text("INSERT INTO match_seats VALUES ('m_1', :seat, :guest, 'MIA', NULL, 3, :won)"), values
            )

    def after(connection: Connection) -> None:
        match = connection.execute(select(metadata.tables["matches"])).one()
        assert (match.result, match.seats, match.bots, match.variant) == ("finished", 2, 1, "|deals=3|market=true|")
        seats = connection.execute(select(metadata.tables["match_seats"]).order_by(text("seat"))).all()
        assert [(s.name_key, s.winners, s.best, s.game, s.listed, s.ended_at) for s in seats] == [
            ("mia", 1, 4, "kariba", True, 5),
            ("o", 1, 0, "kariba", True, 5),
        ]

    def down(connection: Connection) -> None:
        schema.migrate(connection, "0002")
        assert len(connection.execute(text("SELECT * FROM match_seats")).keys()) == 7
        assert connection.execute(text("SELECT record FROM matches")).scalar() == json.dumps(KEPT)

    await on(tmp_path, database_url, before, schema.prepare, after, down, schema.prepare, after)
