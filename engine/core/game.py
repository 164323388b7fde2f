"""The Game protocol: what a game must say about itself. Every method is pure; a game keeps nothing.

Questions (`moves`, `offer`, `check`) get the table and the asking seat's own hand only, so that an answer cannot leak
what it was never given. Only `deal` and `play` see all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.core.errors import BadSetup
from engine.core.option import Option, settled
from engine.core.state import Card, Hand, Seat, State, Step, Table

Move = TypeVar("Move")
Places = dict[str, Any]
Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended.

    Attributes:
        deals: scores of each deal, one row a deal, one number a seat.
        totals: points of the match by seat.
        winners: the seats that won; several share the win, none at a draw.
        breakdown: where the points come from, one row of named numbers a seat, in games that count several things.
    """

    deals: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    breakdown: tuple[Mapping[str, int | None], ...] | None = None


class Game(ABC, Generic[Table, Hand, Move]):
    """One box of the shelf.

    Attributes:
        name: its name on the shelf and on the wire.
        seats: how many may play.
        version: of the rules; a running match keeps the version it began with.
        view_version: of the shape of its views.
        options: what is chosen before a match, described once (`engine.core.option`).
    """

    name: str
    seats: range
    version: int = 1
    view_version: int = 1
    options: tuple[Option, ...]

    def settle(self, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
        """Complete options with their defaults.

        Raises:
            BadSetup: `seats` or `option`, when no match can be opened like this.
        """
        if seats not in self.seats:
            raise BadSetup("seats", seats=seats, min=self.seats[0], max=self.seats[-1])
        return self.read_options(options)

    def read_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Options with defaults filled in. Raises BadSetup(`option`) for unknown names or values."""
        return settled(self.options, options)

    def deals(self, options: Mapping[str, Any]) -> int:
        """How many deals a match of these complete options has: so many seeds are sealed before it begins."""
        return 1

    @abstractmethod
    def open(self, seats: int, options: Mapping[str, Any]) -> State[Table, Hand]:
        """An empty table; no card is dealt yet. Raises BadSetup."""

    @abstractmethod
    def pack(self, table: Table) -> Sequence[Card]:
        """All cards, in canonical order, if they must be shuffled and dealt now; empty when no deal is due."""

    @abstractmethod
    def deal(self, state: State[Table, Hand], cards: Sequence[Card], first: Seat) -> Step:
        """Lay out a shuffled pack, index 0 on top."""

    @abstractmethod
    def rotation(self, table: Table) -> int:
        """How many seats the start has moved on, clockwise, in the deal that is due (W8, K2)."""

    @abstractmethod
    def read(self, obj: object) -> Move:
        """JSON to a move. Raises UnreadableMove."""

    @abstractmethod
    def to_act(self, table: Table) -> frozenset[Seat]:
        """The seats that must decide now."""

    @abstractmethod
    def moves(self, table: Table, hand: Hand, seat: Seat) -> Iterator[Move]:
        """Every legal move of a seat that is to act; complete."""

    @abstractmethod
    def write(self, move: Move) -> dict[str, Any]:
        """A move as JSON, the inverse of `read`."""

    @abstractmethod
    def offer(self, table: Table, hand: Hand, seat: Seat) -> dict[str, Any]:
        """What the browser needs to light up, also while it is another seat's turn."""

    @abstractmethod
    def check(self, table: Table, hand: Hand, seat: Seat, move: Move) -> None:
        """Raises IllegalMove, NotYourTurn or GameOver; else the move may be played."""

    @abstractmethod
    def play(self, state: State[Table, Hand], seat: Seat, move: Move) -> Step:
        """Carry out a move that was checked."""

    @abstractmethod
    def shown(self, table: Table) -> tuple[Places, Facts]:
        """The part of a view that all viewers share."""

    @abstractmethod
    def own(self, table: Table, hand: Hand, seat: Seat) -> tuple[Places, Facts]:
        """A seat's private part of its view."""

    @abstractmethod
    def back(self, hand: Hand, seat: Seat) -> Places:
        """A hand from outside: numbers only."""

    @abstractmethod
    def result(self, table: Table) -> Result | None:
        """The result once the match is over."""
