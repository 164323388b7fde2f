"""Claims: somebody without a seat says that an absent player's seat is theirs; somebody at the table says yes. Pure.

A claim is asked in front of everybody and kept by the process only; the answer that gives the seat is a row.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.rooms import guided, wire
from app.rooms.ask import Ask
from app.rooms.state import Claimed, Guest, Refusal, RoomState, Row, Told, Turned, change
from engine.games import Shelf


def claim(ask: Ask) -> Claimed | Refusal:
    """A seat whose owner is not here, by a guest who has none."""
    state, guest = ask.state, ask.by.guest
    seat = ask.command.seat
    holder = state.seats[seat] if seat < len(state.seats) else None
    if guest is None or guest in state.kicked:
        return Refusal("kicked")
    if state.seat_of(guest) is not None or state.kind == guided.KIND:
        return Refusal("role", {"needs": "no_seat"})
    if holder is None or holder.guest is None:
        return Refusal("bad", {"field": "seat"})
    if ask.presence.gone(holder.guest) is None:
        return Refusal("illegal", {"rule": "not_away", "name": holder.name})
    return Claimed(guest, seat)


def may_approve(ask: Ask) -> bool:
    """The host; where no host is here, anybody who sits here."""
    state, guest = ask.state, ask.by.guest
    if guest == state.host:
        return True
    return state.host not in ask.presence.here and state.seat_of(guest) is not None


def approve(ask: Ask) -> Row | Turned | Refusal:
    """Yes: the claimed seat belongs to the other browser from now on. No: the claim is gone."""
    state, guest = ask.state, ask.command.guest
    seat = ask.presence.claims.get(guest)
    if not may_approve(ask):
        return Refusal("role", {"needs": "host"})
    if seat is None or state.seat_of(guest) is not None:
        return Refusal("stale")
    holder = state.seats[seat]
    if not ask.command.yes:
        return Turned(guest)
    if holder is None or holder.guest is None or ask.presence.gone(holder.guest) is None:
        return Refusal("stale")
    return ask.row("seat", {"op": "claim", "seat": seat, "guest": guest, "had": holder.guest})


def fold_claim(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    """The seat, the place in the match that runs, and the rights of a host go to the other browser."""
    body = row.body
    seat, guest, had = body["seat"], body["guest"], body["had"]

    def given(holders: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(
            replace(holder, guest=guest) if nth == seat and holder and holder.guest == had else holder
            for nth, holder in enumerate(holders)
        )

    play = state.play and state.play._replace(players=given(state.play.players))
    after = change(
        state,
        head=row.seq,
        seats=given(state.seats),
        play=play,
        host=_heir(state.host, had, guest),
        absent={one: why for one, why in state.absent.items() if one != seat},
        waited=state.waited - {seat},
    )
    return after, Told(room=True, table=bool(play and play.steps))


def _heir(host: Guest, had: Guest, guest: Guest) -> Guest:
    return guest if host == had else host


RECEIVE: dict[type, Any] = {wire.Claim: claim, wire.Approve: approve}
