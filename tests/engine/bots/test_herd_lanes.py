"""Deals side by side follow the same rules as the engine: the same plays and draws leave the same cards everywhere."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.bots import herd_lanes
from engine.core.match import Match
from engine.games.herds import KARIBA, Herds
from engine.games.herds.box import HAND, RANKS
from tests.engine.bots.table import source_by_rule

GAME, LANES = Herds(KARIBA), 25


def opened(lanes: herd_lanes.Lanes, lane: int) -> Match:
    """The deal of a lane as a match: lanes deal seat by seat, the engine card by card."""
    seats, order = lanes.seats, [int(rank) + 1 for rank in lanes.deck[:, lane]]
    pack = [order[seat * HAND + nth] for nth in range(HAND) for seat in range(seats)] + order[seats * HAND :]
    return Match.open(GAME, seats, {"deals": 1, "market": lanes.market}).deal(pack, 0)[0]


def played(match: Match, rank: int, n: int) -> Match:
    """A play, and the draws by the rule that lanes follow."""
    (seat,) = match.to_act()
    match, _ = match.play(seat, GAME.read({"type": "play", "cards": [rank + 1] * n}))
    while (offer := match.offer(seat)) and "draws" in offer:
        match, _ = match.play(seat, GAME.read(source_by_rule(match.view(seat), offer)))
    return match


def assert_same(match: Match, lanes: herd_lanes.Lanes, lane: int) -> None:
    """The open table, and every hand as its own seat sees it."""
    seats, view = lanes.seats, match.view(None)
    facts, places = view["facts"], view["places"]
    assert (facts["phase"] == "over") == lanes.over[lane]
    if lanes.over[lane]:
        return
    order = [(facts["to_act"] + nth) % seats for nth in range(seats)]
    for nth, seat in enumerate(order):
        hand = match.view(seat)["places"][f"hand:{seat}"]
        assert [hand.count(rank) for rank in RANKS] == lanes.hands[nth, :, lane].tolist()
        assert facts["totals"][seat] == lanes.caps[nth, lane]
    assert [len(places[f"herd:{rank}"]) for rank in RANKS] == lanes.herds[:, lane].tolist()
    assert [places.get("market", []).count(rank) for rank in RANKS] == lanes.row[:, lane].tolist()
    assert places["deck"] == lanes.left[lane]


@pytest.mark.parametrize(("seats", "market"), [(2, False), (3, False), (5, False), (2, True), (4, True)])
def test_lanes_and_engine_lay_the_same_cards(seats: int, market: bool) -> None:
    chance = random.Random(seats)
    lanes = herd_lanes.dealt(LANES, seats, market, np.random.default_rng(seats))
    matches = [opened(lanes, lane) for lane in range(LANES)]
    shared = np.zeros(seats)
    while not lanes.over.all():
        lane, rank, n = herd_lanes.plays(lanes)
        some = np.array([chance.choice(np.flatnonzero(lane == one)) for one in np.unique(lane)])
        done = herd_lanes.after(lanes, lane[some], rank[some], n[some])
        for at in some:
            matches[lane[at]] = played(matches[lane[at]], int(rank[at]), int(n[at]))
        herd_lanes.carry_out(lanes, lane[some], done)
        for one, match in enumerate(matches):
            assert_same(match, lanes, one)
    shared += herd_lanes.shares(lanes.caps).sum(1)
    assert shared.sum() == pytest.approx(LANES)
