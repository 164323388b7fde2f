"""The doors out of the engine: `view` for a state, `tell` for an event. Nothing else shows a state or an event to
anybody; games hold no filter code.

A viewer is a seat, or None for a spectator, who sees public information only.
"""

from __future__ import annotations

from typing import Any

from engine.core.game import Facts, Game, Places
from engine.core.state import Event, Seat, State

View = dict[str, Any]
News = dict[str, Any]


def shown(game: Game[Any, Any, Any], state: State[Any, Any]) -> tuple[Places, Facts]:
    """What every viewer sees of the state."""
    return game.shown(state.table)


def back(game: Game[Any, Any, Any], state: State[Any, Any], seat: Seat) -> Places:
    """What all others see of a seat's hand."""
    return game.back(state.hands[seat], seat)


def own(game: Game[Any, Any, Any], state: State[Any, Any], seat: Seat) -> tuple[Places, Facts]:
    """What a seat sees of its own hand instead of the back."""
    return game.own(state.table, state.hands[seat], seat)


def view(game: Game[Any, Any, Any], state: State[Any, Any], viewer: Seat | None) -> View:
    """The state as one viewer may see it: these three together.

    Returns:
        {"places": {name: faces or a number}, "facts": {...}, "own": {...} or None}, JSON values only.
    """
    places, facts = shown(game, state)
    mine = None
    for seat in range(len(state.hands)):
        if seat == viewer:
            faces, mine = own(game, state, seat)
            places.update(faces)
        else:
            places.update(back(game, state, seat))
    return {"places": places, "facts": facts, "own": mine}


def is_private(event: Event, viewer: Seat) -> bool:
    """Whether this viewer is told something of the event that others are not."""
    return viewer in event.private


def tell(event: Event, viewer: Seat | None) -> News:
    """An event as one viewer hears it: what is open, and over it what is private to this viewer."""
    heard: News = {"e": event.name, **event.open}
    if viewer is not None and viewer in event.private:
        heard.update(event.private[viewer])
    return heard
