"""A real browser on a real server. Every person has a context of their own; what a console complains of is a fault."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright

from app.rooms import shuffle
from tests.app.house import House, house
from tests.browser import waters
from tests.browser.person import Person
from tests.services.server import LiveServer

Meet = Callable[..., Awaitable[Person]]


@pytest.fixture
async def browser(chromium_launch: dict[str, Any]) -> AsyncIterator[Browser]:
    """A Chromium of this test's own."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**chromium_launch)
        yield browser
        await browser.close()


@pytest.fixture
def server(start_server: Callable[..., LiveServer]) -> LiveServer:
    """The real server as a process, on SQLite."""
    return start_server()


@pytest.fixture
async def meet(browser: Browser, server: LiveServer) -> AsyncIterator[Meet]:
    """`await meet("Mia", size=(390, 844), language="de", theme="dark", touch=True)`: somebody with a browser."""
    people: list[Person] = []

    async def somebody(name: str, **ways: Any) -> Person:
        people.append(await Person.arrive(browser, server.url, name, **ways))
        return people[-1]

    yield somebody
    for person in people:
        assert person.complaints == [], f"{person.name}'s console"


@pytest.fixture
async def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A server in this process that deals Seven Waters as `waters` has written it down."""
    monkeypatch.setattr(shuffle, "order", waters.written)
    monkeypatch.setattr(shuffle, "first_seat", waters.first_seat)
    async with house(tmp_path) as running:
        yield running
