"""The bench measures every game of the shelf and prints what VERBS says. How fast it was is no test's business."""

from __future__ import annotations

import json

from bench import engine
from bench.figure import Figure
from engine.games import SHELF


def test_every_game_is_measured_as_one_line_of_json() -> None:
    figures = list(engine.figures(matches=2, rounds=2))
    assert {one.game for one in engine.BENCHES} == SHELF.keys()
    for figure in figures:
        told = json.loads(figure.line())
        assert told.keys() == {"name", "value", "unit", "ratio", "against"}
        assert told["value"] > 0
        assert told["ratio"] > 0
        assert (told["unit"], told["against"]) == ("moves/s", "calibration")


def test_a_figure_below_its_floor_does_not_hold() -> None:
    assert Figure("a", 10, "moves/s", 1, "b", floor=10).holds
    assert not Figure("a", 9, "moves/s", 1, "b", floor=10).holds
