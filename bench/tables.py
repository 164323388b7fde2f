"""Rooms of four in which the first deal lies on the table, made as any client makes them: guests and rooms by REST,
seats by the socket. Afterwards all sockets are closed, and a loader opens its own with the same cookies.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from bench.endless import NAME, SEATS
from bench.frames import TEXT, frame, frames, handshake

AT_ONCE = 16  # rooms that are made side by side
WITHIN = 60.0
HELLO = b'{"t":"hello","p":1}'
VIEW = b'{"t":"table"'
ROOM = b'{"t":"room"'
NACK = b'{"t":"nack"'


class Place(NamedTuple):
    """A socket to be opened: by whom, and where; `port`: not at the server that the loader is told, but at this."""

    path: str
    headers: str
    port: int = 0


Table = list[Place]  # the seats in order, then those who look on


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


class _Http:
    """One connection that asks one thing after the other."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def __aenter__(self) -> _Http:
        self._in, self._out = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        await _closed(self._out)

    async def post(self, path: str, body: Any, headers: str = "") -> tuple[dict[str, Any], str]:
        """The answer, and the cookie that came with it."""
        data = json.dumps(body)
        self._out.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n{headers}\r\n{data}".encode()
        )
        head = (await self._in.readuntil(b"\r\n\r\n")).decode()
        found = {name.lower(): value for name, _, value in (line.partition(": ") for line in head.splitlines()[1:])}
        answer = json.loads(await self._in.readexactly(int(found["content-length"])))
        if head.split()[1] not in ("200", "201"):
            raise RuntimeError(f"{path}: {head.splitlines()[0]} {answer}")
        return answer, found.get("set-cookie", "").partition(";")[0]


class _Socket:
    """A guest's socket, for the few commands before a match."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._in, self._out = reader, writer
        self._held = b""

    async def open(self, port: int, place: Place) -> None:
        self._out.write(handshake(place.path, port, place.headers))
        head = await self._in.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            raise RuntimeError(head[:200].decode())
        self.say({"t": "hello", "p": 1})

    def say(self, message: dict[str, Any]) -> None:
        self._out.write(frame(json.dumps(message).encode()))

    async def until(self, **fields: Any) -> None:
        """Read until a message has these fields. Raises where a command was refused."""
        while True:
            for op, data, end in frames(self._held):
                self._held = self._held[end:]
                if op != TEXT:
                    raise RuntimeError(f"frame {op}: {data!r}")
                message = json.loads(data)
                if message["t"] in ("nack", "bye"):
                    raise RuntimeError(data.decode())
                if all(message.get(name) == value for name, value in fields.items()):
                    return
                break
            else:
                more = await self._in.read(65536)
                if not more:
                    raise RuntimeError("closed")
                self._held += more

    async def close(self) -> None:
        await _closed(self._out)


async def _lobby(port: int, nth: int, guests: int) -> Table:
    """A room, and everybody's way into it; nobody is there yet."""
    origin = f"Origin: http://127.0.0.1:{port}\r\n"
    async with _Http(port) as http:
        cookies = [(await http.post("/api/guest", {"name": f"P{one}"}))[1] for one in range(guests)]
        headers = [f"Cookie: {cookie}\r\n{origin}" for cookie in cookies]
        asked = {"game": NAME, "key": f"bench-{nth:08}"}
        made, _ = await http.post("/api/rooms", asked, headers[0])
    return [Place(f"/ws/rooms/{made['code']}", one) for one in headers]


async def _table(port: int, nth: int, watchers: int, seats: int, sockets: list[_Socket]) -> Table:
    table = await _lobby(port, nth, seats + watchers)
    here = [_Socket(*await asyncio.open_connection("127.0.0.1", port)) for _ in range(seats)]
    sockets += here
    for seat, socket in enumerate(here):
        await socket.open(port, table[seat])
        await socket.until(t="room")
        socket.say({"t": "cmd", "id": "sit", "do": "sit", "seat": seat})
        await socket.until(t="ack", id="sit")
    here[0].say({"t": "cmd", "id": "start", "do": "start"})
    for socket in here:
        await socket.until(t="table")
    return table


async def _made(many: int, make: Callable[[int], Coroutine[Any, Any, Table]]) -> list[Table]:
    places = asyncio.Semaphore(AT_ONCE)

    async def one(nth: int) -> Table:
        async with places:
            return await asyncio.wait_for(make(nth), WITHIN)

    return list(await asyncio.gather(*(one(nth) for nth in range(many))))


def lobbies(port: int, many: int, guests: int = SEATS) -> list[Table]:
    """So many rooms to which nobody has come yet."""
    return asyncio.run(_made(many, lambda nth: _lobby(port, nth, guests)))


def prepared(port: int, many: int, watchers: int = 0, seats: int = SEATS) -> list[Table]:
    """So many rooms whose match has begun."""

    async def make() -> list[Table]:
        sockets: list[_Socket] = []
        try:
            return await _made(many, lambda nth: _table(port, nth, watchers, seats, sockets))
        finally:  # all at the end: a room that nobody looks at is put away after a while
            await asyncio.gather(*(socket.close() for socket in sockets))

    return asyncio.run(make())


def move(nth: int, rank: int, many: int) -> bytes:
    """Move number nth of a match as a client sends it; ranks from 1."""
    said = {"t": "move", "id": f"m{nth}", "turn": nth, "move": {"type": "play", "cards": [rank] * many}}
    return json.dumps(said, separators=(",", ":")).encode()
