"""The two doors out of the engine. Nothing else shows a state or an event to anybody; games hold no filter code.

A viewer is a seat, or None for a spectator, who sees public information only.
"""

from __future__ import annotations

from typing import Any

from engine.core.game import Game
from engine.core.state import Event, Seat, State

View = dict[str, Any]
News = dict[str, Any]


def view(game: Game[Any, Any, Any], state: State[Any, Any], viewer: Seat | None) -> View:
    """The state as one viewer may see it.

    Returns:
        {"places": {name: faces or a number}, "facts": {...}, "own": {...} or None}, JSON values only.
    """
    places, facts = game.shown(state.table)
    own = None
    for seat, hand in enumerate(state.hands):
        if seat == viewer:
            mine, own = game.own(state.table, hand, seat)
            places.update(mine)
        else:
            places.update(game.back(hand, seat))
    return {"places": places, "facts": facts, "own": own}


def tell(event: Event, viewer: Seat | None) -> News:
    """An event as one viewer hears it: what is open, and over it what is private to this viewer."""
    heard: News = {"e": event.name, **event.open}
    if viewer is not None and viewer in event.private:
        heard.update(event.private[viewer])
    return heard
