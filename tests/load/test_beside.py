"""Experts beside people: a few seconds of it lose nothing, the line is whole, and what does not hold is seen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.load.beside import PRODUCT, beside, broken, per_cent
from tests.load.experts import Experts, Onlooker
from tests.load.paced import Table
from tests.services.server import LiveServer

SWIFT = {**PRODUCT, "WATERSIDE_BOT_MS": "20", "WATERSIDE_BOT_SPREAD_MS": "1"}


async def test_a_few_rooms_for_some_seconds(start_server: Callable[..., LiveServer]) -> None:
    figures = await beside(start_server(**PRODUCT), 4, 3, 0.1, (0.1, 0.3))
    assert list(figures) == [
        "rooms", "experts", "minutes", "moves", "move_to_view_ms", "bot_move_s", "expert_decisions_per_minute",
        "fell_back", "fell_back_pct", "matches", "lost", "wrong", "driver_lag_ms",
    ]  # fmt: skip
    assert (figures["rooms"], figures["experts"], figures["minutes"]) == (4, 3, 0.1)
    assert (figures["lost"], figures["wrong"]) == (0, 0)
    assert figures["matches"] >= 4
    assert figures["moves"] > 10
    assert figures["expert_decisions_per_minute"] > 0
    times = figures["move_to_view_ms"]
    assert 0 < times["p50"] <= times["p95"] <= times["p99"]
    # The shown delay is in it: nobody sees a bot move at once.
    assert 0.6 <= figures["bot_move_s"]["p50"] <= figures["bot_move_s"]["p99"] <= figures["bot_move_s"]["max"]


async def test_matches_of_experts_are_judged(start_server: Callable[..., LiveServer]) -> None:
    room = Experts(start_server(**SWIFT).url, Table("kariba", {"deals": 1, "market": True}, 2), 1)
    await room.sit_down()
    await asyncio.wait_for(room.to_the_end(), 60)
    await room.judge()
    assert (room.lost, room.wrong) == (0, [])
    assert len(room.host.took) > 20
    room.finished = ["m_0123456789"]
    await room.judge()
    assert room.lost == 1
    await room.host.gone()


def figures_with(**other: Any) -> dict[str, Any]:
    good = {
        "move_to_view_ms": {"p99": 49.9},
        "bot_move_s": {"max": 5.0},
        "fell_back_pct": 10.0,
        "lost": 0,
        "wrong": 0,
    }
    return {**good, **other}


def test_what_does_not_hold_is_said() -> None:
    assert broken(figures_with()) == []
    for wrong in (
        {"move_to_view_ms": {"p99": 50.0}},
        {"bot_move_s": {"max": 5.01}},
        {"fell_back_pct": 10.01},
        {"lost": 1},
        {"wrong": 1},
    ):
        assert len(broken(figures_with(**wrong))) == 1, wrong


def test_the_nearest_rank() -> None:
    assert per_cent([], 0.99) == 0
    assert per_cent([3, 1, 2], 0.5) == 2
    assert per_cent([*range(100)], 0.99) == 99
    assert per_cent([*range(1000)], 0.99) == 990


def test_an_onlooker_measures_from_turn_to_turn() -> None:
    """Not while nobody is on turn, and a view that comes twice begins nothing anew."""
    one = Onlooker("http://nowhere", "Eye")

    def table(turn: int, to_act: int | None) -> None:
        one.noticed({"t": "table", "turn": turn, "view": {"facts": {"to_act": to_act}}})

    table(3, 0)
    assert one.waiting() > 0
    table(3, 0)
    assert one.took == []
    table(4, 1)
    table(5, None)
    assert len(one.took) == 2
    assert one.waiting() == 0
    table(5, 1)
    table(6, 0)
    assert len(one.took) == 3
