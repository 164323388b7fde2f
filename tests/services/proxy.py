"""A bad network: a TCP proxy that cuts after so many bytes, stalls without a word, delays, and swallows answers.

async with network(server.url) as proxy:      clients use proxy.url instead of the server's
    proxy.stall()
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from urllib.parse import urlsplit

CHUNK = 65536
UPGRADED = b"HTTP/1.1 101"


class Link:
    """One connection of a client's.

    Attributes:
        socket: whether it has become a WebSocket. flowing: clear while it is stalled.
        cut_up, cut_down: bytes that still pass to the server, to the client, before it is cut; None: no end.
        gone: set once it is closed.
    """

    def __init__(self, proxy: Proxy, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self._proxy = proxy
        self._writers = (client, server)
        self.socket = False
        self.flowing = asyncio.Event()
        self.flowing.set()
        self.cut_up: int | None = None
        self.cut_down: int | None = None
        self.gone = asyncio.Event()

    def cut(self) -> None:
        """Reset, towards both."""
        for writer in self._writers:
            writer.transport.abort()
        self.gone.set()

    async def up(self, reader: asyncio.StreamReader) -> None:
        """From the client to the server."""
        while data := await reader.read(CHUNK):
            if self._proxy.blocks_upgrades:
                data = data.replace(b"Upgrade: websocket\r\n", b"").replace(b"Connection: Upgrade\r\n", b"")
            await self._pause()
            self.cut_up = await self._pass(self._writers[1], data, self.cut_up)

    async def down(self, reader: asyncio.StreamReader) -> None:
        """From the server to the client; of a WebSocket frame by frame, so that single ones can be swallowed."""
        held = b""
        while data := await reader.read(CHUNK):
            await self._pause()
            if not self.socket and data.startswith(UPGRADED):
                self.socket = True
                head, mark, data = data.partition(b"\r\n\r\n")
                self.cut_down = await self._pass(self._writers[0], head + mark, self.cut_down)
            if self.socket:
                frames, held = _frames(held + data)
                data = b"".join(frame for frame in frames if not self._proxy.swallowed(frame))
            self.cut_down = await self._pass(self._writers[0], data, self.cut_down)

    async def _pause(self) -> None:
        if self._proxy.delay:
            await asyncio.sleep(self._proxy.delay)  # the delay is what this is for
        await self.flowing.wait()

    async def _pass(self, writer: asyncio.StreamWriter, data: bytes, left: int | None) -> int | None:
        """Write what may pass; the rest of the allowance. Raises ConnectionError once it is used up."""
        writer.write(data if left is None else data[:left])
        await writer.drain()
        if left is None:
            return None
        if len(data) >= left:
            raise ConnectionResetError
        return left - len(data)


class Proxy:
    """The network between clients and a server.

    Attributes:
        url: what clients use. links: the connections that are open.
        delay: seconds that everything takes. refuses: nobody gets through to the server.
        blocks_upgrades: lets no WebSocket through. swallows: text frames to the client for which this holds vanish.
    """

    def __init__(self, target: str) -> None:
        self._target = urlsplit(target)
        self.url = ""
        self.links: list[Link] = []
        self.delay = 0.0
        self.refuses = False
        self.blocks_upgrades = False
        self.swallows: Callable[[bytes], bool] | None = None
        self.taken = 0

    @property
    def sockets(self) -> list[Link]:
        """The open connections that are WebSockets, the oldest first."""
        return [link for link in self.links if link.socket]

    def swallowed(self, frame: bytes) -> bool:
        """Whether this frame of the server's vanishes."""
        if self.swallows is None or not self.swallows(frame):
            return False
        self.taken += 1
        return True

    def stall(self) -> None:
        """What is open now carries nothing any more, and nobody is told. New connections do."""
        for link in self.links:
            link.flowing.clear()

    def resume(self) -> None:
        """All that was held back arrives after all."""
        for link in self.links:
            link.flowing.set()

    def cut(self) -> None:
        """What is open now is reset."""
        for link in list(self.links):
            link.cut()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client's connection, from its first byte to its last."""
        if self.refuses:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection(self._target.hostname, self._target.port)
        link = Link(self, writer, far_writer)
        self.links.append(link)
        tasks = [asyncio.create_task(link.up(reader)), asyncio.create_task(link.down(far_reader))]
        tasks.append(asyncio.create_task(_ended(link)))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            link.cut() if link.cut_up is not None or link.cut_down is not None else _close(writer, far_writer)
            self.links.remove(link)
            link.gone.set()


async def _ended(link: Link) -> None:
    await link.gone.wait()


def _close(*writers: asyncio.StreamWriter) -> None:
    for writer in writers:
        writer.close()


def _frames(data: bytes) -> tuple[list[bytes], bytes]:
    """The server's whole frames (which have no mask), and what has not wholly come yet."""
    found = []
    while len(data) >= 2:
        size, head = data[1] & 127, 2
        if size >= 126:
            head = 4 if size == 126 else 10
            size = int.from_bytes(data[2:head], "big")
        if len(data) < head + size:
            break
        found.append(data[: head + size])
        data = data[head + size :]
    return found, data


@contextlib.asynccontextmanager
async def network(target: str) -> AsyncIterator[Proxy]:
    """A proxy in front of a server, gone afterwards."""
    proxy = Proxy(target)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
        proxy.resume()
        proxy.cut()
        await server.wait_closed()
