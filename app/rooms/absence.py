"""Absent players: who keeps a seat meanwhile, what the others may choose, and matches that are broken off. Pure.

A seat whose owner is gone is shown as away, then a bot plays for it; the owner has it back at the next decision. The
host, in a match of two the other player, may choose: wait for good, a bot at once, or to end the match.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.rooms import guided, record, wire
from app.rooms.ask import Ask, Back, Ended, HostGone, TakeOver
from app.rooms.state import Guest, Refusal, RoomState, Row, Told, change
from engine.games import Shelf

Answer = Row | Refusal


def leave(ask: Ask) -> Answer:
    """On purpose: in a running match a bot plays on at once, elsewhere the seat is free."""
    state = ask.state
    seat = state.seat_of(ask.by.guest)
    if seat is None:
        return Refusal("role", {"needs": "seat"})
    if state.phase == "playing":
        return ask.row("away", {"seat": seat, "why": "left"})
    return ask.row("seat", {"op": "stand", "seat": seat})


def choose(ask: Ask) -> Answer:
    """What the table does about somebody who is not here."""
    state, command = ask.state, ask.command
    holder = state.seats[command.seat] if command.seat < len(state.seats) else None
    if state.phase != "playing" or state.play is None or state.kind == guided.KIND:
        return Refusal("illegal", {"rule": "not_started"})
    if not may_choose(state, ask.by.guest):
        return Refusal("role", {"needs": "host"})
    if holder is None or holder.guest is None or holder.guest == ask.by.guest:
        return Refusal("bad", {"field": "seat"})
    if command.seat not in state.absent and ask.presence.gone(holder.guest) is None:
        return Refusal("illegal", {"rule": "not_away", "name": holder.name})
    if command.choice == "end":
        return broken_off(ask, command.seat, "absent")
    if command.choice == "bot":
        return ask.row("away", {"seat": command.seat, "why": "chosen"})
    return ask.row("absent", {"seat": command.seat, "choice": "wait"})


def may_choose(state: RoomState, guest: Guest | None) -> bool:
    """The host; in a match of two also the other player."""
    seat = state.seat_of(guest)
    players = len(state.play.players) if state.play else 0
    return guest == state.host or (players == 2 and seat is not None and seat < players)


def take_over(ask: Ask) -> Answer:
    """The room itself: somebody has been gone long enough."""
    state, seat = ask.state, ask.command.seat
    holder = state.seats[seat]
    kept = seat in state.absent or seat in state.waited
    if state.phase != "playing" or kept or holder is None or ask.presence.gone(holder.guest) is None:
        return Refusal("stale")
    return ask.row("away", {"seat": seat, "why": "gone"})


def back(ask: Ask) -> Answer:
    """The room itself: the owner of a seat is here again."""
    if ask.command.seat not in ask.state.absent and ask.command.seat not in ask.state.waited:
        return Refusal("stale")
    return ask.row("back", {"seat": ask.command.seat})


def broken_off(ask: Ask, seat: int | None, why: str) -> Answer:
    """The match ends without a result; it stands in the record as abandoned, with all its seeds."""
    playing = ask.state.play
    if playing is None:
        return Refusal("illegal", {"rule": "not_started"})
    row = ask.row("end", {"match": playing.id, "seat": seat, "why": why})
    ended = playing._replace(broken=why)
    return replace(row, finish=lambda: record.finish(ended, ask.state, ask.now))


def expire(ask: Ask) -> Answer:
    """The room itself: the match is given up. Somebody may have come meanwhile, perhaps to another process."""
    came = ask.state.head != ask.command.after or bool(ask.presence.here)
    if ask.state.phase != "playing" or (came and not ask.command.closed):
        return Refusal("stale")
    return broken_off(ask, None, "expired")


def host_gone(ask: Ask) -> Answer:
    """The room itself: the host is gone, and somebody who sits here has the rights now."""
    state, heir = ask.state, ask.command.heir
    if ask.presence.gone(state.host) is None or heir not in ask.presence.here or state.seat_of(heir) is None:
        return Refusal("stale")
    return ask.row("host", {"host": heir})


def fold_away(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    seat = row.body["seat"]
    absent = {**state.absent, seat: row.body["why"]}
    after = change(state, head=row.seq, absent=absent, waited=state.waited - {seat})
    return after, Told(room=True, table=False)


def fold_back(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    seat = row.body["seat"]
    absent = {one: why for one, why in state.absent.items() if one != seat}
    return change(state, head=row.seq, absent=absent, waited=state.waited - {seat}), Told(room=True, table=False)


def fold_choice(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    seat = row.body["seat"]
    absent = {one: why for one, why in state.absent.items() if one != seat}
    return change(state, head=row.seq, absent=absent, waited=state.waited | {seat}), Told(room=True, table=False)


def fold_end(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    if state.play is None:
        raise ValueError("an end without a match")
    after = change(
        state,
        head=row.seq,
        phase="over",
        play=state.play._replace(broken=row.body["why"]),
        said=frozenset(),
        absent={},
        waited=frozenset(),
        kicked=frozenset(),
        last_match=state.play.id,
    )
    return after, Told(room=True, table=bool(state.play.steps))


RECEIVE: dict[type, Any] = {
    wire.Leave: leave,
    wire.Absent: choose,
    TakeOver: take_over,
    HostGone: host_gone,
    Back: back,
    Ended: expire,
}
FOLD: dict[str, Any] = {"away": fold_away, "back": fold_back, "absent": fold_choice, "end": fold_end}
