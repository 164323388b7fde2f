"""Pairs of worlds over real sockets, HTTP and pages, for a seated viewer and a spectator of every game; and leaks of
what lies around the room. `make secrecy` compares more."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import SHELF
from tests.secrecy.leak import Leak
from tests.secrecy.leaks_web import WEB
from tests.secrecy.live_pairs import compare
from tests.secrecy.worlds import Pair, pairs
from tests.services.postgres import free_port


def short(game: str, *, seated: bool) -> Pair:
    """A pair that takes a server no long time and lets something happen."""
    kind = (pair for pair in pairs(game, 200, seed=2) if (pair.viewer is not None) == seated)
    return next(pair for pair in kind if 30 <= len(pair.b) <= 70)


@pytest.mark.parametrize("seated", [True, False], ids=["seated", "spectator"])
@pytest.mark.parametrize("game", SHELF)
async def test_two_worlds_look_the_same_over_the_line(tmp_path: Path, game: str, seated: bool) -> None:
    same = await compare(tmp_path, free_port(), short(game, seated=seated))
    assert same.differs == ""
    assert same.frames > 20
    assert same.answers > 100


@pytest.mark.parametrize("leak", WEB, ids=lambda leak: leak.__name__)
async def test_a_leak_around_the_room_is_seen(tmp_path: Path, leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    assert (await compare(tmp_path, free_port(), short("kariba", seated=False))).differs != ""
