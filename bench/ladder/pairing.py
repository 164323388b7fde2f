"""Which bots meet at which tables, and how many deals they play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from engine.bots import LEVELS


class Pairing(NamedTuple):
    """One seat of level `a` against level `b` in all other seats.

    Attributes:
        deals: how many shuffles; each is played `seats` times, with `a` in every seat once.
    """

    game: str
    seats: int
    options: Mapping[str, Any]
    a: str
    b: str
    deals: int

    @property
    def par(self) -> float:
        """What equal bots would win, in percent."""
        return 100 / self.seats


# Kariba without market is Waterhole with one more seat: a table is played once.
TABLES: tuple[tuple[str, int, Mapping[str, Any]], ...] = (
    ("waterhole", 2, {"deals": 1}),
    ("waterhole", 3, {"deals": 1}),
    ("waterhole", 4, {"deals": 1}),
    ("kariba", 5, {"deals": 1, "market": False}),
    ("kariba", 2, {"deals": 1, "market": True}),
    ("kariba", 3, {"deals": 1, "market": True}),
    ("kariba", 4, {"deals": 1, "market": True}),
    ("kariba", 5, {"deals": 1, "market": True}),
    ("seven_waters", 2, {"contest": False}),
    ("seven_waters", 2, {"contest": True}),
)
# Games of a pairing, by the stronger level: as many as forty minutes on two cores hold.
GAMES = {"herds": {"medium": 2000, "hard": 2000, "expert": 400}, "waters": {"medium": 1000, "hard": 300, "expert": 300}}


def pairings(scale: float = 1) -> Iterator[Pairing]:
    """Every level against the one below it, at every table."""
    for game, seats, options in TABLES:
        for b, a in pairwise(LEVELS):
            games = GAMES["waters" if game == "seven_waters" else "herds"][a]
            yield Pairing(game, seats, options, a, b, max(2, round(games * scale / seats)))
