"""The log of `bench.serve PORT memory` answers at once and keeps what a log promises."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from app.rooms.state import Row
from app.store import database
from app.store.batch import Repeated, Stored, Taken
from bench.memory import MemoryLog


def row(seq: int, cmd_id: str) -> Row:
    return Row(seq, cmd_id, 1, "move", "g_1", {})


def answers(log: MemoryLog, *rows: tuple[str, Row]) -> list[Any]:
    """What each row is told before anything else happens."""
    told: list[Any] = []
    for room, one in rows:
        log.append(room, one, told.append)
    return told


async def test_a_number_has_one_row_and_a_command_is_carried_out_once(tmp_path: Path) -> None:
    log = MemoryLog(database.address("", tmp_path))
    await log.start()
    assert answers(
        log,
        ("r1", row(1, "a")),
        ("r1", row(2, "b")),
        ("r1", row(2, "c")),
        ("r1", row(3, "a")),
        ("r2", row(1, "a")),
        ("r1", row(3, "c")),
    ) == [Stored(), Stored(), Taken(), Repeated(1), Stored(), Stored()]
    assert log.rows == 4
    await log.stop()


async def test_other_writes_are_really_written(tmp_path: Path) -> None:
    log = MemoryLog(database.address("", tmp_path))
    await log.start()

    def write(connection: Connection) -> int:
        connection.execute(text("INSERT INTO guests (id, name, created_at) VALUES ('g_1', 'Mia', 1)"))
        return 7

    assert await log.write(write) == 7
    came: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    log.carry_out(lambda connection: connection.execute(text("SELECT name FROM guests")).scalar(), came.set_result)
    assert await came == "Mia"
    with pytest.raises(ZeroDivisionError):
        await log.write(lambda connection: 1 // 0)
    await log.stop()
    # The file is free again.
    database.take(tmp_path / "waterside.sqlite3").close()
