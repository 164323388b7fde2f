"""Bots. A bot gets what its seat gets (a view, its offer, the news) and a seed: it cannot cheat.

choose(game, level, view, offer, news, seed) -> move as JSON
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine.bots import herds, waters

LEVELS = ("easy", "medium", "hard")

_BY_GAME = {"waterhole": herds.choose, "kariba": herds.choose, "seven_waters": waters.choose}


def plays(game: str) -> bool:
    """Whether there is a bot for this game."""
    return game in _BY_GAME


def choose(
    game: str,
    level: str,
    view: Mapping[str, Any],
    offer: Mapping[str, Any],
    news: Sequence[Mapping[str, Any]],
    seed: int,
) -> dict[str, Any]:
    """The move a bot makes for the seat whose view, offer and news of this deal it is given.

    Args:
        level: one of LEVELS. seed: equal seeds and equal views give equal moves.

    Returns:
        A legal move as JSON.
    """
    return _BY_GAME[game](level, view, offer, news, random.Random(seed))  # noqa: S311 - taste, not secrecy
