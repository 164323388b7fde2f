"""The herds' judge: one rank from the hand (W2), or one of the sources that are there (K4, K5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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


def follows(before: View, move: Move, news: Sequence[Mapping[str, Any]], after: View) -> bool:
    """Draws are made at once where one outcome is possible (K8), else asked for; then the row is filled (K6)."""
    row, right = list(before["places"].get("market", [])), True
    asked = move["type"] == "draw"
    left = after["facts"]["draws_left"]
    for event in news:
        if event["e"] == "refill":
            right &= not left and len(row) < 3
        if event["e"] != "draw":
            continue
        source = event.get("source", "deck")
        if not asked:
            right &= not row if source == "deck" else event["left"] == 0 and len(set(row)) == 1
        if source != "deck":
            row.remove(source)
        asked = False
    sources = {*after["places"].get("market", []), *(["deck"] if after["places"]["deck"] else [])}
    if left:
        return right and len(sources) > 1
    return right and (
        "market" not in after["places"] or len(after["places"]["market"]) == 3 or not after["places"]["deck"]
    )
