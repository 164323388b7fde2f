"""What a deliberate leak is, and the ways in which most of them get into what is sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
import pytest
from orjson import Fragment

from app.rooms import letters
from app.rooms.pieces import Pieces
from engine.core import view as doors
from engine.core.match import Match

Patch = pytest.MonkeyPatch
Leak = Callable[[Patch], None]


def inside(state: Any) -> str:
    """All that is hidden in a state, as text."""
    return repr((state.hands, state.deck))


def listed(match: Match) -> int:
    """How long the list of the legal moves is, as text."""
    return sum(len(repr(match.game.write(move))) for seat in match.to_act() for move in match.moves(seat))


def changed_view(patch: Patch, change: Callable[[Any, Any], None]) -> None:
    """Every view goes through `change(view, state)`."""
    honest = doors.view

    def leaky(game: Any, state: Any, viewer: Any) -> Any:
        view = honest(game, state, viewer)
        change(view, state)
        return view

    def sent(self: Pieces, viewer: Any) -> Fragment:
        return Fragment(orjson.dumps(leaky(self.match.game, self.match._state, viewer)))  # noqa: SLF001 - a leak has its own ways

    patch.setattr("engine.core.match.view", leaky)
    patch.setattr(Pieces, "view", sent)


def changed_table(patch: Patch, change: Callable[[Any, Any, Any], None]) -> None:
    """Every `table` message goes through `change(message, match, seat)`."""
    honest = letters.table

    def leaky(state: Any, seat: Any, *more: Any) -> Any:
        told = honest(state, seat, *more)
        if told is not None:
            change(told, state.play.match, seat)
        return told

    patch.setattr(letters, "table", leaky)
