"""How the guided first games are written, and whether they teach what they promise."""

from __future__ import annotations

from engine.lessons import Lesson, lesson


def of(game: str) -> Lesson:
    """The lesson of a game that has one."""
    found = lesson(game)
    assert found is not None
    return found
