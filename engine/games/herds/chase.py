"""Who chases whom at the waterhole (W3, W4, W5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.herds.box import HERD

Herds = Sequence[Sequence[Any]]


def prey(herds: Herds, rank: int, size: int) -> int:
    """The rank that a herd of `size` cards of `rank` would chase off.

    Args:
        herds: the cards at each place, index rank - 1.

    Returns:
        The nearest lower non-empty place, the 8s for the Aces; 0 when nobody is chased.
    """
    if size < HERD:
        return 0
    if rank == 1:
        return 8 if herds[7] else 0
    for lower in range(rank - 1, 0, -1):
        if herds[lower - 1]:
            return lower
    return 0
