"""A table and a raw socket at it, for tests that look at single frames."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pytest

from app.lines import StockLine
from tests.app.house import House, house
from tests.app.player import Player, seated
from tests.services.raw import CLOSE, PONG, TEXT, Heard, RawSocket, frame

HELLO = frame(TEXT, b'{"t":"hello","p":1,"want":"play","last":null}')


def ping(n: int) -> bytes:
    """A page's own question, which is answered with its number."""
    return json.dumps({"t": "ping", "n": n}).encode()


class Desk(NamedTuple):
    """Mia at a table of her own, and a raw socket of hers there, greeted."""

    house: House
    mia: Player
    raw: RawSocket

    @property
    def code(self) -> str:
        return code_of(self.mia)

    async def sound(self) -> None:
        """The raw socket is heard and answered."""
        await self.raw.write(frame(TEXT, ping(99)))
        assert await pong(self.raw) == 99


def code_of(who: Player) -> str:
    """The code of the room somebody is in."""
    return str(who.socket.request.path.rsplit("/", 1)[1])


async def plugged(who: Player, buffer: int | None = None) -> RawSocket:
    """A raw socket of somebody at a table, shown the room."""
    plug = await RawSocket.open(who.url, code_of(who), dict(who.http.cookies.items()), buffer)
    await plug.write(HELLO)
    while b'"t":"room"' not in (await said(plug)).payload:
        pass
    return plug


async def said(raw: RawSocket) -> Heard:
    """The next frame, soon."""
    return await asyncio.wait_for(raw.hear_all(), 10)


async def pong(raw: RawSocket) -> int:
    """The number of the next answer; what else is told in between is passed over."""
    while True:
        heard = await said(raw)
        assert heard.opcode in (TEXT, PONG), heard
        message = json.loads(heard.payload) if heard.opcode == TEXT else {}
        if message.get("t") == "pong":
            return int(message["n"])


async def closed(raw: RawSocket) -> int:
    """The code of the close frame that comes."""
    while (heard := await said(raw)).opcode != CLOSE:
        pass
    return heard.code


def narrow(patch: pytest.MonkeyPatch) -> list[StockLine]:
    """Lines of which the system takes little, so that they are soon full; those that were made, the newest last."""
    honest, made = StockLine.connection_made, list[StockLine]()

    def connection_made(self: StockLine, transport: asyncio.BaseTransport) -> None:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        honest(self, transport)
        made.append(self)

    patch.setattr(StockLine, "connection_made", connection_made)
    return made


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    async with house(tmp_path) as running:
        (mia,) = await seated(running.url, "Mia")
        desk = Desk(running, mia, await plugged(mia))
        yield desk
        desk.raw.cut()
        await mia.gone()
