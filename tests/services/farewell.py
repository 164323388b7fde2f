"""A PostgreSQL that says goodbye and does not hang up: a driver still takes the connection for a good one then."""

from __future__ import annotations

import asyncio
import contextlib
import struct
from collections.abc import AsyncIterator

from sqlalchemy import make_url

_FIELDS = b"".join(
    kind + text + b"\0"
    for kind, text in ((b"S", b"FATAL"), (b"V", b"FATAL"), (b"C", b"57P01"), (b"M", b"terminating connection"))
)
GOODBYE = b"E" + struct.pack("!i", len(_FIELDS) + 5) + _FIELDS + b"\0"

TURNS = 10  # of the loop: it looks at all sockets in each


class Farewell:
    """Between whoever asks and the server.

    Attributes:
        url: of the same database, by this way.
    """

    def __init__(self, url: str) -> None:
        self._server = make_url(url)
        self._clients: list[asyncio.StreamWriter] = []
        self._carrying: set[asyncio.Task[None]] = set()
        self.url = url

    async def say(self) -> int:
        """All that are connected now hear that their connection ends; how many were told. They have read it then: they
        are of this loop, which has looked at their sockets since."""
        told, self._clients = self._clients, []
        for client in told:
            client.write(GOODBYE)
            await client.drain()
        for _ in range(TURNS):
            await asyncio.sleep(0)
        return len(told)

    @contextlib.asynccontextmanager
    async def between(self) -> AsyncIterator[Farewell]:
        """Carry until the block ends."""
        listening = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.url = self._server.set(port=listening.sockets[0].getsockname()[1]).render_as_string(hide_password=False)
        try:
            yield self
        finally:
            listening.close()
            for task in self._carrying:
                task.cancel()
            await asyncio.gather(*self._carrying, return_exceptions=True)

    async def _take(self, asked: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        answers, question = await asyncio.open_connection(self._server.host, self._server.port)
        self._clients.append(answer)
        for source, target in ((asked, question), (answers, answer)):
            task = asyncio.create_task(_carry(source, target))
            self._carrying.add(task)
            task.add_done_callback(self._carrying.discard)


async def _carry(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    try:
        with contextlib.suppress(OSError):
            while some := await source.read(65536):
                target.write(some)
                await target.drain()
    finally:
        target.close()
        with contextlib.suppress(OSError):
            await target.wait_closed()
