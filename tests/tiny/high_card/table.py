"""The open table of High Card."""

from __future__ import annotations

from typing import Any, NamedTuple

Cards = tuple[str, ...]
PACK: Cards = tuple(f"{n:02d}" for n in range(1, 13))
HAND = 4


class Table(NamedTuple):
    """Everything open.

    Attributes:
        low: whether the lowest card takes the trick. phase: between | play | over. first: who led the first trick.
        trick: the cards laid so far, from seat `leader` on. taken: each seat's tricks, face down but seen by all.
        left: cards that were not dealt. last: the last card laid.
    """

    seats: int
    low: bool
    phase: str = "between"
    first: int = 0
    leader: int = 0
    to_act: int | None = None
    trick: Cards = ()
    taken: tuple[Cards, ...] = ()
    left: int = 0
    last: dict[str, Any] | None = None

    def points(self) -> tuple[int, ...]:
        """One point a trick."""
        return tuple(len(cards) // self.seats for cards in self.taken)

    def winners(self) -> tuple[int, ...]:
        """The seats with the most tricks once it is over; ties share the win."""
        points = self.points()
        return tuple(seat for seat in range(self.seats) if self.phase == "over" and points[seat] == max(points))

    def facts(self) -> dict[str, Any]:
        """The table in numbers: what every page reads of every game, and the leader."""
        return {
            "phase": self.phase,
            "deal": 0 if self.phase == "between" else 1,
            "deals": 1,
            "first": self.first,
            "to_act": self.to_act,
            "scores": [] if self.phase == "between" else [list(self.points())],
            "totals": list(self.points()),
            "winners": list(self.winners()),
            "last": self.last,
            "best": [],
            "catches": [0] * self.seats,
            "leader": self.leader,
        }
