"""Bots are blind to what their seat cannot know: in two worlds that look the same to it, a level does the same.

The worlds are the aimed pairs of the secrecy suite. PAIRS=200 by hand; a few in every run.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from engine import bots
from engine.core.match import Match
from engine.games import SHELF
from tests.engine.bots.table import Asked
from tests.secrecy.know import Viewer
from tests.secrecy.script import Acts, Setup
from tests.secrecy.worlds import pairs

PAIRS = int(os.environ.get("PAIRS") or 12)
LAST = 3  # decisions before the cut, where the exchanged cards matter most


def asked(setup: Setup, acts: Acts, viewer: Viewer) -> list[Asked]:
    """What a bot in the viewer's seat is given at each of its decisions, the one at the cut included."""
    match, news, met = setup.opened(), list[dict[str, object]](), list[Asked]()

    def look(match: Match) -> None:
        if viewer is not None and viewer in match.to_act():
            met.append(Asked(setup.game, viewer, match.view(viewer), match.offer(viewer) or {}, list(news)))

    for act in acts:
        if act.do == "again":
            if match.result():
                match, news = setup.opened(), []
            continue
        if act.do == "deal":
            match, events = match.deal(*act.what)
        elif act.do == "move":
            look(match)
            match, events = match.play(act.who or 0, match.game.read(act.what))
        else:
            continue
        news.append({"events": match.news(events, viewer)})
    look(match)
    return met


def twins(game: str) -> Iterator[tuple[Asked, Asked]]:
    """Decisions of one seat in two worlds, so many pairs of worlds in which that seat had any."""
    left = PAIRS
    for pair in pairs(game, 4 * PAIRS):
        a, b = (asked(pair.setup, acts, pair.viewer) for acts in (pair.a, pair.b))
        if not left:
            return
        left -= bool(a)
        yield from list(zip(a, b, strict=True))[-LAST:]
    assert not left, "too few pairs of worlds have a seat that decides"


@pytest.mark.parametrize("game", SHELF)
def test_the_same_view_and_seed_give_the_same_move_in_another_world(game: str) -> None:
    chance, moves = random.Random(1), 0
    for one, other in twins(game):
        assert (one.view, one.offer, one.news) == (other.view, other.offer, other.news), "the worlds look the same"
        for level in bots.LEVELS:
            seed = chance.getrandbits(32)
            assert one.answer(level, seed) == other.answer(level, seed)
            moves += 1
    assert moves >= PAIRS * len(bots.LEVELS)
