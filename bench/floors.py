"""`python -m bench.floors PORT callback|library SIZE`: the least a server of Python can do with a move, for comparison.

A frame comes in and the same SIZE bytes go to the four sockets of its room; no game, no log, no views. `callback`:
uvicorn's own connection and handshake, then frames are cut out of what arrives and written straight to the transport.
`library`: `websockets` as its documentation shows it.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import orjson
import uvicorn
import uvloop
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.server import ServerConnection, serve
from websockets.speedups import apply_mask  # type: ignore[import-not-found, unused-ignore]

from bench.process import many_files
from bench.tables import VIEW

KINDS = ("callback", "library")


def payload(size: int) -> bytes:
    """So many bytes that look like a view."""
    start = VIEW + b',"pad":"'
    return start + b"x" * (size - len(start) - 2) + b'"}'


_rooms: dict[str, list[Bare]] = {}  # who is where on this program's server


class Bare(WebSocketsSansIOProtocol):
    """Whole small text frames only; anything else ends the measurement."""

    payload = b""
    room: list[Bare] | None = None

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        self.room = _rooms.setdefault(self.scope["path"].split("/")[2], [])

    def data_received(self, data: bytes) -> None:
        if not self.handshake_complete or self.room is None:
            super().data_received(data)
            return
        at = 0
        while at < len(data):
            size = data[at + 1] & 127
            head = at + 2
            if size == 126:
                size, head = int.from_bytes(data[head : head + 2], "big"), head + 2
            end = head + 4 + size
            if data[at] != 0x81 or end > len(data):
                self.transport.abort()
                return
            self.heard(orjson.loads(apply_mask(data[head + 4 : end], data[head : head + 4])))
            at = end

    def heard(self, message: Any) -> None:
        """A message: who says hello is in, whoever else is heard by all."""
        if self.room is None:
            return
        if message["t"] == "hello":
            self.room.append(self)
            self.transport.write(self.payload)
        else:
            for one in self.room:
                one.transport.write(self.payload)


async def _accepted(scope: Any, receive: Any, send: Any) -> None:
    """All that is left of an application: it lets sockets in and waits for their end."""
    await receive()
    await send({"type": "websocket.accept"})
    await receive()


def callback(port: int, size: int) -> None:
    """uvicorn's connections."""
    Bare.payload = b"\x81\x7e" + size.to_bytes(2, "big") + payload(size)
    uvicorn.run(_accepted, host="127.0.0.1", port=port, ws=Bare, ws_per_message_deflate=False, log_level="error",
                access_log=False, lifespan="off")  # fmt: skip


async def library(port: int, size: int) -> None:
    """`websockets` alone."""
    told, rooms = payload(size).decode(), dict[str, list[ServerConnection]]()

    async def room(socket: ServerConnection) -> None:
        here = rooms.setdefault(socket.request.path.split("/")[2] if socket.request else "", [])
        async for frame in socket:
            if orjson.loads(frame)["t"] == "hello":
                here.append(socket)
                await socket.send(told)
            else:
                for one in here:
                    await one.send(told)

    async with serve(room, "127.0.0.1", port, compression=None):
        await asyncio.Event().wait()


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[2] not in KINDS:
        sys.exit(__doc__)
    many_files()
    if sys.argv[2] == "callback":
        callback(int(sys.argv[1]), int(sys.argv[3]))
    else:
        uvloop.run(library(int(sys.argv[1]), int(sys.argv[3])))
