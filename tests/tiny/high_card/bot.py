"""A bot for High Card: the best card that takes the trick, else the worst one; easy plays anything."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any


def choose(
    level: str,
    view: Mapping[str, Any],
    offer: Mapping[str, Any],
    news: Sequence[Mapping[str, Any]],
    chance: random.Random,
) -> dict[str, Any]:
    """A legal move for the seat that is to act in this view (see `engine.bots.choose`)."""
    cards, trick = sorted(offer["lay"]), view["places"]["trick"]
    if level == "easy":
        return {"type": "lay", "card": chance.choice(cards)}
    card = cards[-1] if not trick or cards[-1] > max(trick) else cards[0]
    return {"type": "lay", "card": card}
