"""The seats of a finished match as rows: by what, and by whom, it is looked up."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Connection, String, select, update
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from app.rooms.names import distinct
from app.store.tables import match_seats, matches, parted

Record = dict[str, Any]
_GUEST = re.compile(r"g_[0-9a-z]+")
# The word for a player who had their data deleted; such a seat has no guest and no bot.
NOBODY = "Anonymous"


def name_key(name: str) -> str:
    """A name as it is looked up: large and small letters are the same."""
    return name.casefold()


def variant(options: Mapping[str, Any]) -> str:
    """Options as one text that can be asked for a part of it: "|deals=3|market=true|"."""
    return "|" + "".join(f"{name}={written(value)}|" for name, value in sorted(options.items()))


def written(value: Any) -> str:
    """An option's value as it stands in addresses."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def rows(record: Record, watched: Sequence[Mapping[str, Any]], listed: bool, ended_at: int) -> list[dict[str, Any]]:
    """One row a seat. `watched`: the spectator's views, the last of which knows each seat's biggest catch."""
    totals, winners = record["scores"]["totals"], record["scores"]["winners"]
    catches = (watched[-1].get("facts", {}).get("catches") if watched else None) or []
    return [
        {
            "match_id": record["match"],
            "seat": seat["seat"],
            "guest": seat["guest"],
            "name": seat["name"],
            "name_key": name_key(seat["name"]),
            "bot": seat["bot"],
            "total": totals[seat["seat"]],
            "won": seat["seat"] in winners,
            "winners": len(winners),
            "best": catches[seat["seat"]] if len(catches) == len(totals) else None,
            "game": record["game"],
            "listed": listed,
            "ended_at": ended_at,
        }
        for seat in record["seats"]
    ]


def without_parted(connection: Connection, record: Record) -> Record:
    """The record without the names and ids of guests who had their data deleted while they still sat in it."""
    ids = [seat["guest"] for seat in record["seats"] if seat["guest"]]
    gone = set(connection.execute(select(parted.c.guest).where(parted.c.guest.in_(ids))).scalars()) if ids else set()
    return renamed(record, gone, NOBODY, cut=True)


def renamed(record: Record, guests: set[str], name: str, *, cut: bool) -> Record:
    """The record with another name for these guests, told apart at the table; `cut`: and without their ids."""
    held: list[Record] = []
    kept = [seat["name"] for seat in record["seats"] if seat["guest"] not in guests]
    for seat in record["seats"]:
        if seat["guest"] in guests:
            seat = {**seat, "name": distinct(name, kept), "guest": None if cut else seat["guest"]}
            kept.append(seat["name"])
        held.append(seat)
    return {**record, "seats": held}


def rewrite(connection: Connection, match: str, guest: str, name: str, *, cut: bool) -> None:
    """Give a guest another name in one kept match: in its record and in its row."""
    known = connection.execute(select(matches.c.record).where(matches.c.id == match)).scalar_one()
    record = renamed(orjson.loads(known), {guest}, name, cut=cut)
    connection.execute(update(matches).where(matches.c.id == match).values(record=orjson.dumps(record).decode()))
    mine = (match_seats.c.match_id == match) & (match_seats.c.guest == guest)
    for seat in list(connection.execute(select(match_seats.c.seat).where(mine)).scalars()):
        said = record["seats"][seat]
        values = {"name": said["name"], "name_key": name_key(said["name"]), "guest": said["guest"]}
        connection.execute(update(match_seats).where(mine, match_seats.c.seat == seat).values(**values))


def is_guest(who: str) -> bool:
    """Whether a question names a guest's public id; anything else is a name."""
    return _GUEST.fullmatch(who) is not None


def who_is(seat: Any, who: str) -> ColumnElement[bool]:
    """Seats (match_seats, or an alias of it) of a guest by id, or of whoever went by a name: a walk along an index."""
    column, value = _called(seat, who)
    found: ColumnElement[bool] = column == value
    return found


class _Found(FunctionElement[str]):
    """A column of a row that is found already. For SQLite, which knows no figures of its tables, a + says that no index
    is to be walked along for it: it looked for all of somebody's matches once more for each match, a hundred times as
    long. PostgreSQL knows better by itself."""

    inherit_cache = True
    type = String()


@compiles(_Found)
def _plain(element: _Found, compiler: SQLCompiler, **more: Any) -> str:
    return compiler.process(element.clauses, **more)


@compiles(_Found, "sqlite")
def _marked(element: _Found, compiler: SQLCompiler, **more: Any) -> str:
    return f"+{compiler.process(element.clauses, **more)}"


def also_is(seat: Any, who: str) -> ColumnElement[bool]:
    """The same of seats of a match that is found already."""
    column, value = _called(seat, who)
    found: ColumnElement[bool] = _Found(column) == value
    return found


def _called(seat: Any, who: str) -> tuple[Any, str]:
    # PostgreSQL's text holds no NUL, and refuses to be asked for one.
    who = who.replace("\0", "\ufffd")
    return (seat.c.guest, who) if is_guest(who) else (seat.c.name_key, name_key(who))
