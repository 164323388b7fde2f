"""Many matches of Seven Waters side by side: what training and the expert play in. One column is one match.

The seat to act is always seat 0 of a lane. Cards are places in the canonical pack, suit by suit, the jokers last; -1
is no card. The rules are those of `engine.games.seven_waters`, written a second time for speed, for the sensible
moves of `water_moves` only; a test holds both against each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.games.seven_waters.cards import HAND_MOST, JOKER_MOST, PACK, RANKS, SLIDES, SLIDES_CONTEST, SUITS
from engine.games.seven_waters.pyramid import ROWS, SPOTS

Array = npt.NDArray[Any]
KINDS, COLORS, LINES = len(RANKS), len(SUITS), 4
JOKER = KINDS * COLORS
# What is kept of a seat, one row each.
HAND, OPEN, ROPE, BUILT, SUITED = slice(0, 7), slice(7, 14), slice(14, 18), slice(18, 22), slice(22, 26)
SLID, LOW, HIGH, POOL, WET, THEME, THROWN, SEAT = range(26, 34)
ROWS_OF_SEAT = 34
NONE = -1
DRAFT, SLIDE, RIVER_LOW, RIVER_HIGH, RIVER_START, POOLED, THEMED, DISCARD, PASS = range(9)

SUIT_OF = np.array([nth // KINDS if nth < JOKER else COLORS for nth in range(len(PACK) + 1)], np.int8)
RANK_OF = np.array([nth % KINDS if nth < JOKER else KINDS for nth in range(len(PACK) + 1)], np.int8)
VALUE_OF = np.array([*(min(JOKER_MOST, nth % KINDS + 1) for nth in range(JOKER)), JOKER_MOST, JOKER_MOST, 0], np.int8)
_AT = {spot: nth for nth, spot in enumerate(SPOTS)}
BELOW = np.array(
    [[_AT[(s.row + 1, s.pos + k)] if s.row < ROWS else nth for k in (0, 1)] for nth, s in enumerate(SPOTS)]  # type: ignore[index]
)
BOTTOM = np.array([spot.row == ROWS for spot in SPOTS])[:, None]
UP = np.array([spot.row % 2 == 1 for spot in SPOTS])[:, None]
BITS = np.array([[mask >> slot & 1 for slot in range(HAND_MOST)] for mask in range(1 << HAND_MOST)], np.int8)


@dataclass(slots=True)
class Lanes:
    """Where the cards lie in every lane.

    Attributes:
        seats: what is kept of both seats (2, rows, lanes). pyramid: cards by spot, face up or down (28, lanes).
        slides: how many may still be built. turns: still to come once the apex is taken, else -1.
        extra: whether the seat to act goes on after a slide. over: lanes whose parks have opened.
    """

    seats: Array
    pyramid: Array
    slides: Array
    turns: Array
    extra: Array
    over: Array

    def taken(self, lanes: Array) -> Lanes:
        """A copy of some lanes, in this order."""
        return Lanes(
            self.seats[:, :, lanes], self.pyramid[:, lanes], self.slides[lanes], self.turns[lanes],
            self.extra[lanes], self.over[lanes],
        )  # fmt: skip

    def put(self, at: Array, lanes: Lanes) -> None:
        """Other lanes in these places."""
        self.seats[:, :, at], self.pyramid[:, at] = lanes.seats, lanes.pyramid
        self.slides[at], self.turns[at], self.extra[at], self.over[at] = (
            lanes.slides, lanes.turns, lanes.extra, lanes.over,
        )  # fmt: skip


def empty(lanes: int, contest: bool) -> Lanes:
    """Tables before the cards are laid."""
    seats = np.zeros((2, ROWS_OF_SEAT, lanes), np.int8)
    for rows in (HAND, slice(LOW, HIGH + 1), slice(WET, THEME + 1)):
        seats[:, rows] = NONE
    seats[1, SEAT] = 1
    return Lanes(
        seats,
        np.full((len(SPOTS), lanes), NONE, np.int8),
        np.full(lanes, SLIDES_CONTEST if contest else SLIDES, np.int8),
        np.full(lanes, NONE, np.int8),
        np.zeros(lanes, bool),
        np.zeros(lanes, bool),
    )


def dealt(lanes: int, contest: bool, chance: np.random.Generator) -> Lanes:
    """New matches, seat 0 to begin."""
    cards = chance.permuted(np.tile(np.arange(len(PACK), dtype=np.int8), (lanes, 1)), axis=1).T
    new = empty(lanes, contest)
    new.pyramid[...] = cards[:28]
    at = 28
    for seat in range(2):
        for line in range(LINES):
            for card in cards[at : at + line + 1]:
                new.seats[seat, ROPE.start + line] += VALUE_OF[card]
                for suit in range(COLORS):
                    new.seats[seat, SUITED.start + suit] += SUIT_OF[card] == suit
            at += line + 1
    new.seats[0, 0:3], new.seats[1, 0:3] = cards[48:51], cards[51:54]
    return new


def free(pyramid: Array) -> Array:
    """The cards on which nothing lies (S2)."""
    gone = pyramid < 0
    return np.asarray(~gone & (BOTTOM | (gone[BELOW[:, 0]] & gone[BELOW[:, 1]])))


@dataclass(slots=True)
class Moves:
    """Moves, one a column: lane, kind, the used slots of the hand as bits, and a spot, line, rank or suit."""

    lane: Array
    kind: Array
    used: Array
    what: Array

    def some(self, at: Array) -> Moves:
        """Some of them."""
        return Moves(self.lane[at], self.kind[at], self.used[at], self.what[at])


def after(lanes: Lanes, moves: Moves) -> Lanes:
    """The tables after these moves, before the turn passes on: one column a move."""
    new = lanes.taken(moves.lane)
    mine, every = new.seats[0], np.arange(len(moves.lane))
    used = BITS[moves.used].T.astype(bool)
    count = used.sum(0, dtype=np.int8)
    laid = np.where(used, mine[HAND], NONE)
    mine[HAND] = np.where(used, NONE, mine[HAND])
    mine[OPEN] = np.where(used, 0, mine[OPEN])
    public = (moves.kind >= SLIDE) & (moves.kind <= POOLED)
    for suit in range(COLORS):
        mine[SUITED.start + suit] += ((SUIT_OF[laid] == suit) & (laid >= 0)).sum(0, dtype=np.int8) * public
    _draft(new, every[moves.kind == DRAFT], moves)
    at = every[moves.kind == SLIDE]
    mine[BUILT.start + moves.what[at], at] = 1
    mine[SLID, at] += count[at]
    new.slides[at] -= 1
    at = every[moves.kind == RIVER_LOW]
    mine[LOW, at] -= count[at]
    at = every[moves.kind == RIVER_HIGH]
    mine[HIGH, at] += count[at]
    at = every[moves.kind == RIVER_START]
    mine[LOW, at], mine[HIGH, at] = moves.what[at], moves.what[at] + count[at] - 1
    at = every[moves.kind == POOLED]
    mine[POOL, at] += count[at]
    mine[WET, at] = moves.what[at]
    at = every[moves.kind == THEMED]
    mine[THEME, at] = moves.what[at]
    mine[THROWN] += count * (moves.kind == DISCARD)
    held = (mine[HAND] >= 0).any(0) | (new.pyramid >= 0).any(0)
    new.extra[...] = (moves.kind == SLIDE) & held
    return new


def _draft(new: Lanes, at: Array, moves: Moves) -> None:
    spot = moves.what[at]
    slot = (new.seats[0, HAND][:, at] < 0).argmax(0)
    new.seats[0, slot, at] = new.pyramid[spot, at]
    new.seats[0, OPEN.start + slot, at] = 1
    new.pyramid[spot, at] = NONE


def pass_on(lanes: Lanes) -> None:
    """The turn goes on to the other seat where no extra action is due; at the end the parks open (S13)."""
    going = ~lanes.extra & ~lanes.over
    bare = (lanes.pyramid < 0).all(0)
    lanes.turns[going & (lanes.turns < 0) & bare] = 3  # this turn ends as well
    while going.any():
        lanes.turns[going & (lanes.turns > 0)] -= 1
        at = np.flatnonzero(going)
        lanes.seats[:, :, at] = lanes.seats[::-1, :, at]
        lanes.over |= going & (lanes.turns == 0)
        going &= (lanes.turns != 0) & bare & (lanes.seats[0, HAND] < 0).all(0)


def points(seats: Array, themes: bool = True) -> Array:
    """Both seats' points if the parks opened now (2, lanes); without themes where they are nobody's to know."""
    total = np.zeros((2, seats.shape[2]), np.int16)
    for seat in range(2):
        own, other = seats[seat], seats[1 - seat]
        total[seat] = 2 * own[SLID] + river(own) + 5 * (own[POOL] > other[POOL]) - 2 * own[THROWN]
        total[seat] -= (own[HAND] >= 0).sum(0)
        if themes:
            total[seat] += themed(own)
    return total


def river(own: Array) -> Array:
    """Cards in the river."""
    return np.where(own[LOW] >= 0, own[HIGH] - own[LOW] + 1, 0)


def themed(own: Array) -> Array:
    """Points of the theme, the card itself included."""
    suit = np.maximum(own[THEME], 0)
    return np.where(own[THEME] >= 0, np.take_along_axis(own[SUITED], suit[None], 0)[0] + 1, 0)


def shares(lanes: Lanes) -> Array:
    """What each seat of a lane has of the win: the higher total, then the larger pool, else half (S13)."""
    total = points(lanes.seats) * 64 + lanes.seats[:, POOL]
    return np.where(total[0] == total[1], 0.5, (total == total.max(0)).astype(np.float64)).astype(np.float32)
