"""The ladder in short: each level against the one below it, on fixed deals and within wide bounds; `make ladder` is the
long form. A deal is played in every seat, so these are shares of the win against equal cards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from bench.ladder.line import summed, written
from bench.ladder.pairing import TABLES, Pairing, pairings
from bench.ladder.play import BREAKER_S, Played, Spent, deal
from engine import bots
from engine.games import SHELF

TWO: Mapping[str, Any] = {"deals": 1}
WATERS: Mapping[str, Any] = {"contest": False}


def share(pairing: Pairing) -> float:
    """What `a` wins, in percent."""
    return float(summed(pairing, [deal(pairing, 1, nth) for nth in range(pairing.deals)])["win_pct"])


# Wide: three standard errors and more below what `make ladder` measures.
@pytest.mark.parametrize(
    ("pairing", "least"),
    [
        (Pairing("waterhole", 2, TWO, "medium", "easy", 100), 60),
        (Pairing("waterhole", 2, TWO, "hard", "medium", 100), 68),
        (Pairing("waterhole", 2, TWO, "expert", "hard", 16), 52),
        (Pairing("seven_waters", 2, WATERS, "medium", "easy", 25), 70),
        (Pairing("seven_waters", 2, WATERS, "hard", "medium", 15), 60),
        (Pairing("seven_waters", 2, WATERS, "expert", "hard", 4), 52),
    ],
    ids=lambda one: f"{one.game} {one.a} over {one.b}" if isinstance(one, Pairing) else "",
)
def test_each_level_takes_most_of_fixed_deals_from_the_level_below(pairing: Pairing, least: float) -> None:
    assert share(pairing) >= least


def test_the_ladder_has_every_level_at_every_table() -> None:
    steps = [(b, a) for b, a in pairwise(bots.LEVELS)]
    assert [(one.b, one.a) for one in pairings()] == steps * len(TABLES)
    assert {one.game for one in pairings()} == set(SHELF)
    for game, rules in SHELF.items():
        for seats in rules.seats:
            assert (game == "kariba" and seats < 5) or any(one[:2] == (game, seats) for one in TABLES)
            assert not any(option.name == "market" for option in rules.options) or any(
                one[1] == seats and one[2].get("market") for one in TABLES
            )


def test_a_pairing_is_one_line_of_json_and_a_deal_one_sample() -> None:
    pairing = Pairing("waterhole", 3, TWO, "medium", "easy", 4)
    told = json.loads(written(summed(pairing, [deal(pairing, 2, nth) for nth in range(4)])))
    wanted = {"game", "seats", "a", "b", "games", "win_pct", "ci95", "ms_per_move_a", "ms_per_move_b", "breaker_pct_a"}
    assert wanted <= told.keys()
    assert (told["games"], told["deals"], told["par_pct"]) == (12, 4, 33.3)
    assert 0 <= told["win_pct"] <= 100
    assert told["ms_per_move_a"] > 0
    assert told["breaker_pct_a"] == 0


def test_a_move_that_takes_too_long_is_the_breakers() -> None:
    slow = Spent(1, BREAKER_S, BREAKER_S, 1)
    line = summed(
        Pairing("waterhole", 2, TWO, "medium", "easy", 2), [Played(0.5, slow, Spent()), Played(0.5, Spent(3), Spent())]
    )
    assert line["breaker_pct_a"] == 25


def test_the_same_seed_plays_the_same_deals() -> None:
    pairing = Pairing("kariba", 3, {"deals": 1, "market": True}, "hard", "medium", 3)
    once, again = ([deal(pairing, 5, nth).share for nth in range(3)] for _ in range(2))
    assert once == again
    even = Pairing("waterhole", 2, TWO, "medium", "medium", 1)
    assert 0 <= deal(even, 1, 1).share <= 1


def test_equal_bots_share_a_deal_evenly() -> None:
    """With swapped seats and equal cards, bots without dice take exactly par."""
    pairing = Pairing("seven_waters", 2, WATERS, "hard", "hard", 3)
    assert share(pairing) == 50
