"""How uvicorn serves the house: what it logs, and whom it takes for gone."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from app.lines import StockLine
from tests.app.house import house
from tests.app.player import Player, seated
from tests.services.raw import CLOSE, PING, TEXT, RawSocket, frame

pytestmark = pytest.mark.usefixtures("way")
HELLO = frame(TEXT, b'{"t":"hello","p":1,"want":"play","last":null}')


def hurry(monkeypatch: pytest.MonkeyPatch, interval: float, timeout: float) -> None:
    """Protocol pings come sooner than every 20 s, and are given less than 20 s for an answer."""
    honest: Any = uvicorn.Config
    times = {"ws_ping_interval": interval, "ws_ping_timeout": timeout}
    monkeypatch.setattr(uvicorn, "Config", lambda *words, **more: honest(*words, **times, **more))


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch, 0.2, 0.2)


async def raw(player: Player, buffer: int | None = None) -> RawSocket:
    """A second socket of this player's in the same room, which answers no protocol ping."""
    code = player.socket.request.path.rsplit("/", 1)[1]
    plug = await RawSocket.open(player.url, code, dict(player.http.cookies.items()), buffer)
    await plug.write(HELLO)
    return plug


@pytest.mark.usefixtures("hurried")
async def test_a_page_that_talks_is_there_though_no_pong_comes_through(tmp_path: Path) -> None:
    """R30: some proxies do not relay protocol pings; the page's own keep the line."""
    async with house(tmp_path) as running:
        (mia,) = await seated(running.url, "Mia")
        socket, pings, pongs = await raw(mia), 0, 0
        while pings < 6:
            await socket.write(frame(TEXT, b'{"t":"ping","n":1}'))
            heard = await asyncio.wait_for(socket.hear(), 5)
            assert heard.opcode != CLOSE, heard.code
            pings += heard.opcode == PING
            pongs += b'"pong"' in heard.payload
            await asyncio.sleep(0.02)  # a page is not in a hurry
        assert pongs
        socket.cut()
        await mia.gone()


@pytest.mark.usefixtures("hurried")
async def test_whoever_is_silent_is_taken_for_gone(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        (mia,) = await seated(running.url, "Mia")
        socket = await raw(mia)
        while (heard := await asyncio.wait_for(socket.hear(), 5)).opcode != CLOSE:
            pass
        assert heard.code == 1011
        await mia.gone()


async def test_a_frame_that_is_not_utf8_closes_and_leaves_no_traceback(start_server: Any) -> None:
    server = start_server()
    (mia,) = await seated(server.url, "Mia")
    socket = await raw(mia)
    await socket.write(frame(TEXT, b'{"t":"say","text":"\xff"}'))
    while (heard := await asyncio.wait_for(socket.hear(), 5)).opcode != CLOSE:
        pass
    assert heard.code == 1007
    assert (await mia.do("name", name="Mia M"))["t"] == "ack"
    await mia.gone()
    assert '"where":' not in server.log(), "no fault was logged"


async def test_a_page_that_neither_reads_nor_closes_is_gone_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A close frame cannot reach whoever reads nothing: their line is cut, and the others see that they are away."""
    hurry(monkeypatch, 2, 1)
    monkeypatch.setattr(StockLine, "linger_s", 0.5)
    honest = StockLine.connection_made

    def narrow(self: StockLine, transport: asyncio.BaseTransport) -> None:
        """A line that holds little, so that it is soon full."""
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        honest(self, transport)

    monkeypatch.setattr(StockLine, "connection_made", narrow)
    async with house(tmp_path) as running:
        mia, ben = await seated(running.url, "Mia", "Ben")
        stalled = await raw(ben, buffer=4096)
        while b'"room"' not in (await stalled.hear()).payload:
            pass
        stalled.hold()
        await ben.leave()
        nth = 0
        while mia.room["seats"][1]["state"] == "present" and nth < 8_000:
            nth += 1
            assert (await mia.do("house", house={"listed": nth % 2 == 0}))["t"] == "ack"
        assert mia.room["seats"][1]["state"] == "away"
        stalled.cut()
        for player in (mia, ben):
            await player.gone()
