"""The expert of the herds: a trained net plays on in sampled worlds, and the play that fares best there is made.

A world is one way in which the cards that this seat does not see may lie: all ways are equally likely. Every play is
tried in the same worlds, so that luck counts for all of them alike. Effort is a number of worlds, never a time.

What is judged is the chance of winning the match: a world also says what the deals still to come will bring.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from engine.bots import herd_lanes
from engine.bots.herd_known import Known
from engine.bots.herd_lanes import KINDS, NOBODY, Array, Lanes
from engine.bots.herd_turn import turn
from engine.bots.net import Layer, unpacked
from engine.games.herds.box import COPIES, PACK

WORLDS = 200
LAPS = 1  # how often each seat plays before the net is asked
FRESH = 400  # whole deals from which those still to come are drawn


def worlds(table: Known, count: int, chance: np.random.Generator) -> Lanes:
    """So many worlds that this seat cannot tell apart."""
    points = to_come(table.later, table.first, len(table.sizes), table.market, count, chance)
    points += np.array(table.points, np.int16)[:, None]
    herds, own, gone, row = (np.array(one, np.int8) for one in (table.herds, table.own, table.gone, table.row))
    sure = np.array(table.held[1:], np.int8)
    unseen = np.repeat(np.arange(KINDS, dtype=np.int8), COPIES - herds - own - gone - row - sure.sum(0))
    cards = chance.permuted(np.tile(unseen, (count, 1)), axis=1).T
    hands = np.repeat(np.stack([own, *sure])[:, :, None], count, axis=2)
    at, every = 0, np.arange(count)
    for hand, size in zip(hands[1:], table.sizes[1:] - sure.sum(1), strict=True):
        for card in cards[at : at + size]:
            hand[card, every] += 1
        at += size
    deck = np.zeros((len(PACK), count), np.int8)
    deck[: len(cards) - at] = cards[at:]
    herds, gone, row = (np.repeat(one[:, None], count, axis=1) for one in (herds, gone, row))
    top, left = np.zeros(count, np.int16), np.full(count, table.left, np.int16)
    return Lanes(herds, gone, row, hands, points, deck, top, left, np.zeros(count, bool), table.market)


def to_come(later: int, first: int, seats: int, market: bool, count: int, chance: np.random.Generator) -> Array:
    """What so many deals after one that seat `first` began bring each seat in each world (seats, count)."""
    points = np.zeros((seats, count), np.int16)
    for nth in range(1, later + 1):
        some = fresh(seats, market)[:, chance.integers(FRESH, size=count)]
        points += np.roll(some, first + nth, axis=0)  # each deal is begun one seat further (W9)
    return points


@cache
def fresh(seats: int, market: bool) -> Array:
    """What each seat captured in whole deals between nets, from the one who began (seats, FRESH)."""
    lanes, think, turned = herd_lanes.dealt(FRESH, seats, market, np.random.default_rng(seats)), net(seats, market), 0
    while not lanes.over.all():
        now = turn(lanes, think)
        herd_lanes.carry_out(lanes, now.lane, now.done)
        turned += 1
    return np.roll(lanes.caps, turned, axis=0)


@cache
def net(seats: int, market: bool) -> list[Layer]:
    """The net for a table of so many seats, as it is shipped."""
    with files("engine.bots").joinpath("herds.npz").open("rb") as file, np.load(file) as held:
        return unpacked(held, name(seats, market))


def name(seats: int, market: bool) -> str:
    """What the net of a table is called in the data file."""
    return f"{seats}{'m' if market else ''}"


def fared(lanes: Lanes, laps: int, think: Sequence[Layer]) -> Array:
    """The chance of winning of the seat that has just played, after so many laps of the net's play."""
    mine = lanes.seats - 1
    for _ in range(lanes.seats * laps - 1):
        if lanes.over.all():
            break
        now = turn(lanes, think)
        herd_lanes.carry_out(lanes, now.lane, now.done)
        mine = (mine - 1) % lanes.seats
    value = np.asarray(herd_lanes.shares(lanes.caps)[mine])
    if not lanes.over.all():
        now = turn(lanes, think)
        value[now.lane] = now.value
    return value


def _means(lanes: Lanes, table: Known, count: int, laps: int) -> Array:
    """One number for every choice: the mean over its worlds."""
    return np.asarray(fared(lanes, laps, net(lanes.seats, table.market)).reshape(-1, count).mean(1))


def plays_worth(
    table: Known, plays: Sequence[tuple[int, int]], seed: int, count: int = WORLDS, laps: int = LAPS
) -> Array:
    """The chance of winning after each play (rank, number of cards), on average over the same worlds."""
    lanes = worlds(table, count, np.random.default_rng(seed)).taken(np.tile(np.arange(count), len(plays)))
    every = np.arange(count * len(plays))
    rank, n = (np.repeat(np.array(one), count) for one in zip(*plays, strict=True))
    herd_lanes.carry_out(lanes, every, herd_lanes.after(lanes, every, rank - 1, n))
    return _means(lanes, table, count, laps)


def draws_worth(table: Known, sources: Sequence[Any], seed: int, count: int = WORLDS, laps: int = LAPS) -> Array:
    """The same after each draw: a rank from the row, or the pile; further draws are made by rule."""
    lanes = worlds(table, count, np.random.default_rng(seed)).taken(np.tile(np.arange(count), len(sources)))
    rank = np.repeat(np.array([NOBODY if one == "deck" else one - 1 for one in sources]), count)
    herd_lanes.take(lanes, rank)
    herd_lanes.draw(lanes)
    herd_lanes.end(lanes)
    return _means(lanes, table, count, laps)


SILLY, SPARED = 0.01, 3


def choice(worth: Array, captured: Sequence[int]) -> int:
    """The place of the best play; a capture of three or more is not thrown away for less than 1 % of the chance."""
    best = int(worth.argmax())
    close = [nth for nth, value in enumerate(worth) if value > worth[best] - SILLY and captured[nth] >= SPARED]
    return max(close, key=lambda nth: (captured[nth], worth[nth])) if close else best
