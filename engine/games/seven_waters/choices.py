"""Everything a seat can do: the complete list for bots and tests, and the short offer for the browser.

A position can have several hundred legal moves; a browser is never sent the list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from engine.games.seven_waters.cards import HAND_MOST, RANKS, SUITS, is_joker, number, split
from engine.games.seven_waters.check import fits, rope_total
from engine.games.seven_waters.move import Discard, Draft, Move, Pass, Pool, River, Slide, Theme
from engine.games.seven_waters.pyramid import free
from engine.games.seven_waters.river import Wish, ends
from engine.games.seven_waters.table import LINES, Hand, Park, Table


def subsets(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every choice of one or more of some cards, in hand order."""
    for n in range(1, len(cards) + 1):
        yield from combinations(cards, n)


def moves(table: Table, hand: Hand, seat: int) -> Iterator[Move]:
    """Every legal move of the seat to act; the jokers of a river are always named."""
    park = table.parks[seat]
    if len(hand.cards) < HAND_MOST:
        yield from map(Draft, free(table.pyramid))
    choices = list(subsets(hand.cards))
    yield from map(Discard, choices)
    for line, total in open_lines(table, park):
        yield from (Slide(line, cards) for cards in choices if fits(total, cards))
    yield from rivers(park, hand)
    yield from pools(park, hand)
    if not hand.theme:
        yield from (Theme(card) for card in hand.cards if not is_joker(card))
    if not table.pyramid_left:
        yield Pass()


def open_lines(table: Table, park: Park) -> list[tuple[int, int]]:
    """The own rope lines where a slide may be built, with their totals."""
    if not table.slides_left:
        return []
    return [(line, rope_total(park, line)) for line in LINES if park.slides[line - 1] is None]


def _runs(hand: Hand, first: int, step: int) -> Iterator[tuple[Wish, ...]]:
    """Every run from rank `first` on, upwards (step 1) or downwards (-1), from the cards of a hand."""
    naturals, jokers = split(hand.cards)

    def longer(laid: tuple[Wish, ...], left: tuple[str, ...], rank: int) -> Iterator[tuple[Wish, ...]]:
        if not 0 <= rank < len(RANKS):
            return
        for nth, joker in enumerate(left):
            yield from carried(laid, Wish(joker, rank), (*left[:nth], *left[nth + 1 :]), rank)
        for card in naturals:
            if number(card) == rank:
                yield from carried(laid, Wish(card), left, rank)

    def carried(laid: tuple[Wish, ...], wish: Wish, left: tuple[str, ...], rank: int) -> Iterator[tuple[Wish, ...]]:
        now = (*laid, wish)
        yield now if step > 0 else now[::-1]
        yield from longer(now, left, rank + step)

    yield from longer((), tuple(jokers), first)


def rivers(park: Park, hand: Hand) -> Iterator[River]:
    """Every way to begin the river, or to go on at one of its ends."""
    if not park.river:
        for first in range(len(RANKS)):
            yield from (River("start", run) for run in _runs(hand, first, 1))
        return
    low, high = ends(park.river)
    if low is not None:
        yield from (River("low", run) for run in _runs(hand, low, -1))
    if high is not None:
        yield from (River("high", run) for run in _runs(hand, high, 1))


def pools(park: Park, hand: Hand) -> Iterator[Pool]:
    """Every way to begin the pool or to add to it."""
    naturals, jokers = split(hand.cards)
    for suit in (park.suit,) if park.suit else SUITS:
        wet = [card for card in naturals if card[1] == suit]
        for cards in subsets([*wet, *jokers]):
            alone = not park.suit and all(map(is_joker, cards))
            yield Pool(cards, suit if alone else None)


def offer(table: Table, hand: Hand, seat: int) -> dict[str, Any]:
    """What can light up for a seat, also while it is the other's turn (docs/protocol.md)."""
    park = table.parks[seat]
    full = len(hand.cards) >= HAND_MOST
    low, high = ends(park.river)
    river = {"low": _letter(low), "high": _letter(high)} if park.river else {"start": True}
    return {
        "draft": [] if full else [list(spot) for spot in free(table.pyramid)],
        "hand_full": full,
        "lines": [{"line": line, "total": total} for line, total in open_lines(table, park)],
        "river": river,
        "pool": park.suit,
        "theme": not hand.theme,
        "discard": bool(hand.cards),
        "pass": not table.pyramid_left,
    }


def _letter(rank: int | None) -> str | None:
    return None if rank is None else RANKS[rank]
