"""Migrations: what they make is what tables.py says; up, down, up; and a second start does not touch anything."""

from __future__ import annotations

import sys
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect
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
