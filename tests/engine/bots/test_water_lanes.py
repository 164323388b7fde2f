"""Matches side by side follow the same rules as the engine, and every move they consider is a legal one."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.bots import water_expert, water_lanes, water_moves
from engine.bots.water_lanes import HAND, SEAT, Lanes
from engine.core.match import Match
from engine.games import SHELF
from engine.games.seven_waters.cards import PACK

LANES = 40
GAME = SHELF["seven_waters"]


def assert_same(match: Match, lanes: Lanes, lane: int) -> None:
    """Whose turn it is, how far the match is, both hands; at the end points and winner."""
    facts, first = match.view(None)["facts"], int(lanes.seats[0, SEAT, lane])
    assert (facts["phase"] == "over") == lanes.over[lane]
    if result := match.result():
        order = (first, 1 - first)
        assert [result.totals[seat] for seat in order] == water_lanes.points(lanes.seats[:, :, [lane]])[:, 0].tolist()
        had = [1.0 if seat in result.winners else 0.0 if result.winners else 0.5 for seat in order]
        assert water_lanes.shares(lanes.taken(np.array([lane])))[:, 0].tolist() == had
        return
    left = facts["final_turns_left"]
    assert (facts["to_act"], facts["extra"], facts["slides_left"]) == (first, lanes.extra[lane], lanes.slides[lane])
    assert lanes.turns[lane] == (-1 if left is None else left)
    for nth, seat in enumerate((first, 1 - first)):
        held = sorted(PACK[card] for card in lanes.seats[nth, HAND, lane] if card >= 0)
        assert held == sorted(match.view(seat)["places"][f"hand:{seat}"])


@pytest.mark.parametrize("contest", [False, True])
def test_lanes_and_engine_lay_the_same_cards(contest: bool) -> None:
    chance, kinds = random.Random(1), set[int]()
    # The same dice twice: once for the lanes, once for the order that the engine deals.
    lanes = water_lanes.dealt(LANES, contest, np.random.default_rng(7))
    order = np.random.default_rng(7).permuted(np.tile(np.arange(len(PACK), dtype=np.int8), (LANES, 1)), axis=1)
    matches = [Match.open(GAME, 2, {"contest": contest}).deal([PACK[card] for card in cards], 0)[0] for cards in order]
    while not lanes.over.all():
        every = water_moves.moves(lanes)
        assert set(every.lane) == set(np.flatnonzero(~lanes.over)), "there is always a move"
        some = np.array([chance.choice(np.flatnonzero(every.lane == one)) for one in np.unique(every.lane)])
        for at in chance.choices(range(len(every.lane)), k=LANES):
            lane = every.lane[at]
            matches[lane].check(
                int(lanes.seats[0, SEAT, lane]), water_expert.as_move(lanes.seats[0, HAND, lane], every, at)
            )
        for at in some:
            lane = every.lane[at]
            move = water_expert.as_move(lanes.seats[0, HAND, lane], every, int(at))
            matches[lane], _ = matches[lane].play(int(lanes.seats[0, SEAT, lane]), move)
            kinds.add(int(every.kind[at]))
        new = water_lanes.after(lanes, every.some(some))
        water_lanes.pass_on(new)
        lanes.put(every.lane[some], new)
        for lane, match in enumerate(matches):
            assert_same(match, lanes, lane)
    assert kinds == set(range(9)), "every kind of move was made"
