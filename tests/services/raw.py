"""A WebSocket client without manners: writes any bytes as any frame, and answers nothing by itself."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import socket
import struct
from typing import NamedTuple
from urllib.parse import urlsplit

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
GUID_BYTES = 16


class Heard(NamedTuple):
    """A frame of the server's."""

    opcode: int
    payload: bytes

    @property
    def code(self) -> int:
        """A close frame's code; 1005 where it has none."""
        return int.from_bytes(self.payload[:2], "big") if len(self.payload) > 1 else 1005


def frame(opcode: int, payload: bytes, *, fin: bool = True, rsv: int = 0, masked: bool = True) -> bytes:
    """A frame as it goes over the wire, right or wrong."""
    first, mask_bit, size = (fin << 7) | (rsv << 4) | opcode, masked << 7, len(payload)
    if size < 126:
        head = bytes([first, mask_bit | size])
    elif size < 65536:
        head = bytes([first, mask_bit | 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([first, mask_bit | 127]) + size.to_bytes(8, "big")
    return head + bytes(4) + payload if masked else head + payload  # a mask of zeros changes nothing


class RawSocket:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._held = False

    @classmethod
    async def open(cls, url: str, code: str, cookies: dict[str, str], buffer: int | None = None) -> RawSocket:
        """A room's socket, upgraded; nothing has been said. `buffer`: how much the system takes before we read it."""
        place, plug = urlsplit(url), socket.socket()
        plug.setblocking(False)
        plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if buffer:
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        await asyncio.get_running_loop().sock_connect(plug, (place.hostname, place.port))
        reader, writer = await asyncio.open_connection(sock=plug, limit=2**20)
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        key = base64.b64encode(os.urandom(GUID_BYTES)).decode()
        asked = [
            f"GET /ws/rooms/{code} HTTP/1.1",
            f"Host: {place.netloc}",
            f"Origin: {url}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Cookie: {cookie}",
        ]
        writer.write(("\r\n".join(asked) + "\r\n\r\n").encode())
        status = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in status.split(b"\r\n", 1)[0]:
            raise ConnectionError(status.split(b"\r\n", 1)[0].decode())
        return cls(reader, writer)

    async def write(self, *frames: bytes) -> None:
        """Send bytes as they are. What the server has closed already takes them without a word."""
        with contextlib.suppress(ConnectionError):
            self._writer.write(b"".join(frames))
            await self._writer.drain()

    async def hear(self) -> Heard:
        """The next frame; a line that was cut is a close frame of 1006. After a close frame there is no more."""
        heard = await self.hear_all()
        if heard.opcode == CLOSE:
            self.cut()
        return heard

    async def hear_all(self) -> Heard:
        """The next frame; after a close frame the line is left as it is."""
        try:
            first, second = await self._reader.readexactly(2)
            size = second & 127
            if size >= 126:
                size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8), "big")
            return Heard(first & 15, await self._reader.readexactly(size))
        except (asyncio.IncompleteReadError, ConnectionError):
            return Heard(CLOSE, (1006).to_bytes(2, "big"))

    def hold(self) -> None:
        """Read nothing any more, as a machine that sleeps: what is sent piles up."""
        self._held = True
        self._reading().pause_reading()

    def go_on(self) -> None:
        """Read again."""
        if self._held:
            self._held = False
            self._reading().resume_reading()

    def _reading(self) -> asyncio.ReadTransport:
        transport = self._writer.transport
        assert isinstance(transport, asyncio.ReadTransport)
        return transport

    def half(self) -> None:
        """Send nothing any more, and say so to the system, not to the server: a line that is half open."""
        self._writer.write_eof()

    async def ended(self) -> bool:
        """Whether the server closes the line within a moment; what it still sends is thrown away."""
        try:
            with contextlib.suppress(ConnectionError):
                while await asyncio.wait_for(self._reader.read(65536), 5):
                    pass
        except TimeoutError:
            return False
        self.cut()
        return True

    def reset(self) -> None:
        """Gone in the middle of it: the system says so with a reset."""
        self._writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.cut()

    def cut(self) -> None:
        """Gone, without a goodbye."""
        self._writer.transport.abort()
