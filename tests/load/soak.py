"""`make soak MINUTES=10 SOCKETS=2000 ROOMS=200`: idle pages and rooms of bots; does the server's memory grow?

Prints one JSON line. The slope is fitted over the last three quarters of the time, when everything is warm.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.app.player import Message, Player
from tests.services.raw import CLOSE, PING, PONG, TEXT, RawSocket, frame
from tests.services.server import LiveServer, live_server

PER_GUEST, PER_ROOM = 8, 48  # sockets; the house allows 8 and 50
HEARTBEAT_S = 10.0
HELLO = frame(TEXT, b'{"t":"hello","p":1,"want":"watch","last":null}')
# As people see it: bots take their time.
PACE = {"WATERSIDE_BOT_MS": "600", "WATERSIDE_BOT_SPREAD_MS": "900", "WATERSIDE_WATCHERS_PER_ROOM": "1000"}


def rss_mb(pid: int) -> float:
    """What a process holds in memory."""
    line = next(one for one in Path(f"/proc/{pid}/status").read_text().splitlines() if one.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def slope(samples: Sequence[tuple[float, float]]) -> float:
    """Least squares: by how much y grows for each x."""
    n = len(samples)
    mean_x, mean_y = sum(x for x, _ in samples) / n, sum(y for _, y in samples) / n
    spread = sum((x - mean_x) ** 2 for x, _ in samples)
    return sum((x - mean_x) * (y - mean_y) for x, y in samples) / spread if spread else 0.0


async def _idle(url: str, sockets: int, opened: list[RawSocket]) -> list[asyncio.Task[None]]:
    """So many pages in waiting rooms, a few in each browser; what keeps them answering."""
    answering = []
    room, guest = "", Player(url, "")
    for nth in range(sockets):
        if nth % PER_ROOM == 0:
            host = await Player(url, "Host").arrive()
            room = await host.open_room()
            await host.gone()
        if nth % PER_GUEST == 0:
            await guest.gone()
            guest = await Player(url, f"Idle {nth}").arrive()
        opened.append(await RawSocket.open(url, room, dict(guest.http.cookies.items())))
        await opened[-1].write(HELLO)
        answering.append(asyncio.create_task(_answer(opened[-1])))
    await guest.gone()
    return answering


async def _answer(socket: RawSocket) -> None:
    """What a browser does by itself: it answers protocol pings. Raises when the socket is closed."""
    while (heard := await socket.hear()).opcode != CLOSE:
        if heard.opcode == PING:
            await socket.write(frame(PONG, heard.payload))
    raise ConnectionError(f"a page was closed with {heard.code}: {heard.payload[2:]!r}")


async def _beat(sockets: Sequence[RawSocket]) -> None:
    """What a page does: it asks now and then whether the room is still there."""
    while sockets:
        for socket in sockets:
            await socket.write(frame(TEXT, b'{"t":"ping","n":1}'))
            await asyncio.sleep(HEARTBEAT_S / len(sockets))


async def _bots(url: str, nth: int) -> None:
    """A room in which bots play match after match before their host, who has no seat."""
    host = await Player(url, f"Host {nth}").arrive()
    try:
        await host.enter(await host.open_room(deals=1))
        for seat in range(2 + nth % 3):
            await host.do("bot", seat=seat, level="easy")
        while True:
            host.frames.clear()
            host.heard.clear()
            answer = await host.do("start")
            assert answer["t"] == "ack", answer
            await host.until(_is_over, within=600)
    finally:
        await host.gone()


def _is_over(message: Message) -> bool:
    return bool(message["t"] == "room" and message["phase"] == "over")


async def soak(server: LiveServer, minutes: float, sockets: int, rooms: int) -> dict[str, Any]:
    """Keep it all going for so long; the figures. Raises when a room stops or a page is cut."""
    idle: list[RawSocket] = []
    busy = await _idle(server.url, sockets, idle)
    busy += [asyncio.create_task(_bots(server.url, nth)) for nth in range(rooms)]
    beat = asyncio.create_task(_beat(idle))
    began, samples = time.monotonic(), list[tuple[float, float]]()
    while (now := time.monotonic() - began) < 60 * minutes:
        samples.append((now / 60, rss_mb(server.process.pid)))
        done, _ = await asyncio.wait(busy, timeout=min(1.0, 3 * minutes), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    going = {beat, *busy}
    while going:  # before Python 3.12 `wait_for` may swallow a cancellation: it is said again
        for task in going:
            task.cancel()
        _, going = await asyncio.wait(going, timeout=1)
    for socket in idle:
        socket.cut()
    return {
        "minutes": minutes,
        "sockets": sockets,
        "rooms": rooms,
        "rss_start_mb": round(samples[0][1], 1),
        "rss_end_mb": round(samples[-1][1], 1),
        "slope_mb_per_min": round(slope(samples[len(samples) // 4 :]), 3),
    }


def more_files() -> None:
    """As many open sockets as the system lets us have; the server inherits it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main() -> None:
    """Read the verb's words, soak, print."""
    minutes = float(os.environ.get("MINUTES") or 10)
    sockets, rooms = int(os.environ.get("SOCKETS") or 2000), int(os.environ.get("ROOMS") or 200)
    more_files()
    with tempfile.TemporaryDirectory() as folder, live_server(Path(folder), **PACE) as server:
        figures = asyncio.run(soak(server, minutes, sockets, rooms))
        print(server.log(), file=sys.stderr)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
