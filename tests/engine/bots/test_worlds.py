"""The worlds in which experts think are such as their seat cannot tell from the real one: every card in one place, all
that is seen where it is seen, and what was taken in sight of all still in that hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from engine.bots import herd_expert, herd_known, herds, water_lanes
from engine.bots.water_worlds import NUMBER, Known
from engine.games.herds.box import COPIES, RANKS
from engine.games.seven_waters.cards import PACK, SUITS
from tests.engine.bots.table import Asked, decisions

COUNT = 20


def at_random(asked: Asked) -> Mapping[str, Any]:
    """A move by the weakest level, its dice from the view."""
    return asked.answer("easy", len(asked.news))


@pytest.mark.parametrize(("seats", "market"), [(2, False), (4, False), (3, True)])
def test_every_world_of_the_herds_has_eight_cards_of_each_rank(seats: int, market: bool) -> None:
    for asked in decisions("kariba", seats, {"deals": 1, "market": market}, at_random, seats):
        known = herd_known.known(asked.view, herds.hand_of(asked.view), asked.news)
        lanes = herd_expert.worlds(known, COUNT, np.random.default_rng(1))
        places = asked.view["places"]
        for lane in range(COUNT):
            pile = lanes.deck[: places["deck"], lane].tolist()
            there = np.array([pile.count(rank) for rank in range(len(RANKS))])
            counts = (lanes.herds + lanes.gone + lanes.row)[:, lane] + lanes.hands[:, :, lane].sum(0) + there
            assert counts.tolist() == [COPIES] * len(RANKS)
        assert lanes.hands[0, :, 0].tolist() == [herds.hand_of(asked.view).count(rank) for rank in RANKS]
        for nth in range(1, seats):
            size = places[f"hand:{(asked.seat + nth) % seats}"]
            assert (lanes.hands[nth].sum(0) == size).all()
            assert (lanes.hands[nth] >= np.array(known.held[nth])[:, None]).all()


def event(name: str, **facts: Any) -> dict[str, Any]:
    """A piece of news."""
    return {"events": [{"e": name, **facts}]}


def test_cards_taken_from_the_row_are_known_until_so_many_were_laid() -> None:
    news = [
        event("draw", seat=1, source=4, n=1),
        event("deal"),
        event("draw", seat=1, source=6, n=1),
        event("draw", seat=1, source=6, n=1),
        event("draw", seat=0, source="deck", n=1),
        event("play", seat=1, rank=6, n=1),
        event("play", seat=1, rank=7, n=3),
        event("capture", prey=6, n=3),
    ]
    assert +herd_known.taken(news) == {(1, 6): 1}
    assert herd_known.captured(news) == {6: 3}


def test_every_world_of_seven_waters_has_every_card_once() -> None:
    drafted = 0
    for asked in decisions("seven_waters", 2, {}, at_random, 3):
        known = Known(asked.view, asked.news)
        lanes = known.worlds(COUNT, np.random.default_rng(1))
        lying = [card for place in asked.view["places"].values() if isinstance(place, list) for card in place]
        seen = sorted(NUMBER[card[:2]] for card in lying)
        other = 1 - asked.seat
        hidden = sum(known.counts[1:])
        for lane in range(COUNT):
            hand = [card for card in lanes.seats[1, water_lanes.HAND, lane] if card >= 0]
            assert len(hand) == asked.view["places"][f"hand:{other}"]
            down = lanes.pyramid[known.down, lane].tolist()
            held = {*seen, *hand, *down}
            assert len(held) == len(seen) + len(hand) + len(down) == len(PACK) - hidden
            missing = set(known.theirs) - held
            assert len(missing) <= hidden, "a card that was drafted in sight of all is theirs, or laid face down"
            drafted += len(known.theirs)
            if known.counts[1]:
                assert lanes.seats[1, water_lanes.THEME, lane] in range(len(SUITS))
    assert drafted, "cards were counted"


def test_the_expert_thinks_with_the_same_dice_for_the_same_seed_only() -> None:
    asked = next(decisions("seven_waters", 2, {}, at_random, 8))
    known = Known(asked.view, asked.news)
    one, same, other = (known.worlds(COUNT, np.random.default_rng(seed)).pyramid for seed in (1, 1, 2))
    assert (one == same).all()
    assert (one != other).any()
