"""The simulation of many rooms agrees with what can be worked out by hand, and gets slow where it must."""

from __future__ import annotations

import pytest

from bench.scale.simulate import Costs, House, simulate

COSTS = Costs(judge=0.1, tell=0.1, socket=0.02, follow=0.1, commit=0.2, row=0.01, look=0.05, disk=1.0, hint=0.5)


def test_an_idle_house_takes_what_the_parts_take() -> None:
    calm = simulate(House(50, 100.0, 2, 1, 8, 1.0), COSTS, 2000, 50)
    assert calm.p50 == pytest.approx(0.1 + 0.21 + 1.0 + 0.1 + 4 * 0.02, abs=0.01)
    assert calm.moves == pytest.approx(0.5, rel=0.1)
    assert calm.rows == pytest.approx(1, abs=0.05)


def test_players_apart_cost_a_hint_a_look_and_the_following() -> None:
    apart = simulate(House(50, 100.0, 200, 1, 8), COSTS, 2000, 50)
    last = 0.1 + 0.21 + 1.0 + 0.1 + 0.02 + 0.5 + 0.05 + 0.1 + 0.02
    assert apart.p50 == pytest.approx(last, abs=0.02)


def test_busy_is_what_the_moves_cost() -> None:
    house = House(10_000, 10.0, 2, 1, 8, 1.0)
    busy = simulate(house, COSTS, 10, 5)
    assert busy.moves == pytest.approx(1000, rel=0.05)
    assert busy.busy == pytest.approx(1000 * 0.28 / 1000 / 2, rel=0.05)
    assert busy.database_busy < 0.1


def test_too_many_moves_wait_longer_and_longer() -> None:
    over = simulate(House(10_000, 1.0, 2, 1, 8, 1.0), COSTS, 5, 2)
    assert over.busy == pytest.approx(1, abs=0.05)
    assert over.p50 > 100
    assert over.moves == pytest.approx(2 / 0.00028, rel=0.1)


def test_commits_grow_with_the_load() -> None:
    few, many = (simulate(House(rooms, 10.0, 1, 1, 1, 1.0), COSTS, 10, 5) for rooms in (2_000, 25_000))
    assert few.rows < 2 < many.rows
