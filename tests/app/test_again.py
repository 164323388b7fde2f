"""What a server does again and again goes on after any fault: nobody else would do it until the next start."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from app import analyst, janitor
from app.rooms import between
from tests.app.house import House, house
from tests.app.player import Player
from tests.services import postgres

pytestmark = pytest.mark.pg


@pytest.fixture
async def home(postgres_server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A server that does often what it does again and again."""
    for module, name in ((between, "LOOK_S"), (analyst, "LOOK_S"), (janitor, "SWEEP_S"), (janitor, "CLOSE_S")):
        monkeypatch.setattr(module, name, 0.01)
    async with postgres.database(postgres_server) as url, house(tmp_path, url) as running:
        yield running


# Whoever works, by its name in the application's state, and what it calls in each round.
ROUNDS = [
    ("stored_rooms", "heads"),  # looking for what no hint told
    ("stored_rooms", "marked"),  # rooms to be closed
    ("rooms", "expire"),  # the sweep
    ("notice", "current"),
    ("analyst", "_look"),
    ("between", "_tell_everything"),
]


@pytest.mark.parametrize(("who", "what"), ROUNDS)
async def test_it_goes_on_after_any_fault(home: House, who: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls, worked = 0, asyncio.Event()
    worker = getattr(home.app.state, who)
    usual: Callable[..., Any] = getattr(worker, what)

    def sometimes(*given: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls <= 3:
            raise KeyError(what)
        done = usual(*given)
        worked.set()
        return done

    async def later(*given: Any) -> Any:
        return await sometimes(*given)

    waits = asyncio.iscoroutinefunction(usual)
    monkeypatch.setattr(worker, what, later if waits else sometimes)
    mia = await Player(home.url, "Mia").arrive()
    await mia.enter(await mia.open_room())  # only rooms that are open are looked after
    await asyncio.wait_for(worked.wait(), 20)
    assert calls > 3
    await mia.gone()
