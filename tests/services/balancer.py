"""A small TCP balancer without stickiness, for machines that have no HAProxy: it does what deploy/haproxy.cfg says.

    python -m tests.services.balancer PORT SERVER_PORT...

Whoever comes is sent to the server with the fewest connections, in turn where there are as many; to the next one where
it refuses. /readyz of each is asked every 200 ms; one that fails twice is cut off with all its connections.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Sequence

INTER_S, FAST_S, WITHIN_S = 0.2, 0.1, 0.25  # between two questions, after one that failed, and until an answer
FALL = 2  # so many failed questions and the server is down; one good answer and it is up
CONNECT_S = 0.5
CHUNK = 65_536
_ASK = b"GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


class Target:
    """A server behind the balancer.

    Attributes:
        up: whether visitors are sent there. links: their connections. turn: when somebody was last sent there.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.up = False
        self.turn = 0
        self.links: set[asyncio.Task[None]] = set()
        self._missed = 0

    async def watch(self) -> None:
        """Ask for its health again and again."""
        while True:
            if await self._ready():
                self._missed, self.up = 0, True
                await asyncio.sleep(INTER_S)
                continue
            self._missed += 1
            if self._missed == FALL:  # once: cut again and again, pages that dial would keep a busy server busy
                self.cut()
            await asyncio.sleep(FAST_S if self.up else INTER_S)

    def cut(self) -> None:
        """It is down: whoever is connected to it had better dial again."""
        self.up = False
        for link in list(self.links):
            link.cancel()

    async def _ready(self) -> bool:
        writer: asyncio.StreamWriter | None = None
        try:
            async with asyncio.timeout(WITHIN_S):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(_ASK)
                return b" 200 " in await reader.readline()
        except (OSError, TimeoutError):
            return False
        finally:
            if writer:
                writer.transport.abort()


class Balancer:
    """Servers, and the one address in front of them."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.targets = [Target(port) for port in ports]
        self._turn = 0

    async def serve(self, port: int) -> None:
        """Until it is cancelled."""
        server = await asyncio.start_server(self._visitor, "127.0.0.1", port, limit=CHUNK)
        async with server, asyncio.TaskGroup() as group:
            for target in self.targets:
                group.create_task(target.watch())
            await server.serve_forever()

    async def _visitor(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._turn += 1
        link = asyncio.current_task()
        assert link is not None
        some = [one for one in self.targets if one.up] or self.targets  # where all seem down, any that takes it
        for target in sorted(some, key=lambda one: (len(one.links), one.turn)):
            target.turn = self._turn
            target.links.add(link)
            try:
                async with asyncio.timeout(CONNECT_S):
                    there = await asyncio.open_connection("127.0.0.1", target.port)
                await _join((reader, writer), there)
                break
            except (OSError, TimeoutError):
                continue  # the next one
            except asyncio.CancelledError:
                break  # cut off
            finally:
                target.links.discard(link)
        writer.transport.abort()


Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _join(here: Ends, there: Ends) -> None:
    """Pass on what each says to the other, until one of them ends."""
    ways = [asyncio.ensure_future(_pass(here[0], there[1])), asyncio.ensure_future(_pass(there[0], here[1]))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        with contextlib.suppress(OSError, RuntimeError):
            here[1].close()
        there[1].close()


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while chunk := await reader.read(CHUNK):
            writer.write(chunk)
            await writer.drain()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(Balancer([int(port) for port in sys.argv[2:]]).serve(int(sys.argv[1])))
