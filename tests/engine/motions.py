"""Where one viewer believes the cards to be who hears the news only: held against what the view shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

DECK = "deck"


def _face(card: Any) -> str:
    """A card's face; what a joker stands for ("X1=7") is not part of it."""
    return str(card).partition("=")[0]


class Follower:
    """Somebody who listens and never looks.

    Attributes:
        lying: faces by place, None for each card whose face was not told.
    """

    def __init__(self, pack: int) -> None:
        self.pack = pack
        self.lying: dict[str, list[str | None]] = {}

    def hear(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Move the cards as the news say; a deal gathers them first."""
        for event in events:
            if event["e"] == "deal":
                self.lying = {DECK: [None] * self.pack}
            for source, target, cards in event["moves"]:
                self._take(source, cards)
                self.lying.setdefault(target, []).extend(None if card is None else _face(card) for card in cards)

    def _take(self, place: str, cards: Sequence[Any]) -> None:
        lying = self.lying.get(place, [])
        assert len(lying) >= len(cards), f"{len(cards)} cards leave {place}, where {len(lying)} lie"
        for card in cards:
            known = None if card is None else _face(card)
            # A card that was told leaves by its face, else one of those that were not; a hidden one may be any.
            lying.remove(known if known in lying else None if None in lying else lying[0])

    def agrees(self, places: Mapping[str, Any]) -> None:
        """Raises AssertionError where the news and the view tell two stories."""
        for place in {*self.lying, *places}:
            believed, seen = self.lying.get(place, []), places.get(place, [])
            if isinstance(seen, int):
                assert len(believed) == seen, place
            else:
                assert Counter(believed) == Counter(map(_face, seen)), place
