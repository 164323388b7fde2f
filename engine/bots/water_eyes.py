"""What the net of Seven Waters sees of a move: both parks, the own hand, what is known of the other, the pyramid.

Face-down cards and what a draft is about to turn up come in as numbers only: the mover does not know them either.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from engine.bots.water_lanes import (
    BUILT,
    COLORS,
    HAND,
    HIGH,
    JOKER,
    LOW,
    OPEN,
    POOL,
    RANK_OF,
    ROPE,
    SLID,
    SUIT_OF,
    SUITED,
    THEME,
    THROWN,
    UP,
    VALUE_OF,
    WET,
    Array,
    Lanes,
    Moves,
    dealt,
    free,
    points,
    river,
    themed,
)  # fmt: skip
from engine.games.seven_waters.cards import HAND_MOST, JOKER_MOST

AWAY = np.uint64(63)  # a shift that moves every total out of sight
SUITS = np.arange(COLORS, dtype=np.int8)[:, None]


def _spread(bits: Array) -> Array:
    """Every total with a joker more: 1 to 10."""
    one = bits << np.uint64(1)
    two = one | one << np.uint64(1)
    four = two | two << np.uint64(2)
    eight = four | four << np.uint64(4)
    return np.asarray(eight | eight << np.uint64(2))


def reach(cards: Array, totals: Array, open_: Array) -> Array:
    """For each open line, how many of these cards (slots, columns) at most make its total exactly; 0 for none."""
    natural = (cards >= 0) & (cards < JOKER)
    shift = np.where(natural, VALUE_OF[cards].astype(np.uint64), AWAY)
    made = np.zeros((HAND_MOST + 1, cards.shape[1]), np.uint64)  # by number of cards: the totals, as bits
    made[0] = 1
    for nth in range(len(cards)):
        made[1 : nth + 2] |= made[: nth + 1] << shift[nth]
    jokers = (cards >= JOKER).sum(0)
    for more in (0, 1):
        at = np.flatnonzero(jokers > more)
        if len(at):
            some = made[:, at]
            some[1:] |= _spread(some[:-1])
            made[:, at] = some
    best = np.zeros(totals.shape, np.float32)
    for count in range(1, HAND_MOST + 1):
        hits = made[count] >> totals.astype(np.uint64) & np.uint64(1)
        best = np.where(hits > 0, np.float32(count), best)
    return np.asarray(best * open_)


# Each card as a word with a counter of four bits for its suit, its value, or for jokers: a sum counts all at once.
FIELDS = COLORS + JOKER_MOST + 1
WORDS = np.array(
    [1 << 4 * int(SUIT_OF[c]) | 1 << 4 * (COLORS + int(VALUE_OF[c]) - 1) for c in range(JOKER)]
    + [1 << 4 * (FIELDS - 1)] * 2 + [0],
    np.uint64,
)  # fmt: skip
RANKED = np.array([1 << int(RANK_OF[c]) + 1 for c in range(JOKER)] + [0] * 3, np.uint16)
SHIFTS = 4 * np.arange(FIELDS, dtype=np.uint64)[:, None]


def _counted(cards: Array) -> Array:
    """How many of some cards (any rows, columns) there are of each suit, of each value, and of jokers."""
    word = np.add.reduce(WORDS[cards], axis=0)
    return np.asarray((word >> SHIFTS & np.uint64(15)) * np.float32(0.5))


def _useful(cards: Array, counted: Array, park: Array) -> list[Array]:
    """How many of some cards suit a park: its pool, its theme where it is known, the ends of its river."""
    ranks = np.bitwise_or.reduce(RANKED[cards], axis=0)
    flows = park[LOW] >= 0
    low = np.where(flows, park[LOW], 0).astype(np.uint16)  # the rank below, counted from one
    high = np.where(flows, park[HIGH] + 2, 0).astype(np.uint16)
    wet = np.take_along_axis(counted, np.maximum(park[WET], 0)[None], 0) * (park[WET] >= 0)
    one = np.uint16(1)
    return [wet, (flows & (ranks >> low & one > 0))[None], (flows & (ranks >> high & one > 0))[None]]


def _of_theme(counted: Array, park: Array) -> Array:
    return np.asarray(np.take_along_axis(counted, np.maximum(park[THEME], 0)[None], 0) * (park[THEME] >= 0))


def _park(park: Array, fits: Array) -> list[Array]:
    """What everybody sees of a park, and which slides the known cards would build."""
    open_ = park[BUILT] == 0
    return [
        open_, open_ * park[ROPE] * np.float32(0.05), fits * np.float32(0.3), fits.max(0)[None] * np.float32(0.3),
        park[SLID][None] * np.float32(0.1), river(park)[None] * np.float32(0.15),
        park[LOW : HIGH + 1] * np.float32(0.1), park[POOL][None] * np.float32(0.15),
        park[WET] == SUITS, park[SUITED] * np.float32(0.1), park[SUITED].max(0)[None] * np.float32(0.1),
        (park[THEME] >= 0)[None], park[THROWN][None] * np.float32(0.3),
        (park[HAND] >= 0).sum(0, dtype=np.int8)[None] * np.float32(0.15),
    ]  # fmt: skip


def _pyramid(seen_: Array, new: Lanes) -> list[Array]:
    open_ = free(new.pyramid)
    cards = np.where(open_ & seen_, new.pyramid, -1)
    left = (new.pyramid >= 0).sum(0, dtype=np.int8)
    counted = _counted(cards)
    return [
        counted, *_useful(cards, counted, new.seats[0]), *_useful(cards, counted, new.seats[1]),
        _of_theme(counted, new.seats[0]),
        (open_ & ~seen_).sum(0, dtype=np.int8)[None], open_.sum(0, dtype=np.int8)[None] * np.float32(0.2),
        left[None] / np.float32(28),
        (left % 2)[None], (left < 7)[None], (left == 0)[None],
    ]  # fmt: skip


def _score(new: Lanes) -> list[Array]:
    own, other = new.seats
    open_ = points(new.seats, themes=False).astype(np.float32)
    guess = np.where(other[THEME] >= 0, other[SUITED].max(0) * np.float32(0.8) + 1, 0)
    lead = open_[0] - open_[1] + themed(own) - guess
    pool = own[POOL].astype(np.float32) - other[POOL]
    return [
        lead[None] * np.float32(0.1), np.tanh(lead * np.float32(0.2))[None], np.tanh(lead * np.float32(0.7))[None],
        pool[None] * np.float32(0.25), np.sign(pool)[None], themed(own)[None] * np.float32(0.1),
        own[THEME] == SUITS, new.slides[None] / np.float32(7), new.extra[None],
        *((new.turns == nth)[None] for nth in (1, 2, 3)),
    ]  # fmt: skip


def seen(lanes: Lanes, moves: Moves, new: Lanes) -> Array:
    """One column a move: what the seat that makes it knows afterwards, before anything is turned up."""
    seen_ = (UP | free(lanes.pyramid))[:, moves.lane]
    own, other = new.seats
    known = np.where(other[OPEN] > 0, other[HAND], -1)
    mine = reach(own[HAND], own[ROPE], own[BUILT] == 0)
    theirs = reach(known, other[ROPE], other[BUILT] == 0)
    held, open_ = _counted(own[HAND]), _counted(known)
    parts = [
        *_park(own, mine), held, *_useful(own[HAND], held, own), _of_theme(held, own),
        *_park(other, theirs), open_, *_useful(known, open_, other),
        *_pyramid(seen_, new), *_score(new),
    ]  # fmt: skip
    columns = np.empty((sum(map(len, parts)), len(moves.lane)), np.float32)
    at = 0
    for part in parts:
        columns[at : at + len(part)] = part
        at += len(part)
    return columns


@cache
def size() -> int:
    """How many numbers the net sees."""
    from engine.bots.water_moves import moves

    lanes = dealt(1, False, np.random.default_rng(0))
    some = moves(lanes)
    from engine.bots.water_lanes import after

    return len(seen(lanes, some, after(lanes, some)))
