"""The open table of the herds: all that everybody may know."""

from __future__ import annotations

from typing import Any, NamedTuple

Counts = tuple[int, ...]
Cards = tuple[int, ...]


class Last(NamedTuple):
    """The last play and what it caught."""

    seat: int
    rank: int
    n: int
    prey: int
    captured: int

    def told(self) -> dict[str, int | None]:
        """As JSON."""
        prey = self.prey or None
        return {"seat": self.seat, "rank": self.rank, "n": self.n, "prey": prey, "captured": self.captured}


class Catch(NamedTuple):
    """One capture."""

    seat: int
    rank: int
    n: int


class Table(NamedTuple):
    """Everything open.

    Attributes:
        phase: play | draw | between | over. Before the first deal: between, deal 0.
        deal: number of this deal, from 1; deals: how many make the match.
        first: the seat that began this deal; to_act: the seat that decides, None when nobody does.
        market: whether three cards lie face up; row: those cards.
        herds: the cards at the places of rank 1..8.
        captured: each seat's captured cards of this deal (public history; shown as numbers, W10).
        left: cards in the draw pile. draws_left: cards the seat to act still draws.
        finished: the scores of the deals that are over.
        last: the last play of this deal.
        best: the biggest catch of each deal. catches: the size of each seat's biggest catch.
    """

    seats: int
    deals: int
    market: bool
    phase: str = "between"
    deal: int = 0
    first: int = 0
    to_act: int | None = None
    row: Cards = ()
    herds: tuple[Cards, ...] = ((),) * 8
    captured: tuple[Cards, ...] = ()
    left: int = 0
    draws_left: int = 0
    finished: tuple[Counts, ...] = ()
    last: Last | None = None
    best: tuple[Catch | None, ...] = ()
    catches: Counts = ()

    def scores(self) -> tuple[Counts, ...]:
        """The scores of every deal, the running one included (W8: one point a captured card)."""
        if self.phase in ("play", "draw"):
            return (*self.finished, tuple(map(len, self.captured)))
        return self.finished

    def totals(self) -> Counts:
        """Points of the match so far, by seat."""
        return tuple(map(sum, zip(*self.scores(), strict=True))) or (0,) * self.seats

    def winners(self) -> Counts:
        """The seats with the most points once the match is over; ties share the win (W8, K3)."""
        if self.phase != "over":
            return ()
        totals = self.totals()
        return tuple(seat for seat, points in enumerate(totals) if points == max(totals))

    def facts(self) -> dict[str, Any]:
        """The table in numbers, as JSON (docs/protocol.md, `facts`)."""
        last = self.last
        return {
            "phase": self.phase,
            "deal": self.deal,
            "deals": self.deals,
            "first": self.first,
            "to_act": self.to_act,
            "draws_left": self.draws_left,
            "scores": [list(row) for row in self.scores()],
            "totals": list(self.totals()),
            "last": last and last.told(),
            "best": [catch and {"seat": catch.seat, "rank": catch.rank, "n": catch.n} for catch in self.best],
            "catches": list(self.catches),
            "winners": list(self.winners()),
        }
