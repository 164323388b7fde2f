"""know(v): which cards a viewer may know the faces of, by the rules alone; what both families share.

Written from the rule texts and RULINGS, not from the engine: nothing here imports a game or asks for a view. A card is
named by where it lay in the shuffled pack: `BOX * deal + index`, deals of a room counted from 1, index 0 on top. That
number is all that is said of it, so a card keeps its name in a world in which it has another face.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol

BOX = 100
Viewer = int | None  # a seat, or None for a spectator


class Known:
    """What each viewer may know.

    Attributes:
        faces: the face of every card that was dealt. by: for each viewer the cards whose faces it may know.
        deals: deals so far. worded: cards shown as words of their own, a joker with what it stands for.
    """

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.viewers: tuple[Viewer, ...] = (*range(seats), None)
        self.by: dict[Viewer, set[int]] = {viewer: set() for viewer in self.viewers}
        self.faces: dict[int, Any] = {}
        self.deals = 0
        self.worded: set[int] = set()

    def laid(self, order: Sequence[Any]) -> list[int]:
        """A new deal: the names of its cards, in order of the pack."""
        self.deals += 1
        cards = [BOX * self.deals + nth for nth in range(len(order))]
        self.faces |= dict(zip(cards, order, strict=True))
        return cards

    def see(self, viewer: Viewer, cards: Iterable[int]) -> None:
        """One viewer sees these faces."""
        self.by[viewer].update(cards)

    def open(self, cards: Iterable[int]) -> None:
        """They lie open: everybody sees them."""
        shown = list(cards)
        for viewer in self.viewers:
            self.see(viewer, shown)

    def unknown(self, viewer: Viewer, deal: int) -> list[int]:
        """The cards of a deal whose faces this viewer may not know."""
        return sorted(card for card in self.faces if card // BOX == deal and card not in self.by[viewer])


class Rules(Protocol):
    """What a family's rules tell of its cards, step by step."""

    known: Known

    def deal(self, order: Sequence[Any], first: int) -> None:
        """A shuffled pack is laid out, index 0 on top."""

    def play(self, seat: int, move: Mapping[str, Any]) -> None:
        """A seat has made a move, as JSON."""

    def hidden(self, viewer: Viewer) -> Hashable:
        """What is secret from this viewer now: faces in other hands and face-down piles; equal where they look alike
        to somebody who may see everything."""

    def closed(self, viewer: Viewer) -> list[list[int]]:
        """The places that lie face down for this viewer, each as its cards; what comes up next stands first."""
