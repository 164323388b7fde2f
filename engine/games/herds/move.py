"""The two moves of the herds, and how they are read."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.core.errors import UnreadableMove
from engine.games.herds.box import RANKS

DECK = "deck"


class Play(NamedTuple):
    """Cards of one rank from the hand to their place (W2)."""

    cards: tuple[int, ...]


class Draw(NamedTuple):
    """One card from the draw pile (`DECK`) or a face-up card of this rank (K4, K5)."""

    source: str | int


def _is_rank(value: object) -> bool:
    # bool is an int in Python; 7.0 and "7" are no cards
    return type(value) is int and value in RANKS


def read(obj: object) -> Play | Draw:
    """JSON to a move. Raises UnreadableMove; a play of no card is readable and refused by the rules."""
    if isinstance(obj, dict):
        if obj.keys() == {"type", "cards"} and obj["type"] == "play":
            cards = obj["cards"]
            if isinstance(cards, list) and len(cards) <= len(RANKS) * 8 and all(map(_is_rank, cards)):
                return Play(tuple(cards))
        elif obj.keys() == {"type", "source"} and obj["type"] == "draw":
            source = obj["source"]
            if (isinstance(source, str) and source == DECK) or _is_rank(source):
                return Draw(source)
    raise UnreadableMove(obj)


def write(move: Play | Draw) -> dict[str, Any]:
    """A move as JSON."""
    if isinstance(move, Play):
        return {"type": "play", "cards": list(move.cards)}
    return {"type": "draw", "source": move.source}
