"""A consistent copy of a SQLite file while a server writes to it, and putting one back.

SQLite's own backup copies page by page and begins again where something was written meanwhile; what it has made is
whole as of one moment. Restoring is refused while a server uses the file.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from app.store import database, schema


class BadBackup(ValueError):
    """A file that cannot be put in the database's place; its text says why."""


def backup(file: Path, to: Path) -> None:
    """Copy the database to a new file. Raises BadBackup where there is none, or the copy's file is there already."""
    if not file.exists():
        raise BadBackup(f"there is no database at {file}")
    if to.exists():
        raise BadBackup(f"{to} is there already")
    begun = to.with_name(f"{to.name}.part")
    begun.unlink(missing_ok=True)
    try:
        with _opened(file) as source, contextlib.closing(sqlite3.connect(begun)) as copy:
            source.backup(copy, pages=-1)  # in one go: a busy server would make it begin again and again
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        check(begun)
        begun.rename(to)
    finally:
        begun.unlink(missing_ok=True)


def check(file: Path) -> None:
    """Whether this is a whole database of ours, of this or an older shape. Raises BadBackup."""
    try:
        with _opened(file) as copy:
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise BadBackup(f"{file} is damaged")
            version = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise BadBackup(f"{file} is no database of Waterside's: {error}") from error
    if version is None or version[0] > schema.NEWEST:
        raise BadBackup(f"{file} comes from a newer Waterside; use that one")


def restore(copy: Path, file: Path) -> Path | None:
    """Put a copy in the database's place; what was there is kept beside it, and where is returned.

    Raises BadBackup for a file that is no whole copy, and Busy while a server uses the database.
    """
    if not copy.exists():
        raise BadBackup(f"there is no {copy}")
    check(copy)
    with contextlib.closing(database.take(file)):
        fresh = file.with_name(f"{file.name}.part")
        fresh.unlink(missing_ok=True)
        with _opened(copy) as source, contextlib.closing(sqlite3.connect(fresh)) as target:
            source.backup(target, pages=-1)
        kept = _put_aside(file) if file.exists() else None
        os.replace(fresh, file)
    return kept


def _put_aside(file: Path) -> Path:
    """Keep what was there, in one file: what lies beside it in the log is written into it first."""
    with contextlib.closing(sqlite3.connect(file)) as old, contextlib.suppress(sqlite3.DatabaseError):
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        old.execute("PRAGMA journal_mode=DELETE").fetchone()
    number = 1
    while (kept := file.with_name(f"{file.name}.before{number}")).exists():
        number += 1
    os.replace(file, kept)
    for beside in ("-wal", "-shm"):
        file.with_name(f"{file.name}{beside}").unlink(missing_ok=True)
    return kept


def _opened(file: Path) -> contextlib.closing[sqlite3.Connection]:
    return contextlib.closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=20))
