"""A real server in this process: uvicorn on a free port over a database of its own, with whatever a test puts in."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from app.main import create_app
from app.serve import Server, config
from app.settings import Settings
from app.store import database

# Loaders and tests play without pause; nobody is exempt by address, so the limits are raised on servers they start.
FAST: dict[str, Any] = {
    "bot_ms": 0,
    "share_ms": 2000,
    "away_ms": 0,
    "bot_spread_ms": 1,
    "commands_per_second": 100_000,
    "commands_burst": 100_000,
    "chat_per_second": 100_000,
    "chat_burst": 100_000,
    "rooms_per_hour": 100_000,
    "says_per_minute": 100_000,
    "analyses_per_hour": 100_000,
}


class House:
    """A running server.

    Attributes:
        app: the FastAPI application. url: where it is.
    """

    def __init__(self, app: Any, url: str) -> None:
        self.app = app
        self.url = url

    @contextlib.asynccontextmanager
    async def look(self) -> AsyncIterator[AsyncConnection]:
        """A connection of one's own to look into the database."""
        settings = self.app.state.settings
        engine = database.reader(database.address(settings.database_url, settings.data))
        async with engine.connect() as connection:
            yield connection
        await engine.dispose()


@contextlib.asynccontextmanager
async def house(
    data: Path, database_url: str = "", *, port: int = 0, create: Any = None, **settings: Any
) -> AsyncIterator[House]:
    """Serve until the block ends. `create`: what `create_app` takes by name (shelf, bots, clock, chance, ids, log)."""
    chosen = Settings(**{**FAST, "data": data, "database_url": database_url, **settings})
    app = create_app(chosen, **(create or {}))
    server = Server(config(app, chosen, "127.0.0.1", port))
    server.config.log_config = None
    serving = asyncio.create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0.005)
        if serving.done():
            serving.result()
            raise RuntimeError("the server did not start")
    bound = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield House(app, f"http://127.0.0.1:{bound}")
    finally:
        server.should_exit = True
        await serving
