"""Somebody at a table over a line in this process; every frame of every one of its sockets is kept."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from app.rooms import socket
from app.store.guests import Guest
from tests.app.player import Player
from tests.replays.line import Line

URL = "http://localhost"


class Robot(Player):
    """A player whose sockets are lines.

    Attributes:
        lines: all of them, the newest last.
    """

    def __init__(self, app: Any, name: str) -> None:
        super().__init__(URL, name)
        self._app = app
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=URL)
        self.lines: list[Line] = []
        self._serving: asyncio.Task[None] | None = None

    async def enter(self, code: str, last: int | None = None, want: str = "play", hello: bool = True) -> Robot:
        state, line = self._app.state, Line()
        self.lines.append(line)
        self.socket = line
        served: Any = socket.serve(
            line,  # type: ignore[arg-type]
            code,
            Guest(self.guest, self.name),
            state.rooms,
            state.settings,
            state.build,
        )
        self._serving = asyncio.create_task(served)
        self._reader = asyncio.create_task(self._read(line))
        self._added.clear()
        await self.say({"t": "hello", "p": 1, "want": want, "last": last})
        return self

    async def leave(self) -> None:
        await super().leave()
        if self._serving:
            await self._serving

    @property
    def here(self) -> bool:
        """Whether the newest line is open."""
        return bool(self.lines) and self.lines[-1].close_code is None

    def written(self) -> list[str]:
        """Every frame that was written to this guest."""
        return [frame for line in self.lines for frame in line.written]
