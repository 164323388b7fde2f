"""Guided first games: a written deal, and what both seats do in it, decision by decision.

A lesson is a match like any other: the same rules carry out every move. Only its order of cards is written, and at each
decision one move is asked for. `tests/engine/lessons/` says how the scripts came about and plays them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

PUPIL = 0


@dataclass(frozen=True, slots=True)
class Ply:
    """One decision of a lesson.

    Attributes:
        seat: whose it is. move: what is done, as JSON.
        key: what the pupil is told (`lesson.<game>.<key>`), where the pupil does it; None where it happens by itself.
        swift: one of many moves that only lead on to the next thing worth learning.
    """

    seat: int
    move: Mapping[str, Any]
    key: str | None = None
    swift: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """A guided first game.

    Attributes:
        game: its name on the shelf. options: complete. rules: the version it was written for.
        order: the pack as it is laid out, index 0 on top. plies: every decision, in turn.
    """

    game: str
    rules: int
    options: Mapping[str, Any]
    order: tuple[Any, ...]
    plies: tuple[Ply, ...]

    def at(self, turn: int) -> Ply | None:
        """The decision of this turn; None after the last one."""
        return self.plies[turn] if 0 <= turn < len(self.plies) else None

    @property
    def keys(self) -> list[str]:
        """The steps of the lesson as the pupil counts them, in order."""
        return list(dict.fromkeys(ply.key for ply in self.plies if ply.key))


@cache
def lesson(game: str) -> Lesson | None:
    """The guided first game of a game; None where there is none."""
    written = files(__name__) / f"{game}.json"
    if not game.isidentifier() or not written.is_file():
        return None
    told = json.loads(written.read_text("utf-8"))
    plies = tuple(Ply(**ply) for ply in told["plies"])
    return Lesson(told["game"], told["rules"], told["options"], tuple(told["order"]), plies)
