"""Guided first games in a room: what is asked of the pupil now, and what happens by itself. Pure.

Where a lesson stands follows from the number of the decision alone, so that it can be left and taken up again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.rooms.state import Holder, Play, Refusal, RoomState
from engine.core.errors import IllegalMove, UnreadableMove
from engine.lessons import PUPIL, Lesson, Ply, lesson

KIND = "lesson"
LATER = "later"


def _written(play: Play) -> Lesson:
    written = lesson(play.match.game.name)
    if written is None:
        raise ValueError("a lesson of a game that has none")
    return written


def ready(seated: Sequence[Holder]) -> bool:
    """Whether a pupil and a partner sit: one guest first, then one bot."""
    return [bool(holder.guest) for holder in seated] == [True, False]


def fixed(state: RoomState) -> Refusal | None:
    """A refusal in a room of lessons: its game and options are written."""
    return Refusal("illegal", {"rule": "lesson_fixed"}) if state.kind == KIND else None


def order(play: Play) -> list[Any]:
    """The pack of the lesson as it is laid out."""
    return list(_written(play).order)


def by_itself(play: Play) -> Ply | None:
    """The decision that is due, where the room makes it; None where the pupil does, and outside lessons."""
    ply = _written(play).at(play.match.turn) if play.kind == KIND else None
    return ply if ply and ply.key is None and ply.seat in play.match.to_act() else None


def refused(play: Play, seat: int, obj: Any) -> Refusal | None:
    """Why the pupil's move is not carried out. What the rules refuse is left to them; the rest is not asked for now."""
    if play.kind != KIND:
        return None
    ply, game = _written(play).at(play.match.turn), play.match.game
    if ply is None:
        return None
    try:
        wanted = game.read(obj)
        play.match.check(seat, wanted)
    except (UnreadableMove, IllegalMove):
        return None
    if ply.key and _same(game.write(wanted), ply.move):
        return None
    return Refusal("illegal", {"rule": "lesson", "step": ply.key})


def _same(one: Any, other: Any) -> bool:
    """Whether two moves do the same: cards may be named in any order, except in a river."""
    told = [
        {**move, "cards": sorted(move["cards"], key=str)} if "cards" in move and "end" not in move else dict(move)
        for move in (one, other)
    ]
    return told[0] == told[1]


def step(play: Play, seat: int | None) -> dict[str, Any] | None:
    """What is asked of the pupil now: the step's key, which one of how many it is, and the move.

    While moves go by that only lead on, the step is `later` and the move None.
    """
    written, keys = _written(play), _written(play).keys
    ply = written.at(play.match.turn)
    if ply is None or seat != PUPIL or not (ply.key or ply.swift):
        return None
    nth = max(keys.index(one.key) for one in written.plies[: play.match.turn + 1] if one.key)
    return {"step": ply.key or LATER, "nth": nth + 1, "of": len(keys), "move": dict(ply.move) if ply.key else None}
