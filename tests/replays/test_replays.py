"""The short form of `make replays`, and proof that it would notice one byte."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from app.store.history import History
from tests.replays.__main__ import lacking, run
from tests.replays.table import setups


@pytest.mark.timeout(400)
async def test_every_view_that_was_written_is_in_the_replay() -> None:
    matches = 30
    found = await run(matches, seed=7)
    assert found["matches"] == matches
    assert found["setups"] == len(setups()) <= matches, "all games, variants and numbers of seats"
    assert found["views"] >= 150 * matches
    assert found["refused"] > 20
    assert found["reconnects"] > 20
    assert found["takeovers"] > 2
    assert lacking(found, matches) == []


def points(views: dict[str, Any]) -> None:
    """A total is another one in every view of seat 0."""
    for view in views["0"]:
        view["facts"]["totals"][0] += 1


def others(views: dict[str, Any]) -> None:
    """Two seats' views are exchanged."""
    views["0"], views["1"] = views["1"], views["0"]


def order(views: dict[str, Any]) -> None:
    """A view's fields stand in another order: the same to a program, other bytes."""
    for view in views["watch"]:
        view["places"] = view.pop("places")


@pytest.mark.parametrize("change", [points, others, order])
async def test_one_byte_is_noticed(monkeypatch: pytest.MonkeyPatch, change: Callable[[dict[str, Any]], None]) -> None:
    honest: Callable[..., Awaitable[Any]] = History.told

    async def told(self: History, match: str) -> Any:
        views, news = await honest(self, match)
        change(views)
        return views, news

    monkeypatch.setattr(History, "told", told)
    found = await run(2, seed=7)
    assert found["differing"] > 20
    assert lacking(found, 2)
