"""Every game there is, in every variant, at its smallest and its largest table; and a match in random play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.match import Deal, Match, Played
from engine.core.state import Event
from engine.games import SHELF
from tests.engine.tagged import script
from tests.tiny import TINY

GAMES = [*SHELF.values(), *TINY.values()]
# What pages read of every game, whatever else it says.
FACTS = {"phase", "deal", "deals", "first", "to_act", "scores", "totals", "winners", "last", "best", "catches"}


def variants() -> Iterator[Any]:
    """Every game with every value of every option, at its smallest and its largest table."""
    for game in GAMES:
        options: list[dict[str, Any]] = [{}]
        for option in game.options:
            options = [{**before, option.name: value} for before in options for value in option.values]
        for chosen in options:
            for seats in sorted({game.seats[0], game.seats[-1]}):
                words = "-".join(f"{name}={value}" for name, value in chosen.items())
                yield pytest.param(game, seats, chosen, id=f"{game.name}-{seats}-{words}")


every = pytest.mark.parametrize(("game", "seats", "options"), list(variants()))


def viewers(match: Match) -> tuple[int | None, ...]:
    return (*range(match.seats), None)


def all_views(match: Match) -> list[Any]:
    return [(match.view(v), match.offer(v)) for v in viewers(match)]


def walk(opened: Match, seed: int) -> Iterator[tuple[Match, tuple[Event, ...], Deal | Played]]:
    entries = script(opened, seed)
    for (match, events), entry in zip(opened.fold(entries), entries, strict=True):
        yield match, events, entry
