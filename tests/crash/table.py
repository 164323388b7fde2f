"""Players at one table who go on playing through every death of the server, as pages do."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Coroutine
from functools import partial
from typing import Any, NamedTuple, TypeVar

import websockets

from tests.app.player import Message, Player, started
from tests.load import herds

T = TypeVar("T")
DIAL_S = 0.02
AGAIN = 0.05  # how often an acknowledged move is sent once more under its id


class Cut(Exception):
    """The socket closed before the answer came."""


class Pending(NamedTuple):
    """A move that waits for its answer."""

    player: Player
    message: Message
    id: str


class Acked(NamedTuple):
    """A move whose answer came: stored, the server said."""

    command: str
    match: str
    turn: int
    v: int


class Table:
    """One room.

    Attributes:
        players, code: who plays, and where. pending: the move on its way. acked: all that was answered.
        sent: the ids of all commands that were ever sent, as the log names them.
        killed_at: when the server last died. stalls: seconds from there to the next answered move, one a death.
        resent: moves that had to be sent again, since the server died with them. wrong: answers that may not be.
    """

    def __init__(self, url: str, seats: int, seed: int) -> None:
        self._url = url
        self._names = [f"P{nth}" for nth in range(seats)]
        self._chance = random.Random(seed)
        self._ids = 0
        self._stalled = False
        self.players: list[Player] = []
        self.code = ""
        self.pending: Pending | None = None
        self.acked: list[Acked] = []
        self.sent: set[str] = set()
        self.killed_at = 0.0
        self.stalls: list[float] = []
        self.resent = 0
        self.wrong: list[str] = []
        self.news = asyncio.Event()

    async def sit_down(self) -> None:
        """Everybody has a seat and the first deal lies."""
        self.players = await started(self._url, *self._names, deals=1)
        self.code = self.players[0].socket.request.path.rsplit("/", 1)[1]

    async def play(self, stop: asyncio.Event) -> None:
        """Play match after match; end with nothing pending."""
        while self.pending or not stop.is_set():
            try:
                await self._step()
            except (Cut, websockets.ConnectionClosed):
                await self._come_back()

    async def leave(self) -> None:
        """Everybody goes."""
        for player in self.players:
            await player.gone()

    async def _step(self) -> None:
        if self.pending is not None:
            await self._finish(self.pending)
            return
        newest = max((player.table for player in self.players), key=lambda table: int(table["v"]))
        facts = newest["view"]["facts"]
        if facts["phase"] == "over":
            await self._again(newest["match"])
            return
        player = self.players[facts["to_act"]]
        await self._unless_cut(player, player.sees(newest["v"]))
        if player.table["turn"] != newest["turn"]:
            return
        move = herds.move(player.table, facts["to_act"], self._chance)
        self._ids += 1
        message = {"t": "move", "turn": newest["turn"], "move": move}
        self.pending = Pending(player, message, f"k{self._ids}")
        await self._finish(self.pending)

    async def _finish(self, pending: Pending) -> None:
        """Send a move, again if need be, until its answer is here."""
        player, message, id = pending
        if f"{player.guest}:{id}" in self.sent:
            self.resent += 1
        self.sent.add(f"{player.guest}:{id}")
        answer = await self._unless_cut(player, player.ask(dict(message), id))
        if answer.get("ack") == id:
            self._answered(pending, answer)
            if self._chance.random() < AGAIN:
                again = await self._unless_cut(player, player.ask(dict(message), id))
                if again.get("ack") != id:
                    self.wrong.append(f"the same id got another answer: {again}")
        elif answer["code"] != "unavailable":
            self.wrong.append(f"a legal move was refused: {answer}")
            self.pending = None

    def _answered(self, pending: Pending, answer: Message) -> None:
        self.pending = None
        command = f"{pending.player.guest}:{pending.id}"
        self.acked.append(Acked(command, answer["match"], pending.message["turn"], answer["v"]))
        if self._stalled:
            self._stalled = False
            self.stalls.append(time.monotonic() - self.killed_at)
        self.news.set()

    async def _again(self, match: str) -> None:
        """A rematch: everybody says so, whatever had become of an earlier word."""
        since = [len(player.heard) for player in self.players]
        for player in self.players:
            await self._unless_cut(player, player.do("again"))
        for player, at in zip(self.players, since, strict=True):
            if player.table["match"] == match:
                await self._unless_cut(player, player.until(partial(_other_match, match), at))

    async def _unless_cut(self, player: Player, asked: Coroutine[Any, Any, T]) -> T:
        """What was asked for. Raises Cut when the socket closes first."""
        asking, closing = asyncio.ensure_future(asked), asyncio.ensure_future(player.socket.wait_closed())
        try:
            await asyncio.wait({asking, closing}, return_when=asyncio.FIRST_COMPLETED)
            if asking.done():
                return asking.result()
            raise Cut
        finally:
            for task in (asking, closing):
                task.cancel()
            await asyncio.gather(asking, closing, return_exceptions=True)

    async def _come_back(self) -> None:
        """All sockets anew, each with the last row its player has seen."""
        self._stalled = True
        for player in self.players:
            while True:
                if await self._returned(player):
                    break
                await asyncio.sleep(DIAL_S)  # what a page does: it dials again after a while

    async def _returned(self, player: Player) -> bool:
        try:
            await player.leave()
            since = len(player.heard)
            await player.enter(self.code, last=player.table["v"])
            await self._unless_cut(player, player.until(lambda m: m["t"] == "table", since))
        except (Cut, OSError, websockets.WebSocketException):
            return False
        return True


def _other_match(match: str, message: Message) -> bool:
    return bool(message["t"] == "table" and message["match"] != match)
