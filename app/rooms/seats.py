"""Seats: sit, stand, order and names."""

from __future__ import annotations

from typing import Any

from app.rooms import claims, wire
from app.rooms.ask import Ask
from app.rooms.names import BadName, clean, distinct
from app.rooms.state import AVATARS, Holder, Refusal, RoomState, Row, Told, change
from engine.games import Shelf

Answer = Row | Refusal


def free_avatar(state: RoomState, but: int | None = None) -> int:
    """The first avatar nobody at the table has, the holder of seat `but` left out."""
    used = {holder.avatar for seat, holder in state.seated() if seat != but}
    return next(avatar for avatar in range(AVATARS + len(used)) if avatar not in used) % AVATARS


def others(state: RoomState, but: int | None) -> list[str]:
    """The names at the table, the holder of seat `but` left out."""
    return [holder.name for seat, holder in state.seated() if seat != but]


def sit(ask: Ask) -> Answer:
    state, command, guest = ask.state, ask.command, ask.by.guest
    if refused := ask.lobby_only():
        return refused
    if guest in state.kicked:
        return Refusal("kicked")
    had = state.seat_of(guest)
    if had is None and state.house["locked"] and guest != state.host:
        return Refusal("locked")
    free = [seat for seat, holder in enumerate(state.seats) if holder is None or seat == had]
    seat = command.seat if command.seat is not None else (had if had is not None else min(free, default=-1))
    if seat not in free:
        return Refusal("full", {"seat": command.seat})
    try:
        name = clean(ask.by.name)
    except BadName as error:
        return Refusal("bad", {"field": "name", "why": error.why})
    return ask.row("seat", {"op": "sit", "seat": seat, "guest": guest, "name": distinct(name, others(state, had))})


def stand(ask: Ask) -> Answer:
    if refused := ask.lobby_only():
        return refused
    seat = ask.state.seat_of(ask.by.guest)
    if seat is None:
        return Refusal("role", {"needs": "seat"})
    return ask.row("seat", {"op": "stand", "seat": seat})


def seat_order(ask: Ask) -> Answer:
    if refused := ask.host_only():
        return refused
    if sorted(ask.command.seats) != list(range(len(ask.state.seats))):
        return Refusal("bad", {"field": "seats"})
    return ask.row("seat", {"op": "order", "seats": list(ask.command.seats)})


def rename(ask: Ask) -> Answer:
    state, guest = ask.state, ask.by.guest
    try:
        name = clean(ask.command.name)
    except BadName as error:
        return Refusal("bad", {"field": "name", "why": error.why})
    seat = state.seat_of(guest)
    shown = distinct(name, others(state, seat)) if seat is not None else name
    return ask.row("seat", {"op": "name", "seat": seat, "name": shown}, rename=(guest, name) if guest else None)


def fold_seat(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    body, seats = row.body, list(state.seats)
    op: str = body["op"]
    seat: Any = body.get("seat")
    if op == "sit":
        had = state.seat_of(body["guest"])
        avatar = seats[had].avatar if had is not None and seats[had] else free_avatar(state)  # type: ignore[union-attr]
        if had is not None:
            seats[had] = None
        seats[seat] = Holder(body["guest"], body["name"], avatar)
    elif op == "stand":
        seats[seat] = None
    elif op == "order":
        seats = [state.seats[old] for old in body["seats"]]
    elif op == "name" and seat is not None and (held := seats[seat]):
        seats[seat] = Holder(held.guest, body["name"], held.avatar, held.bot)
    elif op == "claim":
        return claims.fold_claim(state, row, shelf)
    elif op == "bot":
        had_bot = seats[seat]
        avatar = had_bot.avatar if had_bot else free_avatar(state)
        seats[seat] = Holder(None, body["name"], avatar, body["level"])
    # Who sits where has changed, so whoever said "again" said it of another table; a name alone changes nothing.
    said = state.said if op == "name" else frozenset()
    return change(state, head=row.seq, seats=tuple(seats), said=said), Told(room=True, table=False)


RECEIVE: dict[type, Any] = {
    wire.Sit: sit,
    wire.Stand: stand,
    wire.SeatOrder: seat_order,
    wire.Name: rename,
}
FOLD: dict[str, Any] = {"seat": fold_seat}
