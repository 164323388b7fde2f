"""The lazy river: one run of ranks, A 2 .. K, in any suits (S9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.errors import IllegalMove
from engine.games.seven_waters.cards import RANKS, is_joker, number

ENDS = ("start", "low", "high")


class Laid(NamedTuple):
    """A card in a river and the place of its rank in the run, from 0."""

    card: str
    rank: int

    def written(self) -> str:
        """The face, with what a joker stands for: "6C", "X1=7"."""
        return f"{self.card}={RANKS[self.rank]}" if is_joker(self.card) else self.card


class Wish(NamedTuple):
    """A card of a river move, and the rank its player names for a joker (None: it is to be clear from the run)."""

    card: str
    rank: int | None = None

    def written(self) -> str:
        """As a move writes it."""
        return self.card if self.rank is None else f"{self.card}={RANKS[self.rank]}"


River = tuple[Laid, ...]


def ends(river: River) -> tuple[int | None, int | None]:
    """The ranks wanted at the low and at the high end; None where the run can grow no further."""
    if not river:
        return None, None
    low, high = river[0].rank - 1, river[-1].rank + 1
    return (low if low >= 0 else None), (high if high < len(RANKS) else None)


def _start(river: River, end: str, wishes: Sequence[Wish]) -> int:
    """The rank of the first card of the run that is laid."""
    if not river:
        if end != "start":
            raise IllegalMove("river_end", end=end)
        for nth, (card, rank) in enumerate(wishes):
            if not is_joker(card):
                return number(card) - nth
            if rank is not None:
                return rank - nth
        raise IllegalMove("river_joker")
    low, high = ends(river)
    if end not in ("low", "high"):
        raise IllegalMove("river_end", end=end)
    rank = low if end == "low" else high
    if rank is None:
        raise IllegalMove("river_run", rank=None)
    return rank - len(wishes) + 1 if end == "low" else rank


def run(river: River, end: str, wishes: Sequence[Wish]) -> River:
    """The cards of a move as they come to lie, low to high.

    Raises:
        IllegalMove: river_end where a river cannot be begun or go on at this end; river_joker where a joker's rank
            is not clear and not named; river_run where the cards are no run that joins this end.
    """
    first = _start(river, end, wishes)
    laid: list[Laid] = []
    for nth, (card, named) in enumerate(wishes):
        rank = first + nth
        if not 0 <= rank < len(RANKS):
            raise IllegalMove("river_run", rank=None)
        stands = (named if named is not None else rank) if is_joker(card) else number(card)
        if stands != rank:
            raise IllegalMove("river_run", rank=RANKS[rank])
        laid.append(Laid(card, rank))
    return tuple(laid)


def grown(river: River, end: str, laid: River) -> River:
    """The river after cards were laid at an end."""
    return laid + river if end == "low" else river + laid
