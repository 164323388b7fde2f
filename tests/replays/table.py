"""One match of robots and bots at random, with what goes wrong at real tables: refusals, reconnects, takeovers."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from typing import Any, NamedTuple

from engine.games import SHELF
from tests.replays.robot import Robot

Message = dict[str, Any]
GONE_S = 0.06  # longer than the server waits before a bot takes over
WRONG = 0.08
BREAKS = 0.04


def steps(message: Message) -> int:
    """How far a match had come in a table message: deals and decisions so far; -1 for any other message.

    Not its row: presence changes rows, and only who comes back is told of them by a table.
    """
    return int(message["turn"] + message["view"]["facts"]["deal"]) if message["t"] == "table" else -1


class Setup(NamedTuple):
    """A game, one of its variants, and how many sit there."""

    game: str
    options: tuple[tuple[str, Any], ...]
    seats: int


def setups() -> list[Setup]:
    """Every game of the shelf in every variant with every number of seats."""
    found = []
    for game in SHELF.values():
        for values in itertools.product(*(option.values for option in game.options)):
            options = tuple((option.name, value) for option, value in zip(game.options, values, strict=True))
            found += [Setup(game.name, options, seats) for seats in game.seats]
    return found


class Table:
    """A room with a match in it.

    Attributes:
        robots: players and spectators. done: how often what went wrong.
    """

    def __init__(self, app: Any, setup: Setup, seed: int) -> None:
        self._chance = random.Random(seed)
        self._setup = setup
        self._code = ""
        people = self._chance.randint(1, setup.seats)
        self._players = [Robot(app, f"Robot {nth}") for nth in range(people)]
        self._watchers = [Robot(app, f"Eye {nth}") for nth in range(1 + seed % 2)]
        self.robots = [*self._players, *self._watchers]
        self.done: Counter[str] = Counter()

    async def play(self) -> str:
        """The whole match; its id."""
        await self._sit_down()
        while (facts := (newest := self._newest())["view"]["facts"])["phase"] != "over":
            if facts["phase"] == "between":
                await self._go_on()
            elif (seat := facts["to_act"]) is not None and seat < len(self._players):
                await self._turn(self._players[seat], newest)
            else:
                await self._wait(steps(newest))
        return str(newest["match"])

    async def gone(self) -> None:
        """Everybody goes home."""
        for robot in self.robots:
            await robot.gone()

    async def _sit_down(self) -> None:
        host = self._players[0]
        await host.arrive()
        self._code = await host.open_room(self._setup.game, **dict(self._setup.options))
        for nth, robot in enumerate(self.robots):
            if robot is not host:
                await robot.arrive()
            await robot.enter(self._code)
            await robot.until(lambda m: m["t"] == "room")
            if robot in self._players:
                await self._must(robot, "sit", seat=nth)
        for seat in range(len(self._players), self._setup.seats):
            await self._must(host, "bot", seat=seat, level="easy")
        await self._must(host, "start")
        for robot in self.robots:
            await robot.until(lambda m: m["t"] == "table")

    @staticmethod
    async def _must(robot: Robot, do: str, **fields: Any) -> None:
        answer = await robot.do(do, **fields)
        if answer["t"] != "ack":
            raise ValueError(f"{do}: {answer}")

    def _newest(self) -> Message:
        return max((robot.table for robot in self.robots), key=steps)

    async def _wait(self, done: int) -> None:
        """Until the match goes on."""
        await self._watchers[0].until(lambda m: steps(m) > done)

    async def _go_on(self) -> None:
        done = steps(self._newest())
        for robot in self._players:
            await robot.do("next")  # who says it after the others may be told that it is done
        await self._wait(done)

    async def _turn(self, robot: Robot, newest: Message) -> None:
        """One decision of a robot; sometimes something wrong comes first, and sometimes it is not there."""
        if self._chance.random() < BREAKS:
            await self._break_off(robot)
            return
        if self._chance.random() < BREAKS:
            await self._break_off(self._chance.choice(self.robots))
            return
        await robot.until(lambda m: steps(m) >= steps(newest))
        if robot.table["turn"] != newest["turn"]:
            return
        if self._chance.random() < WRONG:
            await self._wrong(robot)
            if robot.table["turn"] != newest["turn"]:
                return
        answer = await robot.move(self._chance.choice(robot.plays()))
        if answer["t"] == "nack":  # a bot was faster, in the moment of a takeover
            self.done["refused"] += 1
            await self._wait(steps(newest))

    async def _wrong(self, robot: Robot) -> None:
        """Something that is refused, and changes no byte of what follows."""
        turn, anybody = robot.table["turn"], self._chance.choice(self.robots)
        kinds: list[tuple[Robot, Any, int]] = [
            (robot, robot.plays()[0], turn + 1),
            (robot, {"type": "play", "cards": [99]}, turn),
            (robot, {"type": "no such move"}, turn),
        ]
        if anybody is not robot:
            kinds.append((anybody, robot.plays()[0], turn))
        who, move, at = self._chance.choice(kinds)
        answer = await who.move(move, turn=at)
        # A bot that sat in for somebody may just have moved, and then what was too early is right.
        self.done["refused"] += answer["t"] == "nack"

    async def _break_off(self, robot: Robot) -> None:
        """The line breaks; it is back at once, or a bot has taken over meanwhile."""
        last = robot.table["v"]  # the row that its page has drawn
        await robot.leave()
        if self._chance.random() < 0.6:
            await asyncio.sleep(GONE_S)
        since = len(robot.heard)
        await robot.enter(self._code, last=self._chance.choice([last, None]))
        await robot.until(lambda m: m["t"] == "table", since)
        self.done["reconnects"] += 1
