"""Opening a room that plays on from a moment of a finished match: what is asked for, and why it cannot be had."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from app.rooms import branching, play, wire
from app.rooms.ask import Ask, By
from app.rooms.branching import KIND, Unfit
from app.rooms.house import HOUSE
from app.rooms.names import BadName, clean, distinct
from app.rooms.presence import Presence
from app.rooms.state import AVATARS, Holder, Origin, RoomState, Row
from app.store.guests import Guest
from app.web.problems import Problem

__all__ = ["KIND", "Moment", "start"]


class Moment(BaseModel):
    """A moment of a finished match: the position after this step."""

    model_config = ConfigDict(extra="forbid")

    match: StrictStr = Field(max_length=32, examples=["m_7h3kq2x9v4c8n1tz"])
    step: StrictInt = Field(examples=[40])


class Asked(Protocol):
    """What is read of a request for a room."""

    game: str | None
    options: dict[str, Any]
    key: str
    from_: Moment | None
    seat: int | None


async def start(request: Request, by: Guest, room: str, asked: Asked, house: Mapping[str, Any]) -> Row:
    """The first row of such a room: its match runs, the asking guest has a seat, bots have the others.

    Raises Problem.
    """
    if asked.from_ is None:
        raise Problem("bad", field="from")
    record, found = await _moment(request, asked.from_)
    if asked.game is not None and asked.game != record["game"]:
        raise Problem("bad", field="game")
    if any(record["options"].get(name) != value for name, value in asked.options.items()):
        raise Problem("bad", field="options")
    if asked.seat is None or not 0 <= asked.seat < len(found.bots):
        raise Problem("bad", field="seat", max=len(found.bots) - 1)
    state = RoomState(
        id=room,
        head=0,
        phase="lobby",
        host=by.id,
        game=record["game"],
        options=record["options"],
        house={**HOUSE, **house},
        seats=_alone(by, asked.seat, found),
        kind=KIND,
        origin=found,
    )
    dealer, now = request.app.state.rooms.dealer, request.app.state.now()
    command = wire.Start(t="cmd", id=asked.key)
    row = play.begin(Ask(state, command, By(by.id, by.name), now, dealer, Presence()), (asked.seat,))
    if not isinstance(row, Row):
        raise Problem("bad", field="match", **row.facts)
    return row


async def _moment(request: Request, asked: Moment) -> tuple[dict[str, Any], Origin]:
    """The record of the match that is meant, and the moment in it. Raises Problem."""
    history, shelf, bots = (getattr(request.app.state, name) for name in ("history", "shelf", "bots"))
    record, told = await history.record(asked.match), await history.steps(asked.match)
    if record is None or told is None:
        raise Problem("gone", field="match")
    game = shelf.get(record["game"])
    if record["result"] != "finished":
        raise Problem("bad", field="match", why="unfinished")
    if game is None or game.version != record["rules"] or game.name not in bots:
        raise Problem("bad", field="match", why="rules")
    try:
        return record, branching.origin(record, told, asked.step, game)
    except Unfit as error:
        raise Problem("bad", field=error.field, **error.facts) from error


def _alone(by: Guest, seat: int, found: Origin) -> tuple[Holder | None, ...]:
    """The seats as the asking guest finds them. Bots keep the names they had, so the guest may get a number."""
    try:
        name = clean(by.name)
    except BadName as error:
        raise Problem("bad", field="name", why=error.why) from error
    others = [one for nth, one in enumerate(found.bots) if one and nth != seat]
    mine = Holder(by.id, distinct(name, others), seat % AVATARS)
    return tuple(mine if nth == seat else None for nth in range(len(found.bots)))
