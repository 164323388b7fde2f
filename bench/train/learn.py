"""How a net learns: it plays a round of deals, and takes steps towards what they showed each play to be worth."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from engine.bots.net import Array, Layer, fresh

LAMBDA = 0.7
BATCH = 2048
HIDDEN = (96, 32)
SLOWEST = 1 / 30  # the pace at the end, against that at the beginning

# A round of self-play with a net: what was seen, one column a play, and what it was worth.
Round = Callable[[list[Layer], np.random.Generator], tuple[Array, Array]]


class Adam:
    """Steps downhill on the cross entropy, each weight at its own pace."""

    def __init__(self, net: list[Layer]) -> None:
        self.net = net
        self.slow = [[np.zeros_like(part) for part in layer] for layer in net]
        self.square = [[np.zeros_like(part) for part in layer] for layer in net]
        self.steps = 0

    def learn(self, columns: Array, target: Array, rate: float) -> None:
        """One step."""
        inputs = [columns]
        for weights, bias in self.net[:-1]:
            inputs.append(np.maximum(weights @ inputs[-1] + bias, 0))
        weights, bias = self.net[-1]
        error = (1 / (1 + np.exp(-(weights @ inputs[-1] + bias))) - target).astype(np.float32) / len(target)
        self.steps += 1
        for nth in range(len(self.net) - 1, -1, -1):
            slopes = (error @ inputs[nth].T, error.sum(1, keepdims=True))
            if nth:
                error = (self.net[nth][0].T @ error) * (inputs[nth] > 0)
            for part, slope in enumerate(slopes):
                self._step(nth, part, slope, rate)

    def _step(self, nth: int, part: int, slope: Array, rate: float) -> None:
        slow, square = self.slow[nth][part], self.square[nth][part]
        slow += 0.1 * (slope - slow)
        square += 0.001 * (slope * slope - square)
        scale = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        self.net[nth][part][...] -= scale * slow / (np.sqrt(square) + 1e-8)


def trained(
    play: Round, sees: int, rounds: int, seed: int, pace: float, start: list[Layer] | None = None
) -> list[Layer]:
    """A net after so many rounds of self-play, from the beginning or from another net."""
    chance = np.random.default_rng(seed)
    net = fresh((sees, *HIDDEN, 1), chance)
    if start:  # a copy: what it begins with stays what it was
        net = [(weights.copy(), bias.copy()) for weights, bias in start]
    adam = Adam(net)
    for nth in range(rounds):
        columns, target = play(net, chance)
        order = chance.permutation(len(target))
        for begin, until in pairwise(range(0, len(order) + 1, BATCH)):
            some = order[begin:until]
            adam.learn(columns[:, some], target[some], pace * SLOWEST ** (nth / rounds))
    return net
