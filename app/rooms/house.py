"""The rules of the house: what a host chooses for a table whatever the game is. Described like a game's options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import bots
from engine.core.option import Option


def _of_house(name: str, *values: Any, default: Any = None) -> Option:
    return Option(name, values, f"house.{name}", values[0] if default is None else default)


HOUSE_OPTIONS: tuple[Option, ...] = (
    _of_house("clock", 0, 30, 60),
    _of_house("watchers", True, False),
    _of_house("chat", "all", "players", "off"),
    _of_house("hints", False, True),
    _of_house("locked", False, True),
    _of_house("listed", True, False),
    _of_house("bot_level", *bots.LEVELS, default="medium"),
)

# What the waiting room offers: an option without an effect yet is not shown (docs/state.md).
SHOWN = ("watchers", "chat", "clock", "hints", "bot_level", "locked", "listed")


def shown() -> tuple[Option, ...]:
    """What the waiting room offers, in its order."""
    known = {option.name: option for option in HOUSE_OPTIONS}
    return tuple(known[name] for name in SHOWN)


HOUSE: Mapping[str, Any] = {option.name: option.default for option in HOUSE_OPTIONS}
