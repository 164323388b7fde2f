"""A player with the manners of a page: it comes back by itself, and does not wait long for an answer."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from typing import Any
from urllib.parse import urlsplit

import websockets

from tests.app.player import Message, Player

# Seconds; the table of timers in docs/protocol.md, and how static/js/wire.js carries a move.
PING_S, DEAD_S, OPENING_S = 5.0, 8.0, 6.0
ANSWER_S, TRIPS = 0.5, 4
WAITS = (0.0, 0.1, 0.2, 0.3)
UNAVAILABLE_S = 0.4
_LOST = (OSError, TimeoutError, websockets.WebSocketException)


class Page(Player):
    """A guest whose socket is renewed.

    Attributes:
        code: of the room. views: when which row was first shown. cuts: when a socket was lost. dials: sockets opened.
        refusals: when nothing could be stored.
    """

    def __init__(self, url: str, name: str) -> None:
        super().__init__(url, name)
        self.code = ""
        self.views: list[tuple[float, int]] = []
        self.cuts: list[float] = []
        self.dials = 0
        self.refusals: list[float] = []
        self._trip = 0.0
        self._numbers = itertools.count(1)
        self._dialled = asyncio.Event()
        self._epoch = 0
        self._changing = asyncio.Lock()
        self._dialling: set[asyncio.Task[bool]] = set()
        self._tending: list[asyncio.Task[None]] = []
        self._pong = asyncio.Event()

    async def open(self, code: str) -> None:
        """Look at a room from now on."""
        self.code = code
        await self._dial()
        self._tending = [asyncio.create_task(self._tend()), asyncio.create_task(self._beat())]

    async def redial(self) -> bool:
        """A new socket now, as after a change of networks. Whether it stands."""
        try:
            await self._dial()
        except _LOST:
            return False
        return True

    async def leave(self) -> None:
        working = [*self._tending, *self._dialling]
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        await self._retire()

    # --- one socket after the other ------------------------------------------------------------------------------

    async def _dial(self) -> None:
        """Open a socket; once it stands, the one before is deaf. Of several at a time the first one stays. Raises what
        a network raises."""
        parts, epoch = urlsplit(self.url), self._epoch
        self.dials += 1
        fresh = await websockets.connect(
            f"ws://{parts.netloc}/ws/rooms/{self.code}",
            origin=self.url,  # type: ignore[arg-type]
            additional_headers={"Cookie": "; ".join(f"{n}={v}" for n, v in self.http.cookies.items())},
            compression=None,
            max_size=None,
            open_timeout=OPENING_S,
            ping_interval=None,
        )
        async with self._changing:
            if self._epoch != epoch:
                fresh.transport.abort()
                return
            self._epoch += 1
            await self._retire()
            self.socket = fresh
            self._added.clear()
            await fresh.send(json.dumps({"t": "hello", "p": 1, "want": "play", "last": self.table.get("v")}))
            self._reader = asyncio.create_task(self._read(fresh))
            dialled, self._dialled = self._dialled, asyncio.Event()
            dialled.set()

    async def _retire(self) -> None:
        """Whatever the network still brings for the old socket is of the past."""
        if self._reader:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self.socket is not None:
            self.socket.transport.abort()

    async def _read(self, socket: Any) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            async for frame in socket:
                self._heard(json.loads(frame))
                if self.heard[-1]["t"] == "room":
                    await self._add_chance(self.heard[-1])

    def _heard(self, message: Message) -> None:
        if message["t"] == "pong":
            self._pong.set()
            return
        self.heard.append(message)
        if message["t"] == "room":
            self.room = message
        elif message["t"] == "table":
            if message["v"] > self.table.get("v", 0):
                self.views.append((time.monotonic(), message["v"]))
            self.table = message
        elif message["t"] == "nack" and message["code"] == "unavailable":
            self.refusals.append(time.monotonic())
        self._news.set()

    async def _tend(self) -> None:
        """Dial again whenever the socket is gone."""
        while True:
            lost = self.socket
            await lost.wait_closed()
            if self.socket is not lost:
                continue
            self.cuts.append(time.monotonic())
            for nth in itertools.count():
                await asyncio.sleep(WAITS[min(nth, len(WAITS) - 1)])
                if self.socket is not lost or await self.redial():
                    break

    async def _beat(self) -> None:
        """Ask whether the other side is there; one that is silent for long is left."""
        for n in itertools.count(1):
            self._pong.clear()
            await self.say({"t": "ping", "n": n, "v": self.table.get("v")})
            try:
                await asyncio.wait_for(self._pong.wait(), DEAD_S)
            except TimeoutError:
                await self.redial()
                continue
            await asyncio.sleep(PING_S)

    # --- what is said --------------------------------------------------------------------------------------------

    async def say(self, message: Message | str | bytes) -> None:
        """Send a frame; a socket that is gone swallows it."""
        with contextlib.suppress(websockets.ConnectionClosed):
            await super().say(message)

    async def do(self, do: str, id: str | None = None, **fields: Any) -> Message:
        """A command, and its ack or nack; said again while nothing can be stored."""
        while True:
            answer = await super().do(do, id, **fields)
            if answer["t"] == "ack" or answer["code"] != "unavailable":
                return answer
            await asyncio.sleep(UNAVAILABLE_S)

    async def ask(self, message: Message, id: str | None = None) -> Message:
        """The answer to a message, which is sent under the same id over every new socket until it comes."""
        id, since = id or f"p{next(self._numbers)}", len(self.heard)

        def answers(m: Message) -> bool:
            return (m["t"] in ("ack", "nack") and m["id"] == id) or m.get("ack") == id

        answer = asyncio.ensure_future(self.until(answers, since, 60))
        try:
            while True:
                began, dialled = time.monotonic(), asyncio.ensure_future(self._dialled.wait())
                await self.say({**message, "id": id})
                await asyncio.wait(
                    {answer, dialled}, timeout=max(ANSWER_S, TRIPS * self._trip), return_when=asyncio.FIRST_COMPLETED
                )
                again = dialled.done()
                dialled.cancel()
                if answer.done():
                    self._trip = time.monotonic() - began
                    return answer.result()
                if not again:
                    await self._late(answer)
        finally:
            answer.cancel()
            await asyncio.gather(answer, return_exceptions=True)

    async def _late(self, answer: asyncio.Future[Message]) -> None:
        """Try another way, while the old one may still answer; another one again where that is late, too."""
        spare = asyncio.create_task(self.redial())
        self._dialling.add(spare)
        spare.add_done_callback(self._dialling.discard)
        waiting: set[asyncio.Future[Any]] = {answer, spare}
        await asyncio.wait(waiting, timeout=ANSWER_S, return_when=asyncio.FIRST_COMPLETED)
