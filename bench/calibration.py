"""How fast this machine's Python is just now, in work of the engine's kind: tuples, slices, counts, small objects."""

from __future__ import annotations

from time import process_time
from typing import NamedTuple

LOOPS = 20_000
NAME = "calibration"


class _Card(NamedTuple):
    rank: int
    cards: tuple[int, ...]


def loops_per_second() -> float:
    """Loops of the calibration in one second of one core."""
    began = process_time()
    card, seen = _Card(1, tuple(range(8))), 0
    for nth in range(LOOPS):
        rank = nth % 8
        card = card._replace(rank=rank, cards=(*card.cards[1:], rank))
        seen += card.cards.count(rank) + len(sorted(card.cards))
    took = process_time() - began
    if not seen:
        raise ValueError("nothing was done")
    return LOOPS / took
