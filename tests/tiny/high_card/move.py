"""The one move of High Card, and how it is read."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.core.errors import UnreadableMove
from tests.tiny.high_card.table import PACK


class Lay(NamedTuple):
    """A card from the hand to the trick."""

    card: str


def read(obj: object) -> Lay:
    """JSON to a move. Raises UnreadableMove."""
    if isinstance(obj, dict) and obj.keys() == {"type", "card"} and obj["type"] == "lay":
        card = obj["card"]
        if isinstance(card, str) and card in PACK:
            return Lay(card)
    raise UnreadableMove(obj)


def write(move: Lay) -> dict[str, Any]:
    """A move as JSON."""
    return {"type": "lay", "card": move.card}
