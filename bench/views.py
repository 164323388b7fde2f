"""What the rules' two ways out cost: a whole match folded from its log, and one viewer's view as bytes."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import process_time

import orjson

from bench.calibration import NAME, loops_per_second
from bench.engine import BENCHES, Bench
from bench.figure import Figure
from engine.core.match import Entry, Match
from engine.games import SHELF
from tests.engine.random_play import play_out

ROUNDS = 5
MATCHES = 10


def figures(matches: int = MATCHES, rounds: int = ROUNDS) -> Iterator[Figure]:
    """Two figures a game: the best round, and the middle one of its ratios to the calibration beside it."""
    for bench in BENCHES:
        opened = Match.open(SHELF[bench.game], bench.seats, bench.options)
        logs = [[done.entry for done in play_out(opened, seed)] for seed in range(matches)]
        yield _figure(bench, "fold", "matches/s", [_folds(opened, logs) for _ in range(rounds)])
        stops = [match for entries in logs for match, _ in opened.fold(entries)]
        yield _figure(bench, "view", "views/s", [_views(stops) for _ in range(rounds)])


def _figure(bench: Bench, what: str, unit: str, pairs: list[tuple[float, float]]) -> Figure:
    name = bench.name.replace("engine", what, 1)
    return Figure(name, max(one for one, _ in pairs), unit, median(one / loops for one, loops in pairs), NAME)


def _folds(opened: Match, logs: list[list[Entry]]) -> tuple[float, float]:
    """Whole matches a second, as a room is loaded from its log; and the calibration beside it."""
    began = process_time()
    for entries in logs:
        for _ in opened.fold(entries):
            pass
    return len(logs) / (process_time() - began), loops_per_second()


def _views(stops: list[Match]) -> tuple[float, float]:
    """Views a second, each with its offer and as bytes: every seat's and a spectator's."""
    began, made = process_time(), 0
    for match in stops:
        for viewer in (*range(match.seats), None):
            made += bool(orjson.dumps({"view": match.view(viewer), "offer": match.offer(viewer)}))
    return made / (process_time() - began), loops_per_second()
