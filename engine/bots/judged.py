"""What looking back on one move says of it, and how sure that has to be: few worlds for what cost nothing, many for
what is close to being shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

FLAG = 0.03  # from this loss on a choice is shown as one that cost something
CLOSE = 0.009  # so near to it a choice is judged once more
Array = npt.NDArray[Any]
Judge = Callable[[Sequence[int], int, int], Array]  # some moves, a seed, how many worlds -> the chance after each


class Worths(NamedTuple):
    """The chance of winning after the move that was made, and after the best one; what the best one was, as JSON."""

    made: float
    best: float
    better: Mapping[str, Any]


class Stage(NamedTuple):
    """Judging anew what seems to have cost `least` or more: in `worlds`, the move that was made and the `kept` best."""

    least: float
    worlds: int
    kept: int


def settled(
    judge: Judge, many: int, made: int, worlds: int, stages: Sequence[Stage], seed: int
) -> tuple[float, float, int]:
    """Judge `many` moves, those that matter again and again.

    Args:
        made: which of them was made. worlds: of the first look. stages: the further ones; the last is for what is close
            to being shown.

    Returns:
        The chance after the move that was made, after the best one, and which that is.
    """
    moves, worth = list(range(many)), judge(range(many), seed, worlds)
    for nth, stage in enumerate(stages, 1):
        mine = moves.index(made)
        loss = float(worth.max() - worth[mine])
        if loss < stage.least or (stage is stages[-1] and abs(loss - FLAG) >= CLOSE):
            break
        best = [moves[at] for at in np.argsort(-worth, kind="stable")[: stage.kept]]
        moves = sorted({*best, made})
        worth = judge(moves, seed + (nth << 40), stage.worlds)
    best_at = int(worth.argmax())
    return float(worth[moves.index(made)]), float(worth[best_at]), moves[best_at]
