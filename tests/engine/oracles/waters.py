"""The judge of Seven Waters: draft, discard, slide, river, pool, theme and pass as the rules say them (S2-S12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, product
from typing import Any

View = Mapping[str, Any]
Move = Mapping[str, Any]
RANKS = "A23456789TJQK"
SUITS = "SHDC"
FULL, ROWS, LINES, SLIDES = 7, 7, 4, 7
TENS = "TJQK"


def legal(view: View, seat: int, move: Move) -> bool:
    """Whether the seat to act may make this move."""
    hand = view["places"][f"hand:{seat}"]
    kind = move["type"]
    if kind == "draft":
        return len(hand) < FULL and _available(view, move["row"], move["pos"])
    if kind == "pass":
        return not any(place.startswith("pyramid:") for place in view["places"])
    cards = [card[:2] for card in ([move["card"]] if kind == "theme" else move["cards"])]
    if not cards or len(set(cards)) < len(cards) or not set(cards) <= set(hand):
        return False
    if kind == "theme":
        return not _joker(cards[0]) and not view["places"][f"theme:{seat}"]
    if kind == "slide":
        return _slide(view, seat, move["line"], cards)
    if kind == "river":
        return _river(view, seat, move["end"], move["cards"])
    return kind == "discard" or _pool(view, seat, cards, move.get("suit"))


def _joker(card: str) -> bool:
    return card[0] == "X"


def _value(card: str) -> int:
    return 10 if card[0] in TENS or _joker(card) else RANKS.index(card[0]) + 1


def _available(view: View, row: int, pos: int) -> bool:
    """Row r, position i is covered by row r+1, positions i and i+1 (S2)."""
    places = view["places"]
    if f"pyramid:{row}:{pos}" not in places:
        return False
    return f"pyramid:{row + 1}:{pos}" not in places and f"pyramid:{row + 1}:{pos + 1}" not in places


def _slide(view: View, seat: int, line: int, cards: Sequence[str]) -> bool:
    """The exact total, each joker standing for any value from 1 to 10 (S6); seven slides in all (S8)."""
    places = view["places"]
    if not 1 <= line <= LINES or places[f"slide:{seat}:{line}"]:
        return False
    built = sum(bool(cards) for place, cards in places.items() if place.startswith("slide:"))
    if built >= SLIDES and not view["facts"]["contest"]:
        return False
    total = sum(map(_value, places[f"rope:{seat}:{line}"]))
    worth = [range(1, 11) if _joker(card) else (_value(card),) for card in cards]
    return any(sum(values) == total for values in product(*worth))


def _river(view: View, seat: int, end: str, cards: Sequence[str]) -> bool:
    """One run of ranks, begun anywhere, later grown at one end; a joker's rank is named or clear (S9)."""
    lying = [_rank(card) or 0 for card in view["places"][f"river:{seat}"]]
    laid = [_rank(card) for card in cards]
    if (end == "start") != (not lying) or end not in ("start", "low", "high"):
        return False
    anchors = [first for first in range(len(RANKS)) if _runs(first, laid)]
    if not lying:
        # Jokers alone without a name could lie anywhere.
        return len(anchors) == 1
    return (lying[0] - len(laid) if end == "low" else lying[-1] + 1) in anchors


def _rank(card: str) -> int | None:
    """The place of a card in A..K; None for a joker that is not named."""
    return (RANKS.index(card[3]) if len(card) > 2 else None) if _joker(card) else RANKS.index(card[0])


def _runs(first: int, laid: Sequence[int | None]) -> bool:
    """Whether cards of these ranks are a run from this rank on."""
    return first + len(laid) <= len(RANKS) and all(rank in (None, first + nth) for nth, rank in enumerate(laid))


def _suit(view: View, seat: int, cards: Sequence[str], named: str | None) -> str | None:
    """The suit the pool has with these cards: its own, else that of its natural cards, else the named one."""
    naturals = [card[1] for card in cards if not _joker(card)]
    return view["facts"]["pool_suits"][seat] or (naturals[0] if naturals else named)


def _pool(view: View, seat: int, cards: Sequence[str], named: str | None) -> bool:
    """One suit; jokers take it, and jokers alone need a name for it (S10)."""
    suit = _suit(view, seat, cards, named)
    return suit is not None and named in (None, suit) and all(_joker(card) or card[1] == suit for card in cards)


def every(view: View, seat: int) -> Iterator[dict[str, Any]]:
    """Every choice of cards in the hand at every target; jokers of a river with every name."""
    hand = view["places"][f"hand:{seat}"]
    yield {"type": "pass"}
    for row in range(1, ROWS + 1):
        yield from ({"type": "draft", "row": row, "pos": pos} for pos in range(1, row + 1))
    for card in hand:
        yield {"type": "theme", "card": card}
    for some in chain.from_iterable(combinations(hand, n) for n in range(len(hand) + 1)):
        cards = list(some)
        yield {"type": "discard", "cards": cards}
        yield from ({"type": "slide", "line": line, "cards": cards} for line in range(1, LINES + 1))
        yield {"type": "pool", "cards": cards}
        yield from ({"type": "pool", "cards": cards, "suit": suit} for suit in SUITS)
        for run in _named(cards):
            yield from ({"type": "river", "end": end, "cards": run} for end in ("start", "low", "high"))


def _named(cards: Sequence[str]) -> Iterator[list[str]]:
    """The cards in order of rank, for every naming of their jokers."""
    naturals = [card for card in cards if not _joker(card)]
    jokers = [card for card in cards if _joker(card)]
    for names in product(RANKS, repeat=len(jokers)):
        named = [f"{joker}={name}" for joker, name in zip(jokers, names, strict=True)]
        yield sorted([*naturals, *named], key=lambda card: _rank(card) or 0)


def form(view: View, seat: int, move: Move) -> Any:
    """Piles have no order; a river says which card lies at which rank; a pool has the suit that it gets."""
    kind = move["type"]
    if kind == "draft":
        return kind, move["row"], move["pos"]
    if kind == "pass":
        return (kind,)
    if kind == "theme":
        return kind, move["card"]
    if kind == "river":
        return kind, move["end"], tuple(move["cards"])
    cards = frozenset(move["cards"])
    if kind == "pool":
        return kind, cards, _suit(view, seat, move["cards"], move.get("suit"))
    return kind, cards, move.get("line")


def follows(before: View, move: Move, news: Sequence[Mapping[str, Any]], after: View) -> bool:
    """Free cards turn up (S2), a slide gives an extra action or it lapses (S7, S12), one without cards is skipped."""
    names = [event["e"] for event in news]
    places, seat = after["places"], before["facts"]["to_act"]
    dry = not any(place.startswith("pyramid:") for place in places)
    turned = {
        place
        for place, lying in places.items()
        if place.startswith("pyramid:") and isinstance(lying, list) and isinstance(before["places"][place], int)
    }
    said = {
        f"pyramid:{one['row']}:{one['pos']}"
        for event in news
        for one in event.get("cards", [])
        if "uncover" in event["e"]
    }
    free = {
        f"pyramid:{row}:{pos}" for row in range(1, ROWS + 1) for pos in range(1, row + 1) if _available(after, row, pos)
    }
    skipped = [event["seat"] for event in news if event["e"] == "skip"]
    nothing = dry and not _held(after, seat)
    return (
        turned == said
        and all(isinstance(places[place], list) for place in free)
        and ("extra" in names) == (move["type"] == "slide" and not nothing)
        and ("lapse" in names) == (move["type"] == "slide" and nothing)
        and all(dry and not _held(after, one) for one in skipped)
        and ("last_turns" in names) == (move["type"] == "draft" and move["row"] == 1)
    )


def _held(view: View, seat: int) -> int:
    lying = view["places"][f"hand:{seat}"]
    return len(lying) if isinstance(lying, list) else int(lying)
