"""Saying next between deals, and again after a match."""

from __future__ import annotations

from typing import Any

from app.rooms import guided, wire
from app.rooms.ask import Ask, StartAgain
from app.rooms.play import begin
from app.rooms.state import Refusal, RoomState, Row, Told, change
from engine.games import Shelf

Answer = Row | Refusal


def say_next(ask: Ask) -> Answer:
    state = ask.state
    seat = state.seat_of(ask.by.guest)
    if seat is None:
        return Refusal("role", {"needs": "seat"})
    if state.phase != "playing" or not state.play or not state.play.match.pack():
        return Refusal("illegal", {"rule": "not_between"})
    return ask.row("next", {"seat": seat})


def say_again(ask: Ask) -> Answer:
    state = ask.state
    seat = state.seat_of(ask.by.guest)
    if seat is None:
        return Refusal("role", {"needs": "seat"})
    if state.phase != "over":
        return Refusal("illegal", {"rule": "not_over"})
    if state.kind == guided.KIND and not guided.ready([holder for _, holder in state.seated()]):
        return Refusal("illegal", {"rule": "lesson_seats"})
    return ask.row("again", {"seat": seat})


def start_again(ask: Ask) -> Answer:
    """Everybody present said again: the room starts the rematch itself, once."""
    if ask.state.phase != "over" or ask.state.last_match != ask.command.match:
        return Refusal("stale")
    return begin(ask, ask.command.seats)


def fold_said(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    return change(state, head=row.seq, said=state.said | {row.body["seat"]}), Told(room=True, table=False)


RECEIVE: dict[type, Any] = {wire.Next: say_next, wire.Again: say_again, StartAgain: start_again}
FOLD: dict[str, Any] = {"next": fold_said, "again": fold_said}
