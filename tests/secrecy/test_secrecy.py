"""A short form of `make secrecy`: a few dozen pairs per game, and every deliberate leak is seen."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

from engine.games import SHELF
from tests.secrecy.leak import Leak
from tests.secrecy.prove import LEAKS, caught_by, honest
from tests.secrecy.script import stands
from tests.secrecy.worlds import Pair, pairs

PAIRS, SEARCHED = 24, 120


@cache
def some(game: str) -> tuple[Pair, ...]:
    return tuple(pairs(game, SEARCHED))


def test_every_game_of_the_shelf_is_proven() -> None:
    assert LEAKS.keys() == SHELF.keys()
    assert all(len(set(leaks)) == len(leaks) >= 12 for leaks in LEAKS.values())


def test_know_asks_no_game() -> None:
    """What may be known is judged by the rule texts: these files import the standard library and each other."""
    files = sorted(Path(__file__).parent.glob("know*.py"))
    assert len(files) > 2
    for file in files:
        nodes = list(ast.walk(ast.parse(file.read_text())))
        asked = {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
        asked |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        assert {name.partition(".")[0] for name in asked - {"tests.secrecy.know"}} <= sys.stdlib_module_names


@pytest.mark.parametrize("game", SHELF)
async def test_two_worlds_look_the_same(game: str) -> None:
    figures = await honest(some(game)[:PAIRS])
    assert (figures["differing"], figures["withheld"]) == (0, 0)
    assert figures["distinct"] == PAIRS
    assert figures["viewers"] >= 3
    assert figures["frames"] > 20 * PAIRS


@pytest.mark.parametrize("game", SHELF)
def test_worlds_could_be(game: str) -> None:
    for pair in some(game)[:PAIRS]:
        assert stands(pair.setup, pair.a)
        assert stands(pair.setup, pair.b)


@pytest.mark.parametrize(
    ("game", "leak"),
    [pytest.param(game, leak, id=f"{game}-{leak.__name__}") for game, leaks in LEAKS.items() for leak in leaks],
)
async def test_a_leak_is_seen(game: str, leak: Leak) -> None:
    assert (await caught_by(leak, some(game), enough=1))["pairs"] == 1
