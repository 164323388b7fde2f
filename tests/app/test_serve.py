"""How uvicorn serves the house: what it logs, and whom it takes for gone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from tests.app.house import house
from tests.app.player import Player, seated
from tests.services.raw import CLOSE, PING, TEXT, RawSocket, frame

HELLO = frame(TEXT, b'{"t":"hello","p":1,"want":"play","last":null}')


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Protocol pings every 0.2 s, and 0.2 s for an answer."""
    honest: Any = uvicorn.Config
    monkeypatch.setattr(
        uvicorn, "Config", lambda *a, **more: honest(*a, ws_ping_interval=0.2, ws_ping_timeout=0.2, **more)
    )


async def raw(player: Player) -> RawSocket:
    """A second socket of this player's in the same room, which answers no protocol ping."""
    code = player.socket.request.path.rsplit("/", 1)[1]
    socket = await RawSocket.open(player.url, code, dict(player.http.cookies.items()))
    await socket.write(HELLO)
    return socket


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
    assert server.log().count("Traceback") == 0
