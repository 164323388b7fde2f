"""Rooms at the pace of people: players who think before they move, and how long it takes until all have seen it."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.app.player import Message, Player
from tests.load.loader import Room


class Table(NamedTuple):
    """What is played: a game with its options, by so many."""

    game: str
    options: dict[str, Any]
    seats: int


class Timed(Player):
    """A player who knows when each view came.

    Attributes:
        came: when the view of a row came first, by `v`, in seconds of the monotonic clock.
    """

    def __init__(self, url: str, name: str) -> None:
        super().__init__(url, name)
        self.came: dict[int, float] = {}

    def noticed(self, message: Message) -> None:
        if message["t"] == "table":
            self.came.setdefault(message["v"], time.monotonic())


class Tempo:
    """How fast people play: slowly while it is measured, then as fast as they can, so that every match ends.

    Attributes:
        measuring, over: set when the time to measure begins and ends. to_view: what it took, in seconds.
    """

    def __init__(self, slowest: tuple[float, float]) -> None:
        self.pace = slowest
        self.measuring = asyncio.Event()
        self.over = asyncio.Event()
        self.to_view: list[float] = []

    async def think(self, chance: random.Random) -> None:
        """As long as somebody thinks."""
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.over.wait(), chance.uniform(*self.pace))

    def counts(self) -> bool:
        """Whether what happens now is measured."""
        return self.measuring.is_set() and not self.over.is_set()


class Paced(Room):
    """A room of the loader whose players think first."""

    def __init__(self, url: str, table: Table, seed: int, tempo: Tempo) -> None:
        super().__init__(url, table.seats, seed, table.game, table.options)
        self._tempo = tempo

    def _somebody(self, nth: int) -> Player:
        return Timed(self.url, f"P{nth}")

    async def _move(self, player: Player, message: Message, id: str) -> Message:
        await self._tempo.think(self._chance)
        counts, sent = self._tempo.counts(), time.monotonic()
        answer = await super()._move(player, message, id)
        if answer["t"] == "table":
            seen = [await self._seen(one, answer["v"]) for one in self._players]
            if counts:
                self._tempo.to_view.append(max(seen) - sent)
        return answer

    async def _seen(self, player: Player, v: int) -> float:
        """When this player had the view of row `v`."""
        assert isinstance(player, Timed)
        await player.until(lambda m: m["t"] == "table" and m["v"] >= v, max(0, len(player.heard) - 20), within=60)
        return min(at for row, at in player.came.items() if row >= v)

    async def leave(self) -> None:
        """Everybody closes the page; the match is judged later."""
        await asyncio.gather(*(player.leave() for player in self._players))


class Group:
    """People who play match after match, each in a new room, until time is up.

    Attributes:
        rooms: all of them. seated: whether they play.
    """

    def __init__(self, url: str, tables: Iterator[Table], seed: int, tempo: Tempo) -> None:
        self._url = url
        self._tables = tables
        self._seed = seed
        self._tempo = tempo
        self.rooms: list[Paced] = []
        self.seated = asyncio.Event()

    async def run(self) -> None:
        """Play on and on."""
        try:
            while not self._tempo.over.is_set():
                room = Paced(self._url, next(self._tables), self._seed + 1000 * len(self.rooms), self._tempo)
                self.rooms.append(room)
                await room.sit_down()
                self.seated.set()
                await room.play()
                await room.leave()
        finally:
            self.seated.set()

    async def judge(self) -> None:
        """What the loader finds wrong with all of it."""
        for room in self.rooms:
            try:
                await room.judge()
            finally:
                await room.gone()
