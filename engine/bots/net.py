"""A small dense net that says how likely a seat is to win: columns in, chances out. Training makes its weights."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Layer = tuple[Array, Array]  # weights (out, in), bias (out, 1)


def fresh(sizes: Sequence[int], chance: np.random.Generator) -> list[Layer]:
    """Layers before training."""
    return [
        (
            (chance.standard_normal((out, into)) * np.sqrt(2 / into)).astype(np.float32),
            np.zeros((out, 1), np.float32),
        )
        for into, out in pairwise(sizes)
    ]


def chances(net: Sequence[Layer], seen: Array) -> Array:
    """The chance of winning for every column."""
    *hidden, (weights, bias) = net
    for inner, lift in hidden:
        seen = inner @ seen
        seen += lift
        np.maximum(seen, 0, out=seen)
    logit = (weights @ seen + bias)[0]
    return np.asarray(1 / (1 + np.exp(-logit)))


def packed(net: Sequence[Layer], name: str) -> dict[str, Array]:
    """The layers under names of a data file."""
    return {f"{name}.{nth}.{part}": one for nth, layer in enumerate(net) for part, one in zip("wb", layer, strict=True)}


def unpacked(held: Any, name: str) -> list[Layer]:
    """The layers of a data file, ready to be used."""
    deep = sum(key.startswith(f"{name}.") for key in held) // 2
    parts = [[held[f"{name}.{nth}.{part}"].astype(np.float32) for part in "wb"] for nth in range(deep)]
    return [(weights, bias) for weights, bias in parts]
