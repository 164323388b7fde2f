"""Many deals of the herds side by side: what training and the expert play in. One column of an array is one deal.

The seat to act is always seat 0 of a lane: after each turn the seats are turned by one. Faces are indices 0..7. The
rules are those of `engine.games.herds`, written a second time for speed; a test holds both against each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.games.herds.box import COPIES, HAND, HERD, MARKET, PACK

Array = npt.NDArray[Any]
KINDS = len(PACK) // COPIES
NOBODY = -1


@dataclass(slots=True)
class Lanes:
    """Where the cards lie in every lane.

    Attributes:
        herds, gone, row: cards of each rank at the waterhole, captured, face up (8, lanes).
        hands: cards of each rank by seat (seats, 8, lanes). caps: points by seat (seats, lanes).
        deck: ranks in the order of drawing (64, lanes). top: how many are drawn. left: how many are in the pile.
        over: lanes whose deal has ended; their points no longer change, but their seats go on turning.
    """

    herds: Array
    gone: Array
    row: Array
    hands: Array
    caps: Array
    deck: Array
    top: Array
    left: Array
    over: Array
    market: bool

    @property
    def seats(self) -> int:
        return len(self.hands)

    def taken(self, lanes: Array) -> Lanes:
        """A copy of some lanes, in this order."""
        return Lanes(
            self.herds[:, lanes], self.gone[:, lanes], self.row[:, lanes], self.hands[:, :, lanes], self.caps[:, lanes],
            self.deck[:, lanes], self.top[lanes], self.left[lanes], self.over[lanes], self.market,
        )  # fmt: skip


def dealt(lanes: int, seats: int, market: bool, chance: np.random.Generator) -> Lanes:
    """New deals, seat 0 to begin."""
    deck = chance.permuted(np.tile(np.array(PACK, np.int8) - 1, (lanes, 1)), axis=1).T.copy()
    none = np.zeros((KINDS, lanes), np.int8)
    top = np.zeros(lanes, np.int16)
    left = np.full(lanes, len(PACK), np.int16)
    hands = np.zeros((seats, KINDS, lanes), np.int8)
    new = Lanes(
        none, none.copy(), none.copy(), hands, np.zeros((seats, lanes), np.int16), deck, top, left,
        np.zeros(lanes, bool), market,
    )  # fmt: skip
    every = np.arange(lanes)
    for seat in range(seats):
        for _ in range(HAND):
            _from_deck(new, new.hands[seat], every)
    if market:
        _refill(new)
    return new


def _from_deck(lanes: Lanes, to: Array, at: Array) -> None:
    """One card off the pile in these lanes."""
    to[lanes.deck[lanes.top[at], at], at] += 1  # no lane is named twice
    lanes.top[at] += 1
    lanes.left[at] -= 1


def _refill(lanes: Lanes) -> None:
    """The face-up row is filled as far as the pile reaches (K6)."""
    for _ in range(MARKET):
        at = np.flatnonzero((lanes.row.sum(0) < MARKET) & (lanes.left > 0) & ~lanes.over)
        _from_deck(lanes, lanes.row, at)


def chased(herds: Array) -> Array:
    """Whom a herd of three of each rank would chase: a rank, or NOBODY (W3, W4)."""
    prey = np.empty(herds.shape, np.int8)
    prey[0] = np.where(herds[-1] > 0, KINDS - 1, NOBODY)
    below = np.full(herds.shape[1], NOBODY, np.int8)
    for rank in range(1, KINDS):
        below = np.where(herds[rank - 1] > 0, np.int8(rank - 1), below)
        prey[rank] = below
    return prey


def gains(herds: Array) -> Array:
    """How many cards a herd of three of each rank would chase."""
    gain = np.empty(herds.shape, np.int8)
    gain[0] = herds[-1]
    below = np.zeros(herds.shape[1], np.int8)
    for rank in range(1, KINDS):
        below = np.where(herds[rank - 1] > 0, herds[rank - 1], below)
        gain[rank] = below
    return gain


def plays(lanes: Lanes) -> tuple[Array, Array, Array]:
    """Every play of the seat to act in every lane that goes on: lane, rank, number of cards; lane by lane."""
    held = lanes.hands[0] * ~lanes.over
    ladder = np.arange(1, HAND + 1, dtype=np.int8)
    lane, rank, nth = np.nonzero(held.T[:, :, None] >= ladder)
    return lane, rank, nth + 1


@dataclass(slots=True)
class After:
    """What lies where once a play is made, before the draw: what a play is judged by (8, plays)."""

    herds: Array
    gone: Array
    own: Array
    got: Array

    def some(self, at: Array) -> After:
        """Some of the plays."""
        return After(self.herds[:, at], self.gone[:, at], self.own[:, at], self.got[at])


def after(lanes: Lanes, lane: Array, rank: Array, n: Array) -> After:
    """The table after each of these plays."""
    herds, gone, own = lanes.herds[:, lane], lanes.gone[:, lane], lanes.hands[0][:, lane]
    every = np.arange(len(lane))
    prey = chased(lanes.herds)[rank, lane]
    herds[rank, every] += n.astype(np.int8)
    own[rank, every] -= n.astype(np.int8)
    got = np.zeros(len(lane), np.int8)
    hits = np.flatnonzero((herds[rank, every] >= HERD) & (prey != NOBODY))
    caught = herds[prey[hits], hits]
    got[hits] = caught
    gone[prey[hits], hits] += caught
    herds[prey[hits], hits] = 0
    return After(herds, gone, own, got)


def carry_out(lanes: Lanes, lane: Array, done: After) -> None:
    """One play in each lane that goes on (`lane` names each of them once), the draw, and the next seat's turn."""
    lanes.herds[:, lane], lanes.gone[:, lane], lanes.hands[0][:, lane] = done.herds, done.gone, done.own
    lanes.caps[0][lane] += done.got
    draw(lanes)
    end(lanes)


def end(lanes: Lanes) -> None:
    """A turn ends: the row is filled, a lane with an empty hand is over, the next seat is to act."""
    if lanes.market:
        _refill(lanes)
    lanes.over |= lanes.hands[0].sum(0) == 0
    lanes.hands = np.roll(lanes.hands, -1, axis=0)
    lanes.caps = np.roll(lanes.caps, -1, axis=0)


def draw(lanes: Lanes) -> None:
    """The seat to act draws up to five; with a row the source is chosen as `engine.bots.herds` chooses."""
    for _ in range(HAND):
        needy = (lanes.hands[0].sum(0) < HAND) & ~lanes.over
        if not needy.any():
            return
        take(lanes, np.where(needy, wanted(lanes) if lanes.market else NOBODY, KINDS))


def take(lanes: Lanes, source: Array) -> None:
    """One card for the seat to act: of a rank from the row, NOBODY from the pile, KINDS none at all."""
    up = np.flatnonzero((source >= 0) & (source < KINDS))
    lanes.hands[0][source[up], up] += 1
    lanes.row[source[up], up] -= 1
    _from_deck(lanes, lanes.hands[0], np.flatnonzero((source == NOBODY) & (lanes.left > 0)))


def wanted(lanes: Lanes) -> Array:
    """The rank to take from the row, or -1 for the pile: raise the best capture in hand, else make a pair."""
    hand = lanes.hands[0]
    gain = gains(lanes.herds).astype(np.int16)
    now = (gain * ((hand > 0) & (lanes.herds + hand >= HERD))).max(0)
    catch = gain * (lanes.herds + hand + 1 >= HERD)
    ranks = np.arange(KINDS, dtype=np.int16)[:, None]
    up = lanes.row > 0
    worth = catch * 100 + (hand + 1) * np.int16(10) + ranks + 1
    better = np.where(up & (catch > now), worth, 0)
    pairs = np.where(up & (hand >= 1), worth, 0)
    chosen = np.where(better.max(0) > 0, better.argmax(0), np.where(pairs.max(0) > 0, pairs.argmax(0), -1))
    only_row = (lanes.left == 0) & up.any(0)
    return np.where((chosen < 0) & only_row, (up * (ranks + 1)).argmax(0), chosen)


def shares(caps: Array) -> Array:
    """What each seat has of the win in deals that are over: ties share it (W8, K3)."""
    best = caps == caps.max(0)
    return np.asarray(best / best.sum(0, dtype=np.float32))
