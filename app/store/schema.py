"""Brings a database to the newest shape. Alembic is imported only when there is something to do."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

NEWEST = "0005"
_ONE_AT_A_TIME = 0x5745  # the number of a lock in PostgreSQL
_FOLDER = Path(__file__).parents[2] / "migrations"


class Newer(RuntimeError):
    """This program knows less than the database has."""


def current(connection: Connection) -> str | None:
    """The revision the database is at; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def migrate(connection: Connection, to: str = "head") -> None:
    """Run the migrations up (or, with a revision, down) on this connection."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    config.attributes["connection"] = connection
    if to == "base" or (to != "head" and to < (current(connection) or "")):
        command.downgrade(config, to)
    else:
        command.upgrade(config, to)


def prepare(connection: Connection) -> None:
    """Migrate unless the database is at the newest revision already. Raises Newer.

    Of several servers that start on one PostgreSQL, one migrates and the others wait for it.
    """
    found = current(connection)
    if found != NEWEST and connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME})"))
        found = current(connection)
    if found is not None and found > NEWEST:
        raise Newer(f"the database comes from a newer Waterside ({found}); use that one")
    if found != NEWEST:
        migrate(connection)
