"""The open table of Seven Waters, and what each seat keeps to itself."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.games.seven_waters.cards import SLIDES, SLIDES_CONTEST
from engine.games.seven_waters.pyramid import Pyramid, left
from engine.games.seven_waters.river import River

Cards = tuple[str, ...]
SEATS = range(2)
LINES = range(1, 5)


class Hand(NamedTuple):
    """What one seat knows alone: its cards, its theme card (none or one) and its discards."""

    cards: Cards = ()
    theme: Cards = ()
    discards: Cards = ()


class Park(NamedTuple):
    """What lies open of one park, and how much of the rest there is.

    Attributes:
        ropes: the cards of rope lines 1 to 4. slides: those of their slides, None where none is built.
        river: low to high. pool, suit: the pool's cards and its suit. held, discarded, themed: numbers of hidden cards.
    """

    ropes: tuple[Cards, ...] = ((),) * 4
    slides: tuple[Cards | None, ...] = (None,) * 4
    river: River = ()
    pool: Cards = ()
    suit: str | None = None
    held: int = 0
    discarded: int = 0
    themed: bool = False


class Table(NamedTuple):
    """Everything open.

    Attributes:
        contest: no limit of seven slides (S8). phase: between | play | over. first, to_act: seats.
        extra: whether the seat to act has the extra action of a slide (S7).
        turns_left: turns that are still to come once the apex is taken, else None (S13).
        opened: all hands, when the parks have opened. last: the last action, as its event told everybody.
    """

    contest: bool
    phase: str = "between"
    first: int = 0
    to_act: int | None = None
    pyramid: Pyramid = ()
    parks: tuple[Park, Park] = (Park(), Park())
    extra: bool = False
    turns_left: int | None = None
    opened: tuple[Hand, ...] = ()
    last: dict[str, Any] | None = None

    @property
    def slides(self) -> int:
        """How many slides both players together may build (S8)."""
        return SLIDES_CONTEST if self.contest else SLIDES

    @property
    def slides_left(self) -> int:
        """How many slides may still be built."""
        return self.slides - sum(slide is not None for park in self.parks for slide in park.slides)

    @property
    def pyramid_left(self) -> int:
        """Cards in the pyramid."""
        return left(self.pyramid)
