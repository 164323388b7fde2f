"""Bots of the herds: legal everywhere, deterministic, better than random, blind to what their seat cannot see."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import bots
from engine.core.match import Match
from engine.games.herds import KARIBA, WATERHOLE, Herds

WATER, KARI = Herds(WATERHOLE), Herds(KARIBA)


def play(game: Herds, players: list[str], options: dict[str, Any], seed: int) -> tuple[int, ...]:
    """The totals of a match between levels (or "random"), each given its seat's view and news only."""
    chance, match = random.Random(seed), Match.open(game, len(players), options)
    news: list[list[dict[str, Any]]] = [[] for _ in players]
    start = chance.randrange(len(players))
    while (result := match.result()) is None:
        if pack := list(match.pack()):
            chance.shuffle(pack)
            match, events = match.deal(pack, match.first(start))
            news = [[] for _ in players]
        else:
            (seat,) = match.to_act()
            if players[seat] == "random":
                move = game.write(chance.choice(list(match.moves(seat))))
            else:
                move = bots.choose(
                    game.name,
                    players[seat],
                    match.view(seat),
                    match.offer(seat) or {},
                    news[seat],
                    chance.getrandbits(32),
                )
            match, events = match.play(seat, game.read(move))
        for viewer, heard in enumerate(news):
            heard.append({"events": match.news(events, viewer)})
    return result.totals


def share(level: str, other: str, matches: int = 400) -> float:
    """The share of single deals that `level` takes from `other`, a shared one counting half, seats swapped."""
    won = 0.0
    for seed in range(matches):
        mine = seed % 2
        pair = [other, other]
        pair[mine] = level
        totals = play(WATER, pair, {"deals": 1}, seed)
        won += 0.5 if totals[0] == totals[1] else float(totals[mine] > totals[1 - mine])
    return won / matches


@pytest.mark.parametrize(
    ("level", "other", "least"),
    [
        ("hard", "random", 0.95),
        ("medium", "random", 0.85),
        ("easy", "random", 0.70),
        ("hard", "medium", 0.65),
    ],
)
def test_levels_take_400_single_deals(level: str, other: str, least: float) -> None:
    assert share(level, other) >= least


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        (WATER, 2, {}),
        (WATER, 4, {"deals": 1}),
        (KARI, 5, {"deals": 1}),
        (KARI, 3, {"market": True}),
    ],
)
def test_every_level_finishes_every_table(level: str, game: Herds, seats: int, options: dict[str, Any]) -> None:
    assert sum(play(game, [level] * seats, options, 3)) > 0


@pytest.mark.parametrize("level", bots.LEVELS)
def test_equal_views_and_seeds_give_equal_moves(level: str) -> None:
    """Worlds that differ only in the draw pile and the other hand: the bot cannot tell them apart."""
    for seed in range(40):
        chance = random.Random(seed)
        pack = list(Match.open(WATER, 2, {}).pack())
        chance.shuffle(pack)
        hidden = [nth for nth in range(64) if nth >= 10 or nth % 2 == 1]
        other = pack.copy()
        shuffled = hidden.copy()
        chance.shuffle(shuffled)
        for a, b in zip(hidden, shuffled, strict=True):
            other[a] = pack[b]
        moves = []
        for order in (pack, other):
            match, events = Match.open(WATER, 2, {}).deal(order, 0)
            heard = [{"events": match.news(events, 0)}]
            moves.append(bots.choose("waterhole", level, match.view(0), match.offer(0) or {}, heard, seed))
        assert moves[0] == moves[1]
