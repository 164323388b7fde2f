"""Seven Waters as one seat knows it, and the worlds that this seat cannot tell apart.

Cards count: what the other seat drafted is known to lie in its hand, under its theme or on its discards until it is
seen again. Everything else that is unseen may lie anywhere. A theme is likelier of a suit that its park is full of.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from engine.bots.water_lanes import (
    BUILT,
    COLORS,
    HAND,
    HIGH,
    LINES,
    LOW,
    NONE,
    OPEN,
    POOL,
    ROPE,
    SEAT,
    SLID,
    SUIT_OF,
    SUITED,
    THEME,
    THROWN,
    VALUE_OF,
    WET,
    Array,
    Lanes,
    empty,
)  # fmt: skip
from engine.games.seven_waters.cards import PACK, RANKS, SUITS, is_joker, number
from engine.games.seven_waters.pyramid import SPOTS

View = Mapping[str, Any]
NUMBER = {card: nth for nth, card in enumerate(PACK)}
TASTE = 0.5  # how much likelier a theme is with each card of its suit in the park


class Known:
    """A view of the seat that is to act, read once.

    Attributes:
        seat: whose view. base: the table as a lane, with nothing where this seat does not see.
        unseen: cards of unknown place. theirs: cards the other seat holds somewhere. counts: its hand, theme, discards.
    """

    def __init__(self, view: View, news: Sequence[Mapping[str, Any]]) -> None:
        self.places, self.facts = view["places"], view["facts"]
        self.seat: int = self.facts["to_act"]
        self.drafted = drafted(news)
        self.base = empty(1, False)
        self.down = self._pyramid()
        for nth, seat in enumerate((self.seat, 1 - self.seat)):
            self.park(self.base.seats[nth, :, 0], seat, self.places)
        left = self.facts["final_turns_left"]
        self.base.turns[0] = NONE if left is None else left
        self.base.slides[0], self.base.extra[0] = self.facts["slides_left"], self.facts["extra"]
        seen = {NUMBER[card[:2]] for lying in self.places.values() if isinstance(lying, list) for card in lying}
        other = 1 - self.seat
        self.theirs = [card for card in self.drafted[other] if card not in seen]
        self.unseen = [card for card in range(len(PACK)) if card not in seen and card not in self.theirs]
        self.counts = [_size(self.places[f"{name}:{other}"]) for name in ("hand", "theme", "discard")]

    def _pyramid(self) -> list[int]:
        """The cards that lie open, into the base; the spots of those that do not."""
        down = []
        for nth, spot in enumerate(SPOTS):
            lying = self.places.get(f"pyramid:{spot.row}:{spot.pos}")
            if isinstance(lying, list):
                self.base.pyramid[nth, 0] = NUMBER[lying[0]]
            elif lying:
                down.append(nth)
        return down

    def park(self, rows: Array, seat: int, places: Mapping[str, Any]) -> None:
        """What lies in a park, as rows of a lane; the hand and the theme where these places show them."""
        ropes = [places[f"rope:{seat}:{line}"] for line in range(1, LINES + 1)]
        slides = [places[f"slide:{seat}:{line}"] for line in range(1, LINES + 1)]
        flow, pool = places[f"river:{seat}"], places[f"pool:{seat}"]
        lying = [NUMBER[card[:2]] for line in (*ropes, *slides, flow, pool) for card in line]
        rows[SUITED] = [sum(SUIT_OF[card] == suit for card in lying) for suit in range(COLORS)]
        rows[ROPE] = [sum(int(VALUE_OF[NUMBER[card]]) for card in line) for line in ropes]
        rows[BUILT] = [bool(line) for line in slides]
        rows[SLID], rows[POOL], rows[SEAT] = sum(map(len, slides)), len(pool), seat
        if flow:
            rows[LOW], rows[HIGH] = _rank(flow[0]), _rank(flow[-1])
        wet = self.facts["pool_suits"][seat]
        rows[WET] = NONE if wet is None else SUITS.index(wet)
        rows[THROWN] = _size(places[f"discard:{seat}"])
        hand, theme = places[f"hand:{seat}"], places[f"theme:{seat}"]
        if isinstance(hand, list):
            cards = [NUMBER[card] for card in hand]
            rows[HAND.start : HAND.start + len(cards)] = cards
            rows[OPEN.start : OPEN.start + len(cards)] = [card in self.drafted[seat] for card in cards]
            rows[THEME] = SUITS.index(theme[0][1]) if theme else NONE

    def worlds(self, count: int, chance: np.random.Generator) -> Lanes:
        """So many worlds: every unseen card somewhere."""
        held, themed, thrown = self.counts
        lanes = self.base.taken(np.zeros(count, np.int64))
        cards = chance.permuted(np.tile(np.array(self.unseen, np.int8), (count, 1)), axis=1)
        more = held + themed + thrown - len(self.theirs)
        theirs = np.concatenate([np.tile(np.array(self.theirs, np.int8), (count, 1)), cards[:, :more]], axis=1)
        lanes.pyramid[self.down] = cards[:, more : more + len(self.down)].T
        theirs = chance.permuted(theirs, axis=1)
        other = lanes.seats[1]
        if themed:
            theirs = self._theme(theirs, other, chance)
        other[HAND.start : HAND.start + held] = theirs[:, :held].T
        other[OPEN.start : OPEN.start + held] = np.isin(theirs[:, :held], np.array(self.theirs, np.int8)).T
        return lanes

    def _theme(self, theirs: Array, other: Array, chance: np.random.Generator) -> Array:
        """One of their cards is the theme, by taste; the others."""
        suit = SUIT_OF[theirs]
        liked = np.concatenate([other[SUITED], np.full((1, len(theirs)), -99, np.int8)])  # a joker is never a theme
        taste = TASTE * np.take_along_axis(liked.T, suit, 1) + chance.gumbel(size=theirs.shape)
        at, every = taste.argmax(1), np.arange(len(theirs))
        # The few worlds that leave them jokers alone cannot be: they count as the last suit.
        other[THEME] = np.minimum(suit[every, at], COLORS - 1)
        return np.asarray(theirs[np.arange(theirs.shape[1]) != at[:, None]]).reshape(len(theirs), -1)


def drafted(news: Sequence[Mapping[str, Any]]) -> tuple[set[int], set[int]]:
    """The cards that each seat was seen to draft in this match."""
    cards: tuple[set[int], set[int]] = (set(), set())
    for item in news:
        for event in item["events"]:
            if event["e"] == "deal":
                for one in cards:
                    one.clear()
            elif event["e"] == "draft":
                cards[event["seat"]].add(NUMBER[event["card"]])
    return cards


def _size(lying: Any) -> int:
    return len(lying) if isinstance(lying, list) else int(lying)


def _rank(face: str) -> int:
    return RANKS.index(face[3]) if is_joker(face) else number(face)


def faces(cards: Iterable[int]) -> list[str]:
    """Cards by name."""
    return [PACK[card] for card in cards]
