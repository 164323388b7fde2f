"""The host's commands: game, options, house rules, bots, kick, lock, hand over."""

from __future__ import annotations

from typing import Any

import msgspec

from app.rooms import branching, guided, wire
from app.rooms.ask import Ask
from app.rooms.names import BOT_NAMES, distinct
from app.rooms.seats import others
from app.rooms.state import Refusal, RoomState, Row, Told, change
from engine.core.errors import BadSetup
from engine.games import Shelf

Answer = Row | Refusal


def choose_game(ask: Ask) -> Answer:
    if refused := ask.host_only() or guided.fixed(ask.state) or branching.fixed(ask.state):
        return refused
    game = ask.dealer.shelf.get(ask.command.game)
    if game is None:
        return Refusal("bad", {"field": "game"})
    if len(ask.state.seated()) > game.seats[-1]:
        return Refusal("full", {"max": game.seats[-1]})
    return ask.row("house", {"game": game.name, "options": game.read_options({})})


def options(ask: Ask) -> Answer:
    if refused := ask.host_only() or guided.fixed(ask.state) or branching.fixed(ask.state):
        return refused
    game = ask.dealer.shelf[ask.state.game]
    try:
        complete = game.read_options({**ask.state.options, **ask.command.options})
    except BadSetup as error:
        return Refusal("bad", {"field": "options", **error.facts})
    return ask.row("house", {"options": complete})


def house(ask: Ask) -> Answer:
    if ask.by.guest != ask.state.host:
        return Refusal("role", {"needs": "host"})
    return ask.row("house", {"house": msgspec.to_builtins(ask.command.house)})


def lock(ask: Ask) -> Answer:
    if ask.by.guest != ask.state.host:
        return Refusal("role", {"needs": "host"})
    return ask.row("house", {"house": {"locked": ask.command.on}})


def bot(ask: Ask) -> Answer:
    state, command = ask.state, ask.command
    if refused := ask.host_only():
        return refused
    if command.seat >= len(state.seats) or state.game not in ask.dealer.bots:
        return Refusal("bad", {"field": "seat"})
    held = state.seats[command.seat]
    if held and held.guest:
        return Refusal("full", {"seat": command.seat})
    taken = others(state, command.seat)
    free = next((name for name in BOT_NAMES if name not in taken), BOT_NAMES[0])
    name = held.name if held else distinct(free, taken)
    return ask.row("seat", {"op": "bot", "seat": command.seat, "name": name, "level": command.level})


def unbot(ask: Ask) -> Answer:
    if refused := ask.host_only():
        return refused
    seats = ask.state.seats
    held = seats[ask.command.seat] if ask.command.seat < len(seats) else None
    if not held or not held.bot:
        return Refusal("bad", {"field": "seat"})
    return ask.row("seat", {"op": "stand", "seat": ask.command.seat})


def kick(ask: Ask) -> Answer:
    if refused := ask.host_only():
        return refused
    if ask.command.guest == ask.state.host:
        return Refusal("bad", {"field": "guest"})
    seat = ask.state.seat_of(ask.command.guest)
    return ask.row("kick", {"op": "kick", "seat": seat, "guest": ask.command.guest})


def hand_over(ask: Ask) -> Answer:
    if ask.by.guest != ask.state.host:
        return Refusal("role", {"needs": "host"})
    if ask.state.seat_of(ask.command.guest) is None:
        return Refusal("bad", {"field": "guest"})
    return ask.row("host", {"host": ask.command.guest})


def fold_house(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    body = row.body
    changes: dict[str, Any] = {}
    if "house" in body:
        changes["house"] = {**state.house, **body["house"]}
    if "options" in body:
        changes["options"] = body["options"]
    if "game" in body:
        changes["game"] = body["game"]
        size = shelf[body["game"]].seats[-1]
        held = [holder for holder in state.seats if holder]
        kept = state.seats if len(state.seats) <= size else tuple(held)
        changes["seats"] = (*kept, *(None,) * size)[:size]
    return change(state, head=row.seq, **changes), Told(room=True, table=False)


def fold_host(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    return change(state, head=row.seq, host=row.body["host"]), Told(room=True, table=False)


def fold_kick(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    seat, guest = row.body["seat"], row.body["guest"]
    seats = tuple(None if nth == seat else holder for nth, holder in enumerate(state.seats))
    after = change(state, head=row.seq, seats=seats, kicked=state.kicked | {guest}, said=frozenset())
    return after, Told(room=True, table=False, kicked=guest)


RECEIVE: dict[type, Any] = {
    wire.ChooseGame: choose_game,
    wire.Options: options,
    wire.SetHouse: house,
    wire.Lock: lock,
    wire.Bot: bot,
    wire.Unbot: unbot,
    wire.Kick: kick,
    wire.HandOver: hand_over,
}
FOLD: dict[str, Any] = {"house": fold_house, "host": fold_host, "kick": fold_kick}
