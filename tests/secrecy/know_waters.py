"""know(v) of Seven Waters, from its rule text and rulings (S1-S13 and "Hidden until the parks open")."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from tests.secrecy.know import Known, Viewer

ROWS, ROPES, HELD = 7, 10, 3
SPOTS = [(row, pos) for row in range(1, ROWS + 1) for pos in range(1, row + 1)]


class Waters:
    """One table: where every card lies, and who has seen it.

    Everybody knows rows 1, 3, 5 and 7, the rope lines, a card of rows 2, 4 and 6 from the moment nothing lies on it
    (S2), every drafted card, and whatever is laid in slides, river and pool. A seat alone knows its three dealt cards.
    Which cards of a hand become its theme or are discarded is told to nobody (S5, S11): a card that was drafted in the
    open may lie there, and its face is known, but not that it lies there. When the parks open everything is shown.
    """

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.known = Known(seats)
        self._pyramid: dict[tuple[int, int], int] = {}
        self._hands: list[list[int]] = [[], []]
        self._themes: list[list[int]] = [[], []]
        self._gone: list[list[int]] = [[], []]
        self._turns: int | None = None
        self._cards: dict[Any, int] = {}
        self._open = False

    def deal(self, order: Sequence[Any], first: int) -> None:
        """The pyramid from its top, both seats' rope lines, three cards each (FAIRNESS)."""
        cards = self.known.laid(order)
        self._cards = dict(zip(order, cards, strict=True))
        self._pyramid = dict(zip(SPOTS, cards, strict=False))
        rest = cards[len(SPOTS) :]
        self.known.open(rest[: 2 * ROPES])
        self.known.open(card for (row, _), card in self._pyramid.items() if row % 2)
        self._hands = [rest[2 * ROPES :][:HELD], rest[2 * ROPES + HELD :]]
        self._themes, self._gone = [[], []], [[], []]
        self._turns, self._open = None, False
        for seat, hand in enumerate(self._hands):
            self.known.see(seat, hand)

    def play(self, seat: int, move: Mapping[str, Any]) -> None:
        kind = move["type"]
        if kind == "draft":
            self._hands[seat].append(self._pyramid.pop((move["row"], move["pos"])))
            self.known.open(self._uncovered())
        elif kind != "pass":
            words = move["cards"] if "cards" in move else [move["card"]]
            cards = [self._cards[word[:2]] for word in words]
            self._hands[seat] = [card for card in self._hands[seat] if card not in cards]
            if kind == "discard":
                self._gone[seat] += cards
            elif kind == "theme":
                self._themes[seat] += cards
            else:
                self.known.open(cards)
                if kind == "river":
                    self.known.worded.update(self._cards[word] for word in ("X1", "X2") if self._cards[word] in cards)
        self._pass_on(seat, again=kind == "slide" and bool(self._hands[seat] or self._pyramid))

    def _uncovered(self) -> Iterator[int]:
        for (row, pos), card in self._pyramid.items():
            if (row + 1, pos) not in self._pyramid and (row + 1, pos + 1) not in self._pyramid:
                yield card

    def _pass_on(self, seat: int, *, again: bool) -> None:
        """The end (S12, S13): after the apex is taken each has one more turn; a slide's extra action belongs to it."""
        if again:
            return
        if self._turns is None and not self._pyramid:
            self._turns = 2
        elif self._turns is not None:
            self._turns -= 1
        seat = 1 - seat
        while self._turns and not self._hands[seat]:
            self._turns, seat = self._turns - 1, 1 - seat
        if self._turns == 0:
            self._open = True
            self.known.open(self._cards.values())

    def hidden(self, viewer: Viewer) -> Hashable:
        if self._open:
            return ()
        faces = self.known.faces
        own = [[self._hands[seat], self._themes[seat], self._gone[seat]] for seat in range(2) if seat != viewer]
        lies = tuple(tuple(sorted(faces[card] for card in place)) for places in own for place in places)
        return lies, tuple(faces[card] for card in self._covered())

    def _covered(self) -> list[int]:
        """Face down in the pyramid; what has fewest cards on it first."""
        free = set(self._uncovered())
        spots = [spot for spot, card in self._pyramid.items() if spot[0] % 2 == 0 and card not in free]
        spots.sort(
            key=lambda spot: ((spot[0] + 1, spot[1]) in self._pyramid) + ((spot[0] + 1, spot[1] + 1) in self._pyramid)
        )
        return [self._pyramid[spot] for spot in spots]

    def closed(self, viewer: Viewer) -> list[list[int]]:
        """The covered cards, then of each other seat its hand, theme and discards."""
        if self._open:
            return [[]]
        places = [
            place[seat] for seat in range(2) if seat != viewer for place in (self._hands, self._themes, self._gone)
        ]
        return [self._covered(), *map(list, places)]
