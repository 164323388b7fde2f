"""The moves of Seven Waters that are worth a thought: about ten a turn instead of several hundred.

A slide is built with the cards that are worth least elsewhere; a river grows as far as it can; a pool takes all of its
suit; a theme is the least wanted card of its suit; no more than one card is discarded.
"""

from __future__ import annotations

import numpy as np

from engine.bots.water_lanes import (
    BITS,
    BUILT,
    COLORS,
    DISCARD,
    DRAFT,
    HAND,
    HIGH,
    JOKER,
    KINDS,
    LINES,
    LOW,
    PASS,
    POOLED,
    RANK_OF,
    RIVER_HIGH,
    RIVER_LOW,
    RIVER_START,
    ROPE,
    SLIDE,
    SUIT_OF,
    THEME,
    THEMED,
    VALUE_OF,
    WET,
    Array,
    Lanes,
    Moves,
    free,
)  # fmt: skip
from engine.games.seven_waters.cards import HAND_MOST

SLOTS = np.arange(HAND_MOST, dtype=np.int16)[:, None]
MASKS = BITS.astype(np.float32)
CROWDED = 6  # a hand from which a card may have to go


def worth_keeping(mine: Array) -> Array:
    """What each card in the hand may still be worth elsewhere, in points (7, lanes)."""
    cards = mine[HAND]
    suit, rank = SUIT_OF[cards], RANK_OF[cards].astype(np.int16)
    near = (mine[LOW] < 0) | (np.abs(rank - mine[LOW] + 1) <= 1) | (np.abs(rank - mine[HIGH] - 1) <= 1)
    worth = 0.55 + 0.35 * (suit == mine[WET]) + 0.35 * near + 0.25 * (suit == mine[THEME])
    return np.where(cards >= JOKER, 2.2, worth).astype(np.float32)


class Finder:
    """Gathers the moves of the seats to act."""

    def __init__(self, lanes: Lanes) -> None:
        self.lanes = lanes
        self.mine = lanes.seats[0]
        self.cards = self.mine[HAND]
        self.there = self.cards >= 0
        self.natural = self.there & (self.cards < JOKER)
        self.keep = worth_keeping(self.mine)
        self.alive = ~lanes.over
        self.size = self.there.sum(0)
        self.found: list[tuple[Array, int, Array, Array]] = []

    def add(self, fits: Array, kind: int, used: Array, what: Array | int) -> None:
        """A move of a kind in the lanes where it fits."""
        lane = np.flatnonzero(fits & self.alive)
        whats = np.full(len(lane), what) if isinstance(what, int) else what[lane]
        self.found.append((lane, kind, used[lane], whats))

    def moves(self) -> Moves:
        """All that was found, lane by lane."""
        lane = np.concatenate([one[0] for one in self.found])
        kind = np.concatenate([np.full(len(one[0]), one[1], np.int8) for one in self.found])
        used = np.concatenate([one[2] for one in self.found]).astype(np.int16)
        what = np.concatenate([one[3] for one in self.found]).astype(np.int8)
        order = np.argsort(lane, kind="stable")
        return Moves(lane, kind, used, what).some(order)

    def drafts(self) -> None:
        spot, lane = np.nonzero(free(self.lanes.pyramid) & self.alive & (self.size < HAND_MOST))
        self.found.append((lane, DRAFT, np.zeros(len(lane), np.int16), spot))

    def slides(self) -> None:
        """For each line the fitting cards that give most: two points each and the theme, less what they are worth."""
        value = np.where(self.natural, VALUE_OF[self.cards], 0).astype(np.float32)
        joker = (self.there & ~self.natural).astype(np.float32)
        gain = np.where(self.there, 2 + (SUIT_OF[self.cards] == self.mine[THEME]) - self.keep, -1000).astype(np.float32)
        gains = MASKS @ gain
        gains[0] = -1000
        natural, jokers = MASKS @ value, MASKS @ joker
        least, most = natural + jokers, natural + 10 * jokers
        for line in range(LINES):
            total = self.mine[ROPE.start + line]
            worth = np.where((least <= total) & (total <= most), gains, -1000)
            best = worth.argmax(0)
            fits = (worth.max(0) > -500) & (self.mine[BUILT.start + line] == 0) & (self.lanes.slides > 0)
            self.add(fits, SLIDE, best, line)

    def rivers(self) -> None:
        rank = RANK_OF[self.cards]
        bit = np.zeros((KINDS + 1, len(self.alive)), np.int16)  # the slot that holds each rank, as a bit
        for slot in range(HAND_MOST - 1, -1, -1):
            at = np.flatnonzero(self.natural[slot])
            bit[rank[slot, at], at] = 1 << slot
        every = np.arange(len(self.alive))
        for kind, start, step in ((RIVER_LOW, self.mine[LOW] - 1, -1), (RIVER_HIGH, self.mine[HIGH] + 1, 1)):
            used, at = np.zeros(len(every), np.int16), start.astype(np.int16)
            going = self.mine[LOW] >= 0
            for _ in range(HAND_MOST):
                inside = (at >= 0) & (at < KINDS)
                going = going & inside & (bit[np.where(inside, at, KINDS), every] > 0)
                used = np.where(going, used | bit[np.where(inside, at, KINDS), every], used)
                at = at + step
            self.add(used > 0, kind, used, 0)
        run, cards = np.zeros((KINDS + 1, len(every)), np.int8), np.zeros((KINDS + 1, len(every)), np.int16)
        for first in range(KINDS - 1, -1, -1):
            run[first] = np.where(bit[first] > 0, run[first + 1] + 1, 0)
            cards[first] = np.where(bit[first] > 0, cards[first + 1] | bit[first], 0)
        longest = run.argmax(0)
        self.add((self.mine[LOW] < 0) & (run.max(0) > 0), RIVER_START, cards[longest, every], longest)

    def pools(self) -> None:
        suits = SUIT_OF[self.cards]
        jokers = ((self.there & ~self.natural) << SLOTS).sum(0)
        for suit in range(COLORS):
            used = ((self.natural & (suits == suit)) << SLOTS).sum(0)
            wet = self.mine[WET]
            self.add((used > 0) & ((wet == suit) | (wet < 0)), POOLED, used, suit)
            self.add((jokers > 0) & (wet == suit), POOLED, used | jokers, suit)

    def themes(self) -> None:
        suits = SUIT_OF[self.cards]
        for suit in range(COLORS):
            keep = np.where(self.natural & (suits == suit), self.keep, 1000)
            fits = (self.mine[THEME] < 0) & (keep.min(0) < 500)
            self.add(fits, THEMED, 1 << keep.argmin(0), suit)

    def rest(self) -> None:
        """A discard from a crowded hand; a pass once the pyramid is empty."""
        keep = np.where(self.there, self.keep, 1000)
        bare = np.asarray((self.lanes.pyramid < 0).all(0))
        self.add((self.size >= CROWDED) & ~bare, DISCARD, 1 << keep.argmin(0), 0)
        self.add(bare, PASS, np.zeros(len(bare), np.int16), 0)


def moves(lanes: Lanes) -> Moves:
    """The moves worth a thought in every lane that goes on, lane by lane."""
    finder = Finder(lanes)
    for find in (finder.drafts, finder.slides, finder.rivers, finder.pools, finder.themes, finder.rest):
        find()
    return finder.moves()
