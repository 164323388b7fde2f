"""What whoever runs the server may do to what is stored, each on one connection inside one transaction.

A room that a running server has open is not torn away under it: it is marked, and that server closes it.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from app.rooms.names import clean
from app.store import seats
from app.store.tables import analyses, closings, guests, log, match_seats, matches, rooms

STEP = 200


class Room(NamedTuple):
    """A room as `admin rooms` tells it."""

    code: str
    made_at: int
    last_at: int
    rows: int


def list_rooms(connection: Connection) -> list[Room]:
    """Every room, the one with the latest row first."""
    asked = (
        select(rooms.c.code, rooms.c.created_at, func.max(log.c.at), func.count())
        .join(log, log.c.room_id == rooms.c.id)
        .group_by(rooms.c.code, rooms.c.created_at)
        .order_by(func.max(log.c.at).desc())
    )
    return [Room(*row) for row in connection.execute(asked)]


def mark_closing(connection: Connection, code: str) -> bool:
    """Have a room closed by the server that runs, now or when it starts. Whether there is such a room."""
    room = connection.execute(select(rooms.c.id).where(rooms.c.code == code)).scalar()
    if room is None:
        return False
    connection.execute(delete(closings).where(closings.c.room_id == room))
    connection.execute(insert(closings), {"room_id": room})
    return True


def is_closing(connection: Connection, code: str) -> bool:
    """Whether a room that was marked is there still."""
    asked = select(rooms.c.id).join(closings, closings.c.room_id == rooms.c.id).where(rooms.c.code == code)
    return connection.execute(asked).scalar() is not None


def unmark(connection: Connection, room: str) -> None:
    """A room has been closed."""
    connection.execute(delete(closings).where(closings.c.room_id == room))


def delete_match(connection: Connection, match: str) -> bool:
    """Delete a finished match, its seats and its analysis. Whether there was one."""
    connection.execute(delete(analyses).where(analyses.c.match_id == match))
    connection.execute(delete(match_seats).where(match_seats.c.match_id == match))
    return bool(connection.execute(delete(matches).where(matches.c.id == match)).rowcount)


def delete_older(connection: Connection, before: int) -> int:
    """Delete some of the matches that ended before then, the oldest first. How many."""
    asked = select(matches.c.id).where(matches.c.ended_at < before).order_by(matches.c.ended_at).limit(STEP)
    old = list(connection.execute(asked).scalars())
    connection.execute(delete(analyses).where(analyses.c.match_id.in_(old)))
    connection.execute(delete(match_seats).where(match_seats.c.match_id.in_(old)))
    connection.execute(delete(matches).where(matches.c.id.in_(old)))
    return len(old)


def rename(connection: Connection, guest: str, name: str) -> int | None:
    """Give a guest another name, also in kept matches: how many; None for no such guest. Raises BadName."""
    name = clean(name)
    known = connection.execute(update(guests).where(guests.c.id == guest).values(name=name)).rowcount
    mine = select(match_seats.c.match_id).where(match_seats.c.guest == guest)
    found = list(connection.execute(mine).scalars())
    for match in found:
        seats.rewrite(connection, match, guest, name, cut=False)
    return len(found) if known or found else None
