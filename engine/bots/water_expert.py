"""The experts of Seven Waters: a trained net judges the moves worth a thought; the best are played on in worlds.

Every move is tried in the same worlds, so that luck counts for all of them alike. Effort is a number of worlds and of
turns, never a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from engine.bots.net import Layer, chances, unpacked
from engine.bots.water_eyes import seen
from engine.bots.water_lanes import (
    BITS,
    DISCARD,
    DRAFT,
    HAND,
    POOLED,
    RIVER_HIGH,
    RIVER_LOW,
    RIVER_START,
    SEAT,
    SLIDE,
    THEMED,
    Array,
    Lanes,
    Moves,
    after,
    pass_on,
    shares,
)  # fmt: skip
from engine.bots.water_moves import moves
from engine.bots.water_turn import carry_out, turn
from engine.bots.water_worlds import Known, View, faces
from engine.games.seven_waters import move as written
from engine.games.seven_waters.cards import number
from engine.games.seven_waters.move import Discard, Draft, Move, Pass, Pool, River, Slide, Theme
from engine.games.seven_waters.pyramid import SPOTS
from engine.games.seven_waters.river import Wish

WORLDS = 100
LAPS = 4  # how often the turn comes back before the net is asked
TRIED = 6  # the best moves, by the net, that are played on
ENDS = {RIVER_LOW: "low", RIVER_HIGH: "high", RIVER_START: "start"}


@cache
def net() -> list[Layer]:
    """The net as it is shipped."""
    with files("engine.bots").joinpath("waters.npz").open("rb") as file, np.load(file) as held:
        return unpacked(held, "waters")


def choose(view: View, news: Sequence[Mapping[str, Any]], seed: int, count: int = WORLDS) -> dict[str, Any]:
    """The best move as JSON; with no worlds at all, what the net likes best."""
    known = Known(view, news)
    some, worth = judged(known, seed, count)
    return written.write(as_move(known.base.seats[0, HAND, 0], some, int(worth.argmax())))


def judged(known: Known, seed: int, count: int) -> tuple[Moves, Array]:
    """The moves worth a thought, best by the net first, and the chance of winning after each that was tried."""
    chance = np.random.default_rng(seed)
    lanes = known.worlds(max(1, count), chance)
    one = lanes.taken(np.zeros(1, np.int64))
    some = moves(one)
    first = chances(net(), seen(one, some, after(one, some)))
    order = np.argsort(-first, kind="stable")[:TRIED]
    some, first = some.some(order), first[order]
    if not count or len(order) == 1:
        return some, first
    tried = len(order)
    each = Moves(*(np.repeat(part, count) for part in (some.lane, some.kind, some.used, some.what)))
    each.lane = np.tile(np.arange(count), tried)
    new = after(lanes, each)
    pass_on(new)
    return some, np.asarray(fared(new, known.seat, LAPS).reshape(tried, count).mean(1))


def fared(lanes: Lanes, me: int, laps: int) -> Array:
    """A seat's chance of winning, once the turn has come back to it so often; both seats play as the net does."""
    value = np.zeros(len(lanes.over), np.float32)
    at, back = np.arange(len(value)), np.zeros(len(value), np.int8)
    while len(at):
        share = shares(lanes)[(lanes.seats[0, SEAT] != me).astype(np.int8), np.arange(len(at))]
        value[at[lanes.over]] = share[lanes.over]
        going = np.flatnonzero(~lanes.over)
        if not len(going):
            break
        lanes, at, back = lanes.taken(going), at[going], back[going]
        now, mine = turn(lanes, net()), lanes.seats[0, SEAT] == me
        stop = mine & (back >= laps)
        value[at[stop]] = now.value[stop]
        carry_out(lanes, now)
        back += ~mine & (lanes.seats[0, SEAT] == me)
        on = np.flatnonzero(~stop)
        lanes, at, back = lanes.taken(on), at[on], back[on]
    return value


def as_move(hand: Array, some: Moves, nth: int) -> Move:
    """A move of the seat with this hand, as the game reads it."""
    kind, what = int(some.kind[nth]), int(some.what[nth])
    cards = tuple(faces(hand[BITS[some.used[nth]] > 0]))
    if kind == DRAFT:
        return Draft(SPOTS[what])
    if kind == SLIDE:
        return Slide(what + 1, cards)
    if kind in ENDS:
        return River(ENDS[kind], tuple(map(Wish, sorted(cards, key=number))))
    if kind == POOLED:
        return Pool(cards)
    if kind == THEMED:
        return Theme(cards[0])
    return Discard(cards) if kind == DISCARD else Pass()
