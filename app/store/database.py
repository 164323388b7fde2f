"""Where the database is and how to reach it: SQLite in one file by default, PostgreSQL by its address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

# What a question or a write may raise while the database cannot be reached.
UNAVAILABLE = (SQLAlchemyError, OSError)
CONNECT_S = 3.0  # a database that does not take a connection within this time is away
# A process that hangs in the middle of a transaction keeps others from writing to its rooms: PostgreSQL ends it then.
IDLE_MS = 500


class Busy(RuntimeError):
    """Another process already serves from this SQLite file."""


def address(database_url: str, data: Path, name: str = "waterside.sqlite3") -> URL:
    """The database's URL; without one, a SQLite file in the data folder."""
    if database_url:
        return make_url(database_url)
    return URL.create("sqlite", database=str(data / name))


def is_sqlite(url: URL) -> bool:
    """Whether this is one machine's file."""
    return url.get_backend_name() == "sqlite"


def writer(url: URL, synchronous: str) -> Engine:
    """The one writing connection of a SQLite file, in write-ahead mode; for the writer's thread only."""
    engine = create_engine(url.set(drivername="sqlite"), pool_size=1, max_overflow=0)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        # Transactions begin where we say so, not where the driver guesses.
        connection.isolation_level = None
        for pragma in (
            "journal_mode=WAL",
            f"synchronous={synchronous}",
            "busy_timeout=10000",
            "foreign_keys=ON",
            # Checkpoints are run by the writer between batches, off the path of a move.
            "wal_autocheckpoint=0",
        ):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def begun(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def reader(url: URL) -> AsyncEngine:
    """Connections for questions."""
    if not is_sqlite(url):
        return _postgres(url)
    engine = create_async_engine(url.set(drivername="sqlite+aiosqlite"))

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA query_only=ON")
        connection.execute("PRAGMA busy_timeout=10000")
        # KiB a connection: what is read is rarely read again, and the system keeps the file's pages as well.
        connection.execute("PRAGMA cache_size=-500")

    return engine


def _postgres(url: URL, **settings: str) -> AsyncEngine:
    """Connections to PostgreSQL. One that was lost while nobody used it is not given out: no round trip is needed to
    see that, and after a restart of the database the first question finds a fresh one."""
    engine = create_async_engine(
        url.set(drivername="postgresql+asyncpg"),
        pool_size=5,
        connect_args={"timeout": CONNECT_S, "server_settings": settings},
    )

    @event.listens_for(engine.sync_engine, "checkout")
    def given(_: Any, record: Any, __: Any) -> None:
        if record.driver_connection.is_closed():
            raise DisconnectionError("lost while nobody used it")

    return engine


def appender(url: URL) -> AsyncEngine:
    """Connections to PostgreSQL for the log's transactions, which are short."""
    return _postgres(url, idle_in_transaction_session_timeout=str(IDLE_MS))


def take(path: Path) -> Any:
    """Lock a SQLite file for this process; kept until the returned handle is closed. Raises Busy."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = path.with_suffix(".lock").open("a+")
    try:
        _lock(handle)
    except OSError as error:
        handle.close()
        raise Busy(f"another server already uses {path}; stop it or choose another data folder") from error
    return handle


def _lock(handle: Any) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
