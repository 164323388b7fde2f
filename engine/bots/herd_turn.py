"""What the net of the herds would play: one turn in many lanes at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.bots import herd_lanes
from engine.bots.herd_eyes import seen
from engine.bots.herd_lanes import After, Array, Lanes
from engine.bots.net import Layer, chances


def best_of(lane: Array, value: Array) -> Array:
    """The place of the best play of each lane; the plays of a lane stand together."""
    starts = np.flatnonzero(np.r_[True, lane[1:] != lane[:-1]])
    most = np.repeat(np.maximum.reduceat(value, starts), np.diff(np.r_[starts, len(lane)]))
    best = np.flatnonzero(value == most)
    return best[np.r_[True, lane[best][1:] != lane[best][:-1]]]


class Turn(NamedTuple):
    """What the seat to act would play in each lane that goes on, what the net sees of it and what it thinks of it."""

    lane: Array
    done: After
    seen: Array
    value: Array


def turn(lanes: Lanes, think: Sequence[Layer]) -> Turn:
    """The net's choice in every lane that goes on."""
    lane, rank, n = herd_lanes.plays(lanes)
    done = herd_lanes.after(lanes, lane, rank, n)
    look = seen(lanes, lane, done)
    value = chances(think, look)
    best = best_of(lane, value)
    return Turn(lane[best], done.some(best), look[:, best], value[best])
