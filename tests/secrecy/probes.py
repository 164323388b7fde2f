"""Moves that somebody tries in order to find out more: of the right shape, and mostly about what they do not hold."""

from __future__ import annotations

import random
from typing import Any

RANKS = "A23456789TJQK"
PACK = [*(rank + suit for suit in "SHDC" for rank in RANKS), "X1", "X2"]
UNREADABLE: tuple[Any, ...] = ({"type": "undo"}, {"type": "play", "cards": ["7"]}, {"type": "theme"}, [], None)


def _herds(chance: random.Random) -> dict[str, Any]:
    if chance.random() < 0.2:
        return {"type": "draw", "source": chance.choice(["deck", *range(1, 9)])}
    return {"type": "play", "cards": [chance.randrange(1, 9)] * chance.choice((0, 1, 1, 1, 2, 3))}


def _waters(chance: random.Random) -> dict[str, Any]:
    row = chance.randrange(1, 8)
    card, more = chance.sample(PACK, 2)
    return chance.choice(
        (
            {"type": "draft", "row": row, "pos": chance.randrange(1, row + 1)},
            {"type": "draft", "row": row - row % 2, "pos": chance.randrange(1, row + 1)},  # covered more often than not
            {"type": "discard", "cards": [card]},
            {"type": "theme", "card": card},
            {"type": "slide", "line": chance.randrange(1, 5), "cards": [card, more]},
            {"type": "river", "end": chance.choice(("start", "low", "high")), "cards": [card]},
            {"type": "pool", "cards": [card]},
            {"type": "pass"},
        )
    )


def some(game: str, chance: random.Random) -> Any:
    """One of them, for this game by name."""
    if chance.random() < 0.1:
        return chance.choice(UNREADABLE)
    return _waters(chance) if game == "seven_waters" else _herds(chance)


def about(game: str, face: Any) -> list[Any]:
    """Moves that need this face."""
    if game == "seven_waters":
        return [
            *({"type": kind, "cards": [face]} for kind in ("discard", "pool")),
            {"type": "theme", "card": face},
            {"type": "slide", "line": 1, "cards": [face]},
        ]
    return [*({"type": "play", "cards": [face] * n} for n in (1, 2, 3)), {"type": "draw", "source": face}]
