"""Self-play for the herds: the net plays whole deals against itself and learns from how they went on, TD(0.7).

Thousands of deals are played side by side. What is learned is the value of a table *after* a play and before the
draw, for the seat that played: its share of the win. A third of the deals begin with points, as in a later deal.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bench.train.learn import LAMBDA, Round
from engine.bots import herd_lanes
from engine.bots.herd_lanes import Array
from engine.bots.herd_turn import Turn, turn
from engine.bots.net import Layer


def played(
    net: Sequence[Layer], count: int, seats: int, market: bool, chance: np.random.Generator
) -> tuple[list[Turn], Array]:
    """So many deals played out: the turns, and each seat's share of each win, by seat from the first."""
    lanes = herd_lanes.dealt(count, seats, market, chance)
    early = chance.random(count) < 1 / 3
    lanes.caps += np.rint(chance.normal(0, 5, (seats, count)) * early).astype(np.int16)
    turns: list[Turn] = []
    while not lanes.over.all():
        turns.append(turn(lanes, net))
        herd_lanes.carry_out(lanes, turns[-1].lane, turns[-1].done)
    turned = len(turns) % seats
    return turns, herd_lanes.shares(np.roll(lanes.caps, turned, axis=0))


def lessons(turns: Sequence[Turn], share: Array) -> tuple[Array, Array]:
    """What was seen, and what it should have been worth: TD(lambda), backwards, seat by seat."""
    seats = len(share)
    wanted: list[Array] = []
    goal, following = share.copy(), share.copy()
    for nth in range(len(turns) - 1, -1, -1):
        seat, lane = nth % seats, turns[nth].lane
        target = (1 - LAMBDA) * following[seat, lane] + LAMBDA * goal[seat, lane]
        goal[seat, lane], following[seat, lane] = target, turns[nth].value
        wanted.append(target)
    return np.concatenate([turn.seen for turn in turns], axis=1), np.concatenate(wanted[::-1])


def round_of(count: int, seats: int, market: bool) -> Round:
    """A round of so many deals at one kind of table."""
    return lambda net, chance: lessons(*played(net, count, seats, market, chance))
