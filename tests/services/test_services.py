"""The services themselves: a shared PostgreSQL that can be cut off, a server that survives kill -9, a browser."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.async_api import async_playwright
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from tests.services import postgres
from tests.services.server import LiveServer


async def ask(url: str, sentence: str) -> object:
    """The first value of the answer."""
    engine = create_async_engine(url)
    try:
        async with engine.connect() as connection:
            return (await connection.execute(text(sentence))).scalar()
    finally:
        await engine.dispose()


async def test_a_database_is_fresh_copied_and_dropped(postgres_server: str) -> None:
    async with postgres.database(postgres_server) as url:
        engine = create_async_engine(url)
        async with engine.begin() as connection:
            await connection.execute(text("CREATE TABLE cards AS SELECT 7 AS rank"))
        await engine.dispose()
        async with postgres.database(postgres_server, url.rpartition("/")[2]) as copy:
            assert await ask(copy, "SELECT rank FROM cards") == 7
    with pytest.raises(DBAPIError, match="does not exist"):
        await ask(url, "SELECT 1")


@pytest.mark.pg
async def test_a_server_of_its_own_crashes_and_comes_back() -> None:
    with postgres.private() as server:
        assert await ask(server.url, "SELECT 1") == 1
        server.stop()
        with pytest.raises((OSError, DBAPIError)):
            await ask(server.url, "SELECT 1")
        server.start()
        server.restart("fast")
        assert await ask(server.url, "SELECT 1") == 1
    assert not server.folder.exists()


def test_a_server_process_is_killed_and_started_again(start_server: Callable[..., LiveServer]) -> None:
    server = start_server(WATERSIDE_NEXT_MS=1)
    server.kill9()
    assert not server.alive()
    server.restart()
    assert httpx.get(f"{server.url}/healthz").json()["ok"]
    assert server.stop() in (0, -signal.SIGTERM)  # uvicorn shuts down in order, then ends by the signal
    assert not [word for word in ("Traceback", '"where":') if word in server.log()]


@pytest.mark.browser
async def test_a_browser_opens_a_page(chromium_launch: dict[str, Any]) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**chromium_launch)
        page = await browser.new_page()
        await page.set_content("<button>Deal</button>")
        assert await page.get_by_role("button", name="Deal").is_visible()
        await browser.close()
