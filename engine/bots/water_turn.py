"""What the net of Seven Waters would do: one action in many lanes at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.bots.herd_turn import best_of
from engine.bots.net import Layer, chances
from engine.bots.water_eyes import seen
from engine.bots.water_lanes import Array, Lanes, Moves, after, pass_on
from engine.bots.water_moves import moves


class Turn(NamedTuple):
    """The chosen action of each lane that goes on, the table after it, what the net sees of it and what it thinks."""

    moves: Moves
    new: Lanes
    seen: Array
    value: Array


def turn(lanes: Lanes, think: Sequence[Layer]) -> Turn:
    """The net's choice in every lane that goes on."""
    every = moves(lanes)
    new = after(lanes, every)
    look = seen(lanes, every, new)
    value = chances(think, look)
    best = best_of(every.lane, value)
    return Turn(every.some(best), new.taken(best), look[:, best], value[best])


def carry_out(lanes: Lanes, now: Turn) -> None:
    """The chosen actions, and whose turn it is next."""
    pass_on(now.new)
    lanes.put(now.moves.lane, now.new)
