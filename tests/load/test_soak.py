"""A few seconds of `make soak`: it sets up, keeps everything going and ends; and its slope is a slope."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.load.soak import PACE, slope, soak
from tests.services.server import LiveServer


async def test_a_short_soak(start_server: Callable[..., LiveServer]) -> None:
    figures = await soak(start_server(**{**PACE, "WATERSIDE_BOT_MS": "20"}), 0.05, 30, 4)
    assert list(figures) == ["minutes", "sockets", "rooms", "rss_start_mb", "rss_end_mb", "slope_mb_per_min"]
    assert 20 < figures["rss_start_mb"] < 500


def test_slope() -> None:
    assert slope([(0, 1), (1, 3), (2, 5)]) == pytest.approx(2)
    assert slope([(0, 4), (1, 4), (2, 4)]) == pytest.approx(0)
    assert slope([(1, 1)]) == 0
