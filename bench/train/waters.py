"""Self-play for Seven Waters: as for the herds, but a seat may act again at once: each action says whose it is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bench.train.learn import LAMBDA, Round
from engine.bots import water_lanes
from engine.bots.net import Layer
from engine.bots.water_lanes import SEAT, Array
from engine.bots.water_turn import Turn, carry_out, turn


def played(
    net: Sequence[Layer], count: int, chance: np.random.Generator, contest: bool
) -> tuple[list[Turn], list[Array], Array]:
    """So many matches played out: the actions, whose they were, and each seat's share of each win."""
    lanes = water_lanes.dealt(count, contest, chance)
    turns: list[Turn] = []
    seats: list[Array] = []
    while not lanes.over.all():
        turns.append(turn(lanes, net))
        seats.append(lanes.seats[0, SEAT, turns[-1].moves.lane])
        carry_out(lanes, turns[-1])
    share, seat = water_lanes.shares(lanes), lanes.seats[0, SEAT]
    return turns, seats, np.where(seat == 0, share, share[::-1])


def lessons(turns: Sequence[Turn], seats: Sequence[Array], share: Array) -> tuple[Array, Array]:
    """What was seen, and what it should have been worth: TD(lambda), backwards, seat by seat."""
    goal, following = share.copy(), share.copy()
    wanted: list[Array] = []
    for one, seat in zip(reversed(turns), reversed(seats), strict=True):
        lane = one.moves.lane
        target = (1 - LAMBDA) * following[seat, lane] + LAMBDA * goal[seat, lane]
        goal[seat, lane], following[seat, lane] = target, one.value
        wanted.append(target)
    return np.concatenate([one.seen for one in turns], axis=1), np.concatenate(wanted[::-1])


def round_of(count: int) -> Round:
    """A round of so many matches, half of them by the contest rules (one net serves both)."""

    def play(net: list[Layer], chance: np.random.Generator) -> tuple[Array, Array]:
        halves = [lessons(*played(net, count // 2, chance, contest)) for contest in (False, True)]
        columns, target = zip(*halves, strict=True)
        return np.concatenate(columns, axis=1), np.concatenate(target)

    return play
