"""The herds' judge: one rank from the hand (W2), or one of the sources that are there (K4, K5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, combinations
from typing import Any

View = Mapping[str, Any]
Move = Mapping[str, Any]
RANKS = range(1, 9)
FULL = 5


def _hand(view: View, seat: int) -> list[int]:
    return list(view["places"][f"hand:{seat}"])


def legal(view: View, seat: int, move: Move) -> bool:
    """Whether the seat to act may make this move."""
    hand, places = _hand(view, seat), view["places"]
    drawing = view["facts"]["draws_left"] > 0
    if move["type"] == "play":
        cards = move["cards"]
        return not drawing and len(set(cards)) == 1 and hand.count(cards[0]) >= len(cards)
    if not drawing or len(hand) >= FULL:
        return False
    return places["deck"] > 0 if move["source"] == "deck" else move["source"] in places.get("market", [])


def every(view: View, seat: int) -> Iterator[dict[str, Any]]:
    """Every choice of cards in the hand, and every source that a move can name."""
    hand = _hand(view, seat)
    for cards in chain.from_iterable(combinations(hand, n) for n in range(len(hand) + 1)):
        yield {"type": "play", "cards": list(cards)}
    for source in ("deck", *RANKS):
        yield {"type": "draw", "source": source}


def form(view: View, seat: int, move: Move) -> Any:
    """Cards of one rank have no order; a source is itself."""
    return ("play", *sorted(move["cards"])) if move["type"] == "play" else ("draw", move["source"])
