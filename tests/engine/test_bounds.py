"""Random matches of every game and variant, at every size of table, held against the bounds of RULINGS.

Each variant is played MATCHES times, spread over its tables: 150 times in every run of the tests, and 1,000 times by
`make bounds`, which is this same file.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine.core.match import AnyGame, Deal, Match
from engine.games import SHELF
from tests.engine.random_play import STYLES, Done, play_out

MATCHES = int(os.environ.get("MATCHES") or 150)
PACKS = {
    name: Counter(game.pack(game.open(game.seats[0], game.read_options({})).table)) for name, game in SHELF.items()
}
MOST_TURNS = 64  # each play lays a card at least
MOST_DRAFTS, MOST_BUILDS, MOST_PASSES = 28, 34, 2  # S12


def variants() -> Iterator[Any]:
    """Every game with every value of every option."""
    for game in SHELF.values():
        chosen: list[dict[str, Any]] = [{}]
        for option in game.options:
            chosen = [{**before, option.name: value} for before in chosen for value in option.values]
        for options in chosen:
            yield pytest.param(game, options, id="-".join([game.name, *(f"{n}={v}" for n, v in options.items())]))


def cards(value: Any) -> Iterator[Any]:
    """Every card in a nested part of a state."""
    if isinstance(value, tuple | list):
        for inner in value:
            yield from cards(inner)
    else:
        yield value


def herds_lie(table: Any) -> Any:
    """What lies open in the herds."""
    return table.row, table.herds, table.captured


def waters_lie(table: Any) -> Any:
    """What lies open in Seven Waters: the pyramid, both parks, and the hands at the end."""
    parks = [(park.ropes, park.slides, [laid.card for laid in park.river], park.pool) for park in table.parks]
    return table.pyramid, parks, table.opened


def lying(match: Match) -> Counter[Any]:
    """Every card, wherever it lies, as the engine has it."""
    state = match._state  # noqa: SLF001 - where the hidden cards are is the question
    places = LIE[match.game.name](state.table), state.hands, state.deck
    face = type(next(iter(PACKS[match.game.name])))
    return Counter(card for card in cards(places) if type(card) is face)  # backs and gaps lie in the pyramid, too


def herds_hold(steps: list[Done]) -> None:
    """Every deal ends in time; hands are full as long as there is something to draw."""
    plays = 0
    for done in steps:
        view = done.after.view(None)
        facts, places = view["facts"], view["places"]
        plays = 0 if isinstance(done.entry, Deal) else plays + (done.entry.move["type"] == "play")
        assert plays <= MOST_TURNS
        sizes = [n for place, n in places.items() if place.startswith("hand:")]
        if places["deck"] or places.get("market"):
            assert all(n == 5 for n in sizes) or facts["draws_left"]
        assert max(sizes) <= 5


def waters_hold(steps: list[Done]) -> None:
    """At most 28 drafts, 34 actions that use cards and 2 passes; seven in hand, seven slides."""
    kinds = Counter(done.entry.move["type"] for done in steps if not isinstance(done.entry, Deal))
    assert kinds["draft"] == MOST_DRAFTS, "the pyramid is always emptied"
    assert kinds["pass"] <= MOST_PASSES
    assert kinds.total() - kinds["draft"] - kinds["pass"] <= MOST_BUILDS
    assert kinds["slide"] <= (8 if steps[-1].after.options["contest"] else 7)
    for done in steps:
        places = done.after.view(None)["places"]
        for seat in (0, 1):
            held = places[f"hand:{seat}"]
            assert (len(held) if isinstance(held, list) else held) <= 7


LIE = {"waterhole": herds_lie, "kariba": herds_lie, "seven_waters": waters_lie}
HOLD = {"waterhole": herds_hold, "kariba": herds_hold, "seven_waters": waters_hold}


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("game", "options"), list(variants()))
def test_random_matches_keep_their_bounds(game: AnyGame, options: Mapping[str, Any]) -> None:
    """Each match ends (`play_out` finds no empty list of moves on the way) with every card in one place throughout."""
    styles, pack = sorted(STYLES), PACKS[game.name]
    for seed in range(MATCHES):
        opened = Match.open(game, game.seats[seed % len(game.seats)], options)
        steps = list(play_out(opened, seed, styles[seed % len(styles)]))
        for done in steps:
            assert lying(done.after) == pack
        assert steps[-1].after.result() is not None
        assert sum(isinstance(done.entry, Deal) for done in steps) == game.deals(opened.options)
        HOLD[game.name](steps)
