"""Knocking at a socket's door with any headers, and at every other door that the house has."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests.app.player import Player
from tests.services.raw import CLOSE, TEXT, Heard, RawSocket, frame

HELLO = '{"t":"hello","p":1,"want":"play","last":null}'
Headers = list[tuple[str, str]]


class Knocked(NamedTuple):
    """How the door was answered."""

    status: int
    headers: dict[str, str]


def code_of(player: Player) -> str:
    """The code of the room in which a player's socket is."""
    return str(player.socket.request.path.rsplit("/", 1)[1])


def cookie_of(player: Player) -> str:
    """A player's session as a Cookie header."""
    return "; ".join(f"{name}={value}" for name, value in player.http.cookies.items())


def session_of(player: Player) -> str:
    """The secret of a player's session."""
    (value,) = [value for name, value in player.http.cookies.items() if "sid" in name]
    return str(value)


async def knock(url: str, code: str, headers: Headers, host: str | None = None, where: str = "rooms") -> Knocked:
    """Ask for an upgrade with exactly these headers; what the answer begins with."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    lines = [
        f"GET /ws/{where}/{code} HTTP/1.1",
        f"Host: {place.netloc if host is None else host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        *(f"{name}: {value}" for name, value in headers),
    ]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
    head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)).decode("latin-1").split("\r\n")
    writer.transport.abort()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()
    told = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
    return Knocked(int(head[0].split(" ")[1]), told)


async def raw(player: Player, code: str, hello: bool = True) -> RawSocket:
    """One more socket of this player's."""
    socket = await RawSocket.open(player.url, code, dict(player.http.cookies.items()))
    if hello:
        await socket.write(frame(TEXT, HELLO.encode()))
    return socket


async def ending(socket: RawSocket, within: float = 20) -> int:
    """The code with which a socket is closed in the end."""

    async def wait() -> Heard:
        while (heard := await socket.hear()).opcode != CLOSE:
            pass
        return heard

    return (await asyncio.wait_for(wait(), within)).code


def addresses(app: Any, **named: str) -> list[str]:
    """The path of every operation that reads, with these names filled in."""
    paths = [path for path, verbs in app.openapi()["paths"].items() if "get" in verbs]
    return [path.format_map({"code": "0000000000", "match": "m_0000", "guest": "g_0000", **named}) for path in paths]
