"""What lies in the box: the numbers in which Waterhole and Kariba differ (W1, K1, K2, K4)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.option import Option, of_game

RANKS = range(1, 9)
COPIES = 8
HAND = 5
HERD = 3
MARKET = 3

# Canonical order (FAIRNESS: eight 1s, eight 2s, ...). A card is its rank.
PACK: tuple[int, ...] = tuple(rank for rank in RANKS for _ in range(COPIES))


@dataclass(frozen=True, slots=True)
class Box:
    """One game of the herds family.

    Attributes:
        name: on the shelf.
        seats: how many may play.
        options: what is chosen before a match.
    """

    name: str
    seats: range
    options: tuple[Option, ...]


WATERHOLE = Box("waterhole", range(2, 5), (of_game("deals", 3, 1),))
KARIBA = Box("kariba", range(2, 6), (of_game("deals", 3, 1), of_game("market", False, True)))
