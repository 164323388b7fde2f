"""Looking matches up: what may be asked, and the one statement that answers it, newest first, a page at a time.

A page ends at (ended_at, id) and the next one goes on from there, so a match that finishes meanwhile shifts nothing.
Every question walks along one index (migrations/versions/0003_lookup.py); `make bench HISTORY=1` holds that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, false, func, select, tuple_

from app.store.seats import also_is, is_guest, who_is, written
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


def page(asked: Filter, limit: int, after: tuple[int, str] | None, lead: str = "player") -> Select[Any]:
    """The statement of one page: id and ended_at of listed matches.

    Args:
        lead: whose matches are walked along where two people are named, `player` or `opponent`: the answer is the same,
            and quicker from the one who has fewer.
    """
    if asked.player is None and asked.opponent is not None:
        asked = replace(asked, player=asked.opponent, opponent=None)
    if asked.player is None:
        at, id, of, listed = matches.c.ended_at, matches.c.id, matches.c.game, matches.c.listed
        statement = select(id, at).where(listed)
    else:
        at, id, of, listed = (match_seats.c[name] for name in ("ended_at", "match_id", "game", "listed"))
        statement = select(id.label("id"), at).where(listed, *_sat(asked, lead))
        if rest := _rest(asked):
            statement = statement.join_from(match_seats, matches).where(*rest)
    if asked.player is None:
        statement = statement.where(*_rest(asked))
    if asked.game is not None:
        statement = statement.where(of == asked.game.replace("\0", "\ufffd"))
    if asked.since is not None:
        statement = statement.where(at >= asked.since)
    if asked.until is not None:
        statement = statement.where(at < asked.until)
    if after is not None:
        statement = statement.where(tuple_(at, id) < tuple_(*after))
    return statement.order_by(at.desc(), id.desc()).limit(limit)


def how_many(who: str) -> Select[Any]:
    """How many listed matches somebody has, to choose whose to walk along."""
    return select(func.count()).where(who_is(match_seats, who), match_seats.c.listed)


def _sat(asked: Filter, lead: str) -> list[ColumnElement[bool]]:
    """That the player, and the opponent on another seat, sat there; `match_seats` is the seat of the one who leads."""
    player, opponent = str(asked.player), asked.opponent
    if opponent is None or lead == "player":
        seat = [who_is(match_seats, player), *_first(match_seats, player), *_ended(asked, match_seats)]
        if opponent is not None:
            other = match_seats.alias("other_seat")
            seat.append(_exists(other, _elsewhere(other, match_seats), also_is(other, opponent)))
        return seat
    mine = match_seats.alias("player_seat")
    of_player = [_elsewhere(mine, match_seats), also_is(mine, player), *_first(mine, player), *_ended(asked, mine)]
    if not is_guest(opponent):  # two of one name at one table are one answer
        lower = match_seats.alias("lower_other")
        also = and_(_elsewhere(lower, mine), lower.c.seat < match_seats.c.seat, also_is(lower, opponent))
        of_player.append(~_exists(lower, also))
    return [who_is(match_seats, opponent), _exists(mine, *of_player)]


def _elsewhere(one: Any, other: Any) -> ColumnElement[bool]:
    """Two seats of one match."""
    return and_(one.c.match_id == other.c.match_id, one.c.seat != other.c.seat)


def _exists(seat: Any, *holds: ColumnElement[bool]) -> ColumnElement[bool]:
    found: ColumnElement[bool] = select(seat.c.seat).where(*holds).correlate_except(seat).exists()
    return found


def _first(seat: Any, player: str) -> list[ColumnElement[bool]]:
    """A guest has one seat in a match. Of two of one name at one table it is the lower seat."""
    if is_guest(player):
        return []
    lower = match_seats.alias("lower_seat")
    same = and_(lower.c.match_id == seat.c.match_id, lower.c.seat < seat.c.seat, also_is(lower, player))
    return [~_exists(lower, same)]


def _rest(asked: Filter) -> list[ColumnElement[bool]]:
    """What no index knows: looked at match by match, on the way along one."""
    rest: list[ColumnElement[bool]] = []
    if asked.seats is not None:
        rest.append(matches.c.seats == asked.seats)
    for name, value in asked.variant.items():
        rest.append(matches.c.variant.contains(f"|{name}={written(value)}|", autoescape=True))
    if asked.result is not None and asked.result not in FOR_PLAYER:
        rest.append(matches.c.result == asked.result)
    elif asked.result is not None and asked.player is None:
        drawn = match_seats.alias("any_seat")
        of_nobody = and_(drawn.c.match_id == matches.c.id, drawn.c.winners == 0)
        rest.append(_exists(drawn, of_nobody) if asked.result == "draw" else false())
    return rest


def _ended(asked: Filter, seat: Any) -> list[ColumnElement[bool]]:
    """How it ended for the player's seat."""
    ways = {
        "won": and_(seat.c.won, seat.c.winners == 1),
        "shared": and_(seat.c.won, seat.c.winners > 1),
        "lost": and_(~seat.c.won, seat.c.winners > 0),
        "draw": seat.c.winners == 0,
    }
    return [ways[asked.result]] if asked.result in ways else []
