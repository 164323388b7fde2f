"""No move that looks silly: what the strong levels never do, whatever the cards."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from engine.bots import herd_expert, herd_known, herds
from tests.engine.bots.table import Asked, decisions

DEALS = 6


@pytest.mark.parametrize(
    ("worth", "captured", "chosen"),
    [
        ([0.50, 0.505, 0.30], [3, 0, 0], 0),  # half a percent is not worth three cards
        ([0.48, 0.505, 0.30], [3, 0, 0], 1),  # two percent are
        ([0.50, 0.505, 0.30], [2, 0, 0], 1),  # two cards may be left lying
        ([0.500, 0.504, 0.505], [5, 3, 0], 0),  # the bigger of two
    ],
)
def test_a_capture_of_three_is_not_thrown_away_for_less_than_one_percent(
    worth: list[float], captured: list[int], chosen: int
) -> None:
    assert herd_expert.choice(np.array(worth), captured) == chosen


def test_an_expert_takes_three_or_knows_why_not() -> None:
    """By its own judgement of every play, in whole deals."""
    passed = 0
    for seed in range(DEALS):
        chance = random.Random(seed)

        def play(asked: Asked, chance: random.Random = chance) -> Mapping[str, Any]:
            return asked.answer("medium" if chance.random() < 0.5 else "hard", chance.getrandbits(32))

        for asked in decisions("waterhole", 2, {"deals": 1}, play, seed):
            plays = asked.offer["plays"]
            most = max(plays, key=lambda play: play["captured"])
            if most["captured"] < 3:
                continue
            worth = dict(zip([(one["rank"], one["n"]) for one in plays], judged(asked, seed), strict=True))
            cards = asked.answer("expert", seed)["cards"]
            best = worth[(cards[0], len(cards))]
            took = next(one["captured"] for one in plays if (one["rank"], one["n"]) == (cards[0], len(cards)))
            assert took >= 3 or best - worth[(most["rank"], most["n"])] >= herd_expert.SILLY
            passed += took < 3
    assert passed < 20 * DEALS


def judged(asked: Asked, seed: int) -> list[float]:
    """The chance of winning after each play, with the dice that the bot throws from this seed."""
    table = herd_known.known(asked.view, herds.hand_of(asked.view), asked.news)
    plays = [(one["rank"], one["n"]) for one in asked.offer["plays"]]
    if len(plays) == 1:
        return [1.0]
    return [float(one) for one in herd_expert.plays_worth(table, plays, random.Random(seed).getrandbits(32))]


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_a_hand_with_room_keeps_its_cards(level: str) -> None:
    """In Seven Waters a discard costs two points: never with room in the hand, and never two cards at once."""

    def choose(asked: Asked) -> Mapping[str, Any]:
        return asked.answer(level, 5)

    for asked in decisions("seven_waters", 2, {}, choose, 11):
        move = asked.answer(level, 5)
        if move["type"] == "discard":
            assert len(move["cards"]) == 1
            assert len(asked.view["places"][f"hand:{asked.seat}"]) >= 6
