"""Readers who stall: they delay nobody by half a second, and cost less than 5 MiB each."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.app.player import Player, play_out, started
from tests.load.soak import rss_mb
from tests.services.raw import CLOSE, TEXT, RawSocket, frame
from tests.services.server import LiveServer

pytestmark = pytest.mark.usefixtures("way")
STALLED = 5
CHANGES = 2500  # about 1.5 kB each, to everybody
HELLO = frame(TEXT, b'{"t":"hello","p":1,"want":"play","last":null}')


async def stalled(player: Player, code: str) -> RawSocket:
    """One more socket of this guest's, which reads nothing once it is in."""
    socket = await RawSocket.open(player.url, code, dict(player.http.cookies.items()), buffer=4096)
    await socket.write(HELLO)
    while b'"room"' not in (await socket.hear()).payload:
        pass
    socket.hold()
    return socket


async def waits(mia: Player, changes: int) -> list[float]:
    """Change something so many times; how long each answer took, in seconds, the longest last."""
    took = []
    for nth in range(changes):
        began = time.monotonic()
        answer: dict[str, Any] = await mia.do("house", house={"listed": nth % 2 == 0})
        took.append(time.monotonic() - began)
        assert answer["t"] == "ack"
    return sorted(took)


async def test_a_stalled_reader_delays_nobody_and_costs_little(start_server: Callable[..., LiveServer]) -> None:
    server = start_server(WATERSIDE_SYNCHRONOUS="NORMAL")  # whatever waits here waits for no disk
    mia, ben, *eyes = await started(server.url, "Mia", "Ben", watchers=STALLED - 1, deals=1)
    code = mia.socket.request.path.rsplit("/", 1)[1]
    await waits(mia, CHANGES // 5)  # what such a crowd costs by itself
    before = rss_mb(server.process.pid)
    mute = [await stalled(player, code) for player in (ben, *eyes)]
    took = await waits(mia, CHANGES)
    # Who waits for a reader who does not read waits for ever; a single late one is this machine's own.
    assert took[-len(took) // 100] < 0.5
    assert rss_mb(server.process.pid) - before < 5 * STALLED
    # The player who stalled is at the table still, and gets the whole picture when they read again.
    assert await play_out([mia, ben]) >= 40
    for socket in mute:
        socket.go_on()
    heard = await mute[0].hear()
    while heard.opcode != CLOSE and b'"phase":"over"' not in heard.payload:
        heard = await mute[0].hear()
    assert heard.opcode != CLOSE
    # A spectator who stalled is closed with a word, and may come again.
    heard = await mute[1].hear()
    while heard.opcode != CLOSE:
        heard = await mute[1].hear()
    assert heard.code == 1013
    for socket in mute:
        socket.cut()
    for player in (mia, ben, *eyes):
        await player.gone()
