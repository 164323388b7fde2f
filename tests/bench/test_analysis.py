"""The bench of the analysis analyses a match twice and says how much of it was found again."""

from __future__ import annotations

import json

import pytest

from bench import analysis
from bench.analysis import KINDS, Looked
from engine.bots import herd_judge
from engine.bots.judged import Stage
from engine.core.match import Match
from engine.games import SHELF


def test_every_game_is_looked_at() -> None:
    assert {game for game, _, _ in KINDS} == SHELF.keys()


def test_a_match_is_played_to_its_end_and_looked_at_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("WORLDS", 10), ("STAGES", (Stage(0.01, 10, 3), Stage(0.01, 10, 3))), ("OPEN", 10)):
        monkeypatch.setattr(herd_judge, name, value)
    options = {"deals": 1}
    entries = analysis.played("waterhole", options, ("easy", "easy"), 1)
    *_, (match, _) = Match.open(SHELF["waterhole"], 2, options).fold(entries)
    assert match.result() is not None
    found = analysis.looked("waterhole", options, ("easy", "easy"), 1)
    assert found.seconds > 0
    assert found.one
    assert found.one | found.other <= set(range(len(entries)))


def test_what_was_found_again_is_counted() -> None:
    some = [Looked(1.0, frozenset({1, 2, 3}), frozenset({2, 3, 4})), Looked(3.0, frozenset({7}), frozenset())]
    told = json.loads(analysis.line("waterhole", {"deals": 3}, ("easy", "hard"), some))
    assert (told["matches"], told["core_s"], told["core_s_most"]) == (2, 2.0, 3.0)
    assert (told["flagged"], told["flagged_again"], told["flagged_again_pct"]) == (4, 2, 50.0)
