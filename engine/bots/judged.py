"""What looking back on one move says of it, and how sure that has to be: few worlds for what cost nothing, many for
what is close to being shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

FLAG = 0.03  # from this loss on a choice is shown as one that cost something
CLOSE = 0.009  # so near to it a choice is judged once more
# Some moves, a seed, how many worlds -> the chance of winning after each. (No numpy here: every server imports this.)
Judge = Callable[[Sequence[int], int, int], Iterable[float]]


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
    worth = dict(enumerate(map(float, judge(range(many), seed, worlds))))
    for nth, stage in enumerate(stages, 1):
        loss = max(worth.values()) - worth[made]
        if loss < stage.least or (stage is stages[-1] and abs(loss - FLAG) >= CLOSE):
            break
        best = sorted(worth, key=lambda move: -worth[move])[: stage.kept]
        moves = sorted({*best, made})
        worth = dict(zip(moves, map(float, judge(moves, seed + (nth << 40), stage.worlds)), strict=True))
    best_of = max(worth, key=lambda move: worth[move])
    return worth[made], worth[best_of], best_of
