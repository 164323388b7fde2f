"""Looking matches up: what may be asked, and the one statement that answers it, newest first, a page at a time.

A page ends at (ended_at, id) and the next one goes on from there, so a match that finishes meanwhile shifts nothing.
Every question walks along one index (migrations/versions/0003_lookup.py); `make bench HISTORY=1` holds that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, false, select, tuple_

from app.store.seats import is_guest, who_is, written
from app.store.tables import match_seats, matches

# How a match ended for the player that is asked for.
FOR_PLAYER = ("won", "shared", "lost", "draw")
RESULTS = ("finished", "abandoned", "void", *FOR_PLAYER)


@dataclass(frozen=True, slots=True)
class Filter:
    """What is asked for; None: all.

    Attributes:
        player, opponent: public ids of guests, or names. since, until: milliseconds, until not included.
        variant: options that the match must have had.
    """

    player: str | None = None
    opponent: str | None = None
    game: str | None = None
    variant: Mapping[str, Any] = field(default_factory=dict)
    result: str | None = None
    since: int | None = None
    until: int | None = None
    seats: int | None = None


def page(asked: Filter, limit: int, after: tuple[int, str] | None) -> Select[Any]:
    """The statement of one page: id, ended_at and record of listed matches."""
    player, opponent = asked.player, asked.opponent
    if player is None and opponent is not None:
        player, opponent = opponent, None
    if player is None:
        at, id, of, listed = matches.c.ended_at, matches.c.id, matches.c.game, matches.c.listed
        statement = select(matches.c.id, matches.c.ended_at, matches.c.record)
    else:
        at, id, of, listed = (match_seats.c[name] for name in ("ended_at", "match_id", "game", "listed"))
        statement = select(matches.c.id, match_seats.c.ended_at, matches.c.record).join_from(match_seats, matches)
        statement = statement.where(who_is(match_seats, player), _once(player))
    statement = statement.where(listed)
    if opponent is not None:
        statement = statement.where(_sat_too(opponent))
    if asked.game is not None:
        statement = statement.where(of == asked.game.replace("\0", "\ufffd"))
    if asked.since is not None:
        statement = statement.where(at >= asked.since)
    if asked.until is not None:
        statement = statement.where(at < asked.until)
    if after is not None:
        statement = statement.where(tuple_(at, id) < tuple_(*after))
    return statement.where(*_rest(asked)).order_by(at.desc(), id.desc()).limit(limit)


def _once(player: str) -> ColumnElement[bool]:
    """A guest has one seat in a match. Two of one name at one table are one answer: the lower seat."""
    if is_guest(player):
        return match_seats.c.seat >= 0
    lower = match_seats.alias("lower_seat")
    same = and_(lower.c.match_id == match_seats.c.match_id, lower.c.seat < match_seats.c.seat, who_is(lower, player))
    return ~select(lower.c.seat).where(same).exists()


def _sat_too(opponent: str) -> ColumnElement[bool]:
    other = match_seats.alias("other_seat")
    there = and_(other.c.match_id == match_seats.c.match_id, other.c.seat != match_seats.c.seat)
    return select(other.c.seat).where(there, who_is(other, opponent)).exists()


def _rest(asked: Filter) -> list[ColumnElement[bool]]:
    """What no index knows: looked at row by row, on the way along one."""
    rest: list[ColumnElement[bool]] = []
    if asked.seats is not None:
        rest.append(matches.c.seats == asked.seats)
    for name, value in asked.variant.items():
        rest.append(matches.c.variant.contains(f"|{name}={written(value)}|", autoescape=True))
    if asked.result in FOR_PLAYER:
        rest.append(_ended(str(asked.result), asked.player is not None))
    elif asked.result is not None:
        rest.append(matches.c.result == asked.result)
    return rest


def _ended(result: str, of_player: bool) -> ColumnElement[bool]:
    if result == "draw":
        drawn = match_seats.alias("any_seat")
        ended: ColumnElement[bool] = (
            select(drawn.c.seat).where(drawn.c.match_id == matches.c.id, drawn.c.winners == 0).exists()
        )
        return ended
    if not of_player:
        return false()
    winners = match_seats.c.winners
    return {
        "won": and_(match_seats.c.won, winners == 1),
        "shared": and_(match_seats.c.won, winners > 1),
        "lost": and_(~match_seats.c.won, winners > 0),
    }[result]
