"""Both ends of a room's socket in one process. What the server's end writes is kept exactly as it was written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from starlette.websockets import WebSocketState


class Line:
    """A WebSocket as `app.rooms.socket` uses it, and the other end as `tests.app.player` does.

    Attributes:
        written: every frame that the server's socket wrote, in order.
    """

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}  # nothing in it: such a line cannot be taken, it goes the long way
        self.written: list[str] = []
        self.close_code: int | None = None
        self.application_state = WebSocketState.CONNECTED
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._to_client: asyncio.Queue[str | None] = asyncio.Queue()
        self._closed = asyncio.Event()

    # --- the server's end ----------------------------------------------------------------------------------------

    async def accept(self) -> None:
        """There is nobody to shake hands with."""

    async def receive(self) -> dict[str, Any]:
        return await self._to_server.get()

    async def send_text(self, frame: str) -> None:
        self.written.append(frame)
        self._to_client.put_nowait(frame)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """The socket, or the client under its own name, ends it."""
        if self.close_code is None:
            self.close_code = code
            self.application_state = WebSocketState.DISCONNECTED
            self._to_server.put_nowait({"type": "websocket.disconnect", "code": code})
            self._to_client.put_nowait(None)
            self._closed.set()

    # --- the client's end ----------------------------------------------------------------------------------------

    async def send(self, frame: str) -> None:
        self._to_server.put_nowait({"type": "websocket.receive", "text": frame})

    async def wait_closed(self) -> None:
        await self._closed.wait()

    async def __aiter__(self) -> AsyncIterator[str]:
        while (frame := await self._to_client.get()) is not None:
            yield frame
