"""Looking back on a match: what it says adds up, uses only what it may, and finds what everybody can see."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

import numpy as np
import pytest

from engine import bots
from engine.bots import analysis, herd_judge, water_judge
from engine.bots.judged import FLAG, Stage, settled
from engine.bots.water_lanes import HAND, HIGH, LOW, POOL, SEAT, SLID, THEME, THROWN, WET, after, pass_on
from engine.bots.water_worlds import Known
from engine.core.match import Deal, Entry, Match, Played
from engine.games import SHELF
from engine.games.herds.box import WATERHOLE
from engine.games.herds.position import match_from
from engine.games.herds.rules import Herds
from engine.games.seven_waters.cards import PACK, RANKS, SUITS
from tests.engine.tagged import plain, script

WATERS = SHELF["seven_waters"]
BOXES: list[tuple[str, int, dict[str, Any]]] = [
    ("waterhole", 2, {"deals": 3}),
    ("kariba", 3, {"deals": 1, "market": True}),
    ("seven_waters", 2, {"contest": True}),
]


def played(game: str, seats: int, options: Mapping[str, Any], level: str, seed: int = 1) -> list[Entry]:
    """A match between bots of one level."""
    chance, match, entries = random.Random(seed), Match.open(SHELF[game], seats, options), list[Entry]()
    while match.result() is None:
        if pack := list(match.pack()):
            chance.shuffle(pack)
            entries.append(Deal(tuple(pack), match.first(0)))
        else:
            (seat,) = match.to_act()
            move = bots.choose(game, level, match.view(seat), match.offer(seat) or {}, (), chance.getrandbits(32))
            entries.append(Played(seat, move))
        (match, _) = next(match.fold([entries[-1]]))
    return entries


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough to see what is to be seen here."""
    few = (Stage(0.006, 60, 4), Stage(0.018, 120, 3), Stage(0.018, 240, 2))
    for judge in (herd_judge, water_judge):
        for name, value in (("WORLDS", 60), ("STAGES", few), ("OPEN", 60)):
            monkeypatch.setattr(judge, name, value)


@pytest.mark.parametrize(("game", "seats", "options"), BOXES)
def test_what_it_says_adds_up(game: str, seats: int, options: dict[str, Any]) -> None:
    entries = played(game, seats, options, "medium")
    some = {*range(3), *range(len(entries) // 2, len(entries) // 2 + 6), *range(len(entries) - 3, len(entries))}
    parts = [analysis.judged(game, seats, options, entries, nth, nth + 1, 5)[0] for nth in sorted(some)]
    for nth, part in zip(sorted(some), parts, strict=True):
        assert sum(part["curve"]) == pytest.approx(1, abs=0.001)
        assert sum(part["luck"]) == pytest.approx(0, abs=0.001)
        assert all(0 <= one <= 1 for one in part["curve"])
        if move := part["move"]:
            entry = entries[nth]
            assert isinstance(entry, Played)
            assert (move["step"], move["seat"]) == (nth, entry.seat)
            assert move["loss"] == pytest.approx(move["best"] - move["chance"], abs=0.0002)
            assert move["flagged"] == (move["loss"] >= FLAG) == (part["turn"] is not None)
            assert (move["better"] is None) == (move["loss"] == 0)
    *_, (over, _) = Match.open(SHELF[game], seats, options).fold(entries)
    result = over.result()
    assert result is not None
    assert [seat for seat, had in enumerate(parts[-1]["curve"]) if had] == list(result.winners)
    found = analysis.summed(parts)
    for player in found["players"]:
        mine = [part["move"] for part in parts if part["move"] and part["move"]["seat"] == player["seat"]]
        mean = sum(move["loss"] for move in mine) / len(mine)
        assert player["accuracy"] == pytest.approx(100 * exp(-(6 if game == "seven_waters" else 13) * mean), abs=0.51)
        assert player["luck"] == pytest.approx(sum(part["luck"][player["seat"]] for part in parts), abs=0.001)
    assert [turn["step"] for turn in found["turning"]] == sorted(turn["step"] for turn in found["turning"])


@pytest.mark.parametrize(("game", "seats", "options"), BOXES)
def test_parts_are_the_same_however_they_are_cut(game: str, seats: int, options: dict[str, Any]) -> None:
    entries = played(game, seats, options, "easy")
    whole = analysis.judged(game, seats, options, entries, 6, 9, 5)
    assert whole == [
        *analysis.judged(game, seats, options, entries, 6, 7, 5),
        *analysis.judged(game, seats, options, entries, 7, 9, 5),
    ]


def test_luck_is_what_nobody_could_know() -> None:
    """In Kariba with a market a play turns nothing up, and a card from the row neither, before the row is filled."""
    entries = played("kariba", 3, {"deals": 1, "market": True}, "medium")[:16]
    parts = analysis.judged("kariba", 3, {"deals": 1, "market": True}, entries, 0, len(entries), 5)
    plays = [
        part for entry, part in zip(entries, parts, strict=True) if isinstance(entry, Played) and "cards" in entry.move
    ]
    assert plays
    assert all(part["luck"] == [0, 0, 0] for part in plays)
    assert any(any(part["luck"]) for part in parts)


def test_a_herd_left_lying_is_found() -> None:
    """Six elephants for the third of two mice: whoever plays something else is told."""
    hands = [[1, 3, 4, 6, 7], [2, 3, 4, 6, 7]]
    match = match_from(Herds(WATERHOLE), hands=hands, deck=[5] * 6, herds={8: 6, 1: 2, 5: 1}, to_act=0)
    view, offer = match.view(0), match.offer(0) or {}
    made = {"type": "play", "cards": [3]}
    worths = herd_judge.worths(view, offer, [{"events": []}], made, 1)
    assert worths is not None
    assert worths.better == {"type": "play", "cards": [1]}
    assert worths.best - worths.made > FLAG
    best = herd_judge.worths(view, offer, [{"events": []}], worths.better, 1)
    assert best is not None
    assert best.best == best.made


def test_what_matters_is_judged_again_in_more_worlds_and_what_does_not_is_not() -> None:
    asked: list[tuple[list[int], int, int]] = []

    def judge(worth: list[float]) -> Any:
        def one(some: Sequence[int], seed: int, count: int) -> Any:
            asked.append((list(some), count, seed))
            return np.array([worth[nth] for nth in some])

        return one

    stages = (Stage(0.01, 300, 3), Stage(0.02, 800, 2), Stage(0.02, 1600, 1))
    for worth, looks in (
        ([0.5, 0.5, 0.4], [(3, 100)]),
        ([0.5, 0.485, 0.4, 0.3], [(4, 100), (3, 300)]),
        ([0.5, 0.3, 0.4, 0.45, 0.2], [(5, 100), (4, 300), (3, 800)]),
        ([0.5, 0.468, 0.2], [(3, 100), (3, 300), (2, 800), (2, 1600)]),
    ):
        asked.clear()
        assert settled(judge(worth), len(worth), 1, 100, stages, 7) == (worth[1], 0.5, 0)
        assert [(len(some), count) for some, count, _ in asked] == looks
        assert len({seed for _, _, seed in asked}) == len(asked), "each look is into other worlds"


def test_between_deals_only_points_and_deals_to_come_count() -> None:
    facts = {"deals": 3, "deal": 2, "first": 0, "totals": [20, 20]}
    even = herd_judge.between({"facts": facts, "places": {}}, 1, 4000)
    ahead = herd_judge.between({"facts": {**facts, "totals": [60, 20]}, "places": {}}, 1, 4000)
    behind = herd_judge.between({"facts": {**facts, "totals": [20, 26]}, "places": {}}, 1, 4000)
    assert even == pytest.approx([0.5, 0.5], abs=0.06)
    assert ahead == [1, 0]
    assert 0.1 < behind[0] < 0.45


def test_more_of_the_win_is_lost_by_chance_moves_than_by_an_expert() -> None:
    options, losses = {"deals": 1}, {}
    for level in ("easy", "expert"):
        entries = played("waterhole", 2, options, level)[:15]
        moves = [part["move"] for part in analysis.judged("waterhole", 2, options, entries, 0, len(entries), 3)]
        losses[level] = sum(move["loss"] for move in moves if move) / len(moves)
    assert losses["expert"] < losses["easy"] / 2


def test_every_move_of_seven_waters_can_be_tried_in_lanes() -> None:
    """The table after it is the engine's, also for what people may do and bots never would."""
    chance, kinds = random.Random(3), set[str]()
    for seed in range(3):
        options: dict[str, Any] = {"contest": bool(seed % 2)}
        log = script(Match.open(WATERS, 2, options), seed)
        for step in analysis.steps("seven_waters", 2, options, log):
            if isinstance(step.entry, Deal):
                continue
            match, seat = step.before.match, step.entry.seat
            known = Known(plain(match.view(seat)), plain(list(step.before.news[seat])))
            legal = list(match.moves(seat))
            for move in chance.sample(legal, min(8, len(legal))):
                assert_same(match, seat, known, move)
                kinds.add(type(move).__name__ + ("+joker" if "'X" in str(move) else ""))
    assert kinds == {
        "Draft", "Discard", "Slide", "River", "Pool", "Theme", "Pass", "Discard+joker", "Slide+joker", "River+joker",
        "Pool+joker",
    }  # fmt: skip


def assert_same(match: Match, seat: int, known: Known, move: Any) -> None:
    """Both hands, who is to act, how far the match is, and what lies in the mover's park."""
    new = after(known.worlds(1, np.random.default_rng(1)), water_judge.as_column(known, move))
    pass_on(new)
    played_, _ = match.play(seat, move)
    facts, places = played_.view(None)["facts"], plain(played_.view(seat)["places"])
    if facts["phase"] == "over":
        assert new.over[0]
        return
    mine = new.seats[0 if new.seats[0, SEAT, 0] == seat else 1, :, 0]
    assert (facts["to_act"], facts["extra"], facts["slides_left"]) == (
        new.seats[0, SEAT, 0],
        new.extra[0],
        new.slides[0],
    )
    assert sorted(PACK[card] for card in mine[HAND] if card >= 0) == sorted(places[f"hand:{seat}"])
    assert mine[POOL] == len(places[f"pool:{seat}"])
    assert mine[THROWN] == len(places[f"discard:{seat}"])
    assert (mine[THEME] >= 0) == bool(places[f"theme:{seat}"])
    assert mine[SLID] == sum(len(places[f"slide:{seat}:{line}"]) for line in range(1, 5))
    suit = facts["pool_suits"][seat]
    assert mine[WET] == (-1 if suit is None else SUITS.index(suit))
    flow = places[f"river:{seat}"]
    if flow:
        ends = [RANKS.index(card[3] if card[0] == "X" else card[0]) for card in (flow[0], flow[-1])]
        assert [mine[LOW], mine[HIGH]] == ends
