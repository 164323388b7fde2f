"""One batch of rows and other writes, inside one transaction: what is accepted, and why the rest is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from app.rooms.state import Row
from app.store import history
from app.store.tables import guests, log, secrets

TRIES = 5
# PostgreSQL: another process stored the same key in the same moment, or each waited for the other. Whoever looks again
# sees what the other has stored.
_RACED = ("23505", "40P01")


@dataclass(frozen=True, slots=True)
class Stored:
    """The row is committed."""


@dataclass(frozen=True, slots=True)
class Taken:
    """Another row has this number: load what is missing and judge again."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """This command was carried out before, as row `seq`."""

    seq: int


@dataclass(frozen=True, slots=True)
class Failed:
    """Nothing was stored: the database cannot be written now."""


Outcome = Stored | Taken | Repeated | Failed
Done = Callable[[Outcome], None]
Key = tuple[str, int, str]  # room, number, command


class Line(NamedTuple):
    """A row that waits."""

    room: str
    row: Row
    done: Done


class Job(NamedTuple):
    """Another write that waits; `done(value or error)`."""

    run: Callable[[Connection], Any]
    done: Callable[[Any], None]


Waiting = Line | Job


def store(connection: Connection, batch: Sequence[Waiting]) -> list[Any]:
    """Write a batch inside the connection's transaction. Returns one answer for each that waits, in order."""
    lines = [one for one in batch if isinstance(one, Line)]
    accepted = _insert(connection, lines)
    answers: list[Any] = []
    for one in batch:
        if isinstance(one, Job):
            answers.append(_run(connection, one))
        elif (one.room, one.row.seq, one.row.cmd_id) in accepted:
            _beside(connection, one)
            answers.append(Stored())
        else:
            answers.append(_why(connection, one))
    return answers


def _insert(connection: Connection, lines: Sequence[Line]) -> set[Key]:
    """Append what nothing stands in the way of; which of the rows were stored."""
    if not lines:
        return set()
    values = [
        {
            "room_id": line.room,
            "seq": line.row.seq,
            "cmd_id": line.row.cmd_id,
            "at": line.row.at,
            "kind": line.row.kind,
            "by": line.row.by,
            "body": orjson.dumps(line.row.body).decode(),
        }
        for line in lines
    ]
    if connection.dialect.name == "postgresql":
        statement = postgresql.insert(log).on_conflict_do_nothing().returning(log.c.room_id, log.c.seq, log.c.cmd_id)
        return {(row.room_id, row.seq, row.cmd_id) for row in connection.execute(statement, values)}
    return _insert_sqlite(connection, values)


def _insert_sqlite(connection: Connection, values: Sequence[dict[str, Any]]) -> set[Key]:
    """One statement whatever the size of the batch: each size of its own would be prepared, and kept in memory."""
    statement = sqlite.insert(log).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
    whole = connection.begin_nested()
    if connection.execute(statement, values).rowcount == len(values):
        whole.commit()
        return {_key(value) for value in values}
    # Something stood in the way of one of them: each alone, to learn of which.
    whole.rollback()
    return {_key(value) for value in values if connection.execute(statement, [value]).rowcount}


def _key(value: dict[str, Any]) -> Key:
    return value["room_id"], value["seq"], value["cmd_id"]


def _beside(connection: Connection, line: Line) -> None:
    """What belongs to a stored row: its secret, a guest's new name, the copies of a match that ended."""
    row = line.row
    if row.secret is not None:
        body = orjson.dumps(row.secret).decode()
        connection.execute(insert(secrets), {"room_id": line.room, "seq": row.seq, "body": body})
    if row.rename is not None:
        guest, name = row.rename
        connection.execute(update(guests).where(guests.c.id == guest).values(name=name))
    if row.finish is not None:
        history.keep(connection, row.finish(), row.at)


def _why(connection: Connection, line: Line) -> Outcome:
    """Why a row was not accepted: its command was carried out before, or its number is taken."""
    asked = select(log.c.seq).where(log.c.room_id == line.room, log.c.cmd_id == line.row.cmd_id)
    seq = connection.execute(asked).scalar()
    return Taken() if seq is None else Repeated(seq)


def _run(connection: Connection, job: Job) -> Any:
    for _ in range(TRIES):
        try:
            with connection.begin_nested():
                return job.run(connection)
        except Exception as error:  # the caller gets it; the others' rows are not its business
            failed = error
            if getattr(getattr(error, "orig", None), "sqlstate", None) not in _RACED:
                break
    return failed
