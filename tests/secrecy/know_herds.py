"""know(v) of Waterhole and Kariba, from their rule texts (W1-W10, K1-K9)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from tests.secrecy.know import Known, Viewer

HAND, MARKET, HERD = 5, 3, 3


class Herds:
    """One table: where every card lies, and who has seen it.

    Own cards are known to their seat, at the deal and as they are drawn from the pile (K5: at once). What is laid, and
    the face-up row, everybody has seen; a card taken from the row is known in the hand it goes to. Captured cards were
    open before (W10). Nobody knows the pile, and another hand only where it was filled from the row. What is left in
    the hands when a deal ends is not shown (W7), nor later.
    """

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.known = Known(seats)
        self._seats = seats
        self._market = bool(options.get("market"))
        self._hands: list[list[int]] = [[] for _ in range(seats)]
        self._pile: list[int] = []
        self._row: list[int] = []
        self._owed = 0
        self._turn = 0

    def deal(self, order: Sequence[Any], first: int) -> None:
        """Five cards each, one at a time clockwise (W1); three go face up (K4)."""
        cards = self.known.laid(order)
        self._hands = [[] for _ in range(self._seats)]
        for nth in range(HAND * self._seats):
            self._hands[(first + nth) % self._seats].append(cards[nth])
        self._pile, self._row = cards[HAND * self._seats :], []
        for seat, hand in enumerate(self._hands):
            self.known.see(seat, hand)
        self._turn, self._owed = first, 0
        self._refill()

    def play(self, seat: int, move: Mapping[str, Any]) -> None:
        """Cards to the waterhole, or one card drawn by choice (K5)."""
        self._turn = seat
        if move["type"] == "draw":
            self._draw(move["source"])
        else:
            for face in move["cards"]:
                # Equal cards are equal: which of them is laid is not to be told, so it is the one held longest.
                card = next(card for card in self._hands[seat] if self.known.faces[card] == face)
                self._hands[seat].remove(card)
                self.known.open([card])
            self._owed = min(HAND - len(self._hands[seat]), len(self._pile) + len(self._row))
        while self._owed and (source := self._only_source()) is not None:
            self._draw(source)
        if not self._owed:
            self._refill()  # K6: after all draws of the turn
            self._turn = (seat + 1) % self._seats

    def _only_source(self) -> Any:
        """Where a draw can come out one way only, it is made at once (K8)."""
        up = {self.known.faces[card] for card in self._row}
        if not up:
            return "deck"
        return up.pop() if not self._pile and len(up) == 1 else None

    def _draw(self, source: Any) -> None:
        if source == "deck":
            card = self._pile.pop(0)
            self.known.see(self._turn, [card])
        else:
            card = next(card for card in self._row if self.known.faces[card] == source)
            self._row.remove(card)
        self._hands[self._turn].append(card)
        self._owed -= 1

    def _refill(self) -> None:
        while self._market and len(self._row) < MARKET and self._pile:
            self._row.append(self._pile.pop(0))
            self.known.open(self._row)

    def hidden(self, viewer: Viewer) -> Hashable:
        faces = self.known.faces
        hands = [sorted(faces[card] for card in hand) for seat, hand in enumerate(self._hands) if seat != viewer]
        return tuple(map(tuple, hands)), tuple(faces[card] for card in self._pile)

    def closed(self, viewer: Viewer) -> list[list[int]]:
        """The pile first (its top is drawn next), then the hands from the one that acts."""
        seats = [(self._turn + nth) % self._seats for nth in range(self._seats)]
        return [list(self._pile), *(list(self._hands[seat]) for seat in seats if seat != viewer)]
