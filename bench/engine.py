"""How many moves a second each game's rules carry out in random play: check, play, result.

The matches are played first and kept as scripts; only carrying them out again is timed, in seconds of one core.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from bench.calibration import NAME, loops_per_second
from bench.figure import Figure
from engine.core.match import Deal, Match
from engine.games import SHELF
from tests.engine.random_play import play_out

ROUNDS = 7
MATCHES = 40


class Bench(NamedTuple):
    """A game at a table, and the moves a second it must reach."""

    name: str
    game: str
    seats: int
    options: Mapping[str, Any]
    floor: float


BENCHES = (
    Bench("engine.waterhole", "waterhole", 4, {"deals": 1}, 50_000),
    Bench("engine.kariba", "kariba", 4, {"deals": 1, "market": False}, 50_000),
    Bench("engine.kariba.market", "kariba", 4, {"deals": 1, "market": True}, 50_000),
    Bench("engine.seven_waters", "seven_waters", 2, {"contest": False}, 5_000),
)

# (order, first) or (seat, move as the game reads it)
Script = list[tuple[bool, Any, Any]]


def script(opened: Match, seed: int) -> Script:
    """A match in random play, ready to be carried out again."""
    lines: Script = []
    for done in play_out(opened, seed):
        entry = done.entry
        if isinstance(entry, Deal):
            lines.append((True, entry.order, entry.first))
        else:
            lines.append((False, entry.seat, opened.game.read(entry.move)))
    return lines


def moves_per_second(opened: Match, scripts: Sequence[Script]) -> float:
    """Moves carried out in one second of one core; the deals between them count as time."""
    moves, began = 0, process_time()
    for lines in scripts:
        match = opened
        for deal, one, two in lines:
            if deal:
                match, _ = match.deal(one, two)
            else:
                match, _ = match.play(one, two)
                match.result()
                moves += 1
    return moves / (process_time() - began)


def figures(matches: int = MATCHES, rounds: int = ROUNDS) -> Iterator[Figure]:
    """One figure a game: the best round, and the middle one of its ratios to the calibration beside it."""
    for bench in BENCHES:
        opened = Match.open(SHELF[bench.game], bench.seats, bench.options)
        scripts = [script(opened, seed) for seed in range(matches)]
        pairs = [(moves_per_second(opened, scripts), loops_per_second()) for _ in range(rounds)]
        best = max(moves for moves, _ in pairs)
        yield Figure(bench.name, best, "moves/s", median(moves / loops for moves, loops in pairs), NAME, bench.floor)
