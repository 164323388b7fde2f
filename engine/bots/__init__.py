"""Bots. A bot gets what its seat gets (a view, its offer, the news) and a seed: it cannot cheat.

choose(game, level, view, offer, news, seed) -> move as JSON

Adding one is a function here in a file of its own and one line in BOTS. The house takes BOTS from outside, as it takes
the shelf.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.bots import herds, waters

LEVELS = ("easy", "medium", "hard", "expert")

# (level, view, offer, news of this deal, chance) -> a legal move as JSON
Bot = Callable[[str, Mapping[str, Any], Mapping[str, Any], Sequence[Mapping[str, Any]], random.Random], dict[str, Any]]
Bots = Mapping[str, Bot]

BOTS: Bots = {"waterhole": herds.choose, "kariba": herds.choose, "seven_waters": waters.choose}


def choose(
    game: str,
    level: str,
    view: Mapping[str, Any],
    offer: Mapping[str, Any],
    news: Sequence[Mapping[str, Any]],
    seed: int,
    bots: Bots = BOTS,
) -> dict[str, Any]:
    """The move a bot makes for the seat whose view, offer and news of this deal it is given.

    Args:
        level: one of LEVELS. seed: equal seeds and equal views give equal moves.
        bots: the bot of each game; there must be one of this.

    Returns:
        A legal move as JSON.
    """
    return bots[game](level, view, offer, news, random.Random(seed))  # noqa: S311 - taste, not secrecy


def any_of(moves: Iterable[Any], seed: int) -> Any:
    """One of a seat's legal moves: how a seat is kept in a game that has no bot."""
    return random.Random(seed).choice(list(moves))  # noqa: S311 - taste, not secrecy
