"""A table whose players sit at pages, spread over the processes of a cluster."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, NamedTuple, TypeVar

from tests.app.player import Message
from tests.crash.page import UNAVAILABLE_S, Page
from tests.crash.table import Pending, Table

T = TypeVar("T")


class Made(NamedTuple):
    """A move: its match, its row, when it was first sent and when it was answered."""

    match: str
    v: int
    sent: float
    answered: float


class SpreadTable(Table):
    """One room.

    Attributes:
        pages: its players. made: all moves.
    """

    def __init__(self, url: str, seats: int, seed: int) -> None:
        super().__init__(url, seats, seed)
        self.pages = [Page(url, f"P{nth}") for nth in range(seats)]
        self.players = list(self.pages)
        self.made: list[Made] = []
        self._first_sent = 0.0

    async def sit_down(self) -> None:
        for page in self.pages:
            await page.arrive()
        self.code = await self.pages[0].open_room(deals=1)
        for nth, page in enumerate(self.pages):
            await page.open(self.code)
            await page.until(lambda m: m["t"] == "room")
            answer = await page.do("sit", seat=nth)
            assert answer["t"] == "ack", answer
        await self.pages[0].until(lambda m: m["t"] == "room" and len([s for s in m["seats"] if s]) >= len(self.pages))
        assert (await self.pages[0].do("start"))["t"] == "ack"
        for page in self.pages:
            await page.until(lambda m: m["t"] == "table")

    async def spread(self) -> None:
        """Every other player dials anew: after a death all are on the process that lives."""
        for page in self.pages[1::2]:
            await page.redial()

    async def _again(self, match: str) -> None:
        newest = max(player.table["v"] for player in self.players)
        for player in self.players:  # who has not seen the end is not asked for more
            await player.sees(newest)
        await super()._again(match)

    async def _finish(self, pending: Pending) -> None:
        command = f"{pending.player.guest}:{pending.id}"
        if command not in self.sent:
            self._first_sent = time.monotonic()
        else:
            await asyncio.sleep(UNAVAILABLE_S)  # it was refused as unavailable
        await super()._finish(pending)

    def _answered(self, pending: Pending, answer: Message) -> None:
        super()._answered(pending, answer)
        self.made.append(Made(answer["match"], answer["v"], self._first_sent, time.monotonic()))

    async def _unless_cut(self, player: Any, asked: Coroutine[Any, Any, T]) -> T:
        return await asked  # a page minds its socket by itself
