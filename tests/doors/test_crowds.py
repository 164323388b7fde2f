"""A thousand at the door: whoever has a seat gets in all the same, within a second."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Callable

from tests.app.player import Player, play_out, started
from tests.doors.knock import HELLO, code_of, cookie_of, ending, knock
from tests.services.raw import TEXT, RawSocket, frame
from tests.services.server import LiveServer

CONNECTS = 1000
WITHIN_S = 1.0
USUAL_FILES = 1024
AT_A_TIME = 50  # whoever gets in shares a process with those who attack


async def _in(url: str, code: str, cookies: dict[str, str]) -> float:
    """How long it takes until a seat has its room and its view; in seconds."""
    began = time.monotonic()
    socket = await RawSocket.open(url, code, cookies)
    await socket.write(frame(TEXT, HELLO.encode()))
    heard = b""
    while b'"t":"table"' not in heard:
        heard = (await asyncio.wait_for(socket.hear(), 20)).payload
    socket.cut()
    return time.monotonic() - began


async def test_a_thousand_connects_and_a_seat_gets_in_within_a_second(
    start_server: Callable[..., LiveServer],
) -> None:
    """From a foreign page, without a page, without a session, as a guest who has too many, and mute ones."""
    url = start_server().url
    mia, ben = await started(url, "Mia", "Ben", deals=1)
    eve = await Player(url, "Eve").arrive()
    code, gate, codes = code_of(mia), asyncio.Semaphore(AT_A_TIME), set[int]()
    ben_is = dict(ben.http.cookies.items())
    await ben.leave()

    async def attempt(nth: int) -> None:
        kind = nth % 5
        async with gate:
            if kind < 2:
                origin = [("Origin", "https://evil.example")] if kind else []
                codes.add((await knock(url, code, [("Cookie", cookie_of(eve)), *origin])).status)
                return
            socket = await RawSocket.open(url, code, {} if kind == 2 else dict(eve.http.cookies.items()))
            if kind == 3:
                await socket.write(frame(TEXT, HELLO.encode()))
            if kind == 4:
                await asyncio.sleep(0.2)  # says nothing
            elif b'"welcome"' not in (await socket.hear()).payload:
                codes.add(await ending(socket))
            socket.cut()

    attack = asyncio.gather(*(attempt(nth) for nth in range(CONNECTS)))
    took = []
    while not attack.done():
        took.append(await _in(url, code, ben_is))
    await attack
    assert len(took) >= 3, "tried while it went on"
    assert max(took) < WITHIN_S
    assert codes == {403, 4004, 1013}
    await ben.enter(code)
    assert await play_out([mia, ben]) >= 40
    for player in (mia, ben, eve):
        await player.gone()


async def test_lines_that_say_nothing_leave_room_for_those_who_do(start_server: Callable[..., LiveServer]) -> None:
    """More connections than a process may usually have files open: silent ones, and requests that never end."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (USUAL_FILES, hard))
        server = start_server()
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        mia, ben = await started(server.url, "Mia", "Ben", deals=1)
        lines = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(USUAL_FILES + 100)]
        for _, writer in lines[::2]:
            writer.write(b"GET /ws/rooms/0000000000 HTTP/1.1\r\nHost: 127.0")
        took = [await _in(server.url, code_of(mia), dict(ben.http.cookies.items())) for _ in range(5)]
        assert max(took) < WITHIN_S
        for _, writer in lines:
            writer.transport.abort()
        for player in (mia, ben):
            await player.gone()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
