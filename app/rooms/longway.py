"""The long way: through the web framework, message by message, with a task that writes. Any server has it."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from app.rooms import wire
from app.rooms.way import Talker

FAREWELL_S = 2.0


async def next_frame(websocket: WebSocket) -> str:
    """The next text frame. Raises WebSocketDisconnect, and Unreadable for a binary one."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    text = message.get("text")
    if text is None:
        raise wire.Unreadable("binary")
    return str(text)


class LongWay:
    """See `app.rooms.way.Way`."""

    def __init__(self, websocket: WebSocket, talker: Talker) -> None:
        self._websocket, self._talker = websocket, talker
        self._wake = asyncio.Event()
        self._writer = asyncio.create_task(self._write())

    def go(self) -> None:
        self._wake.set()

    async def listen(self) -> None:
        while not self._talker.farewell:
            self._talker.hear(await next_frame(self._websocket))

    async def end(self) -> None:
        if self._talker.farewell:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._writer), FAREWELL_S)
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)

    async def _write(self) -> None:
        """Send what is queued, as fast as the reader takes it."""
        talker = self._talker
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                while talker.out:
                    await self._websocket.send_text(talker.out.pop(0).decode())
                talker.sent()
                if talker.out:
                    continue
                if talker.farewell:
                    break
                self._wake.clear()
                await self._wake.wait()
            await self._websocket.close(*talker.farewell)
