"""Rooms in which experts keep every seat, and somebody looks on who has none: how long each of their moves takes."""

from __future__ import annotations

import time

from tests.app.player import Message, Player
from tests.load.paced import Table
from tests.load.scorer import WrongRecord, replay


class Onlooker(Player):
    """A spectator with a clock.

    Attributes:
        took: how long each bot's move took, from the view that put it on turn to the view after its move, in seconds.
    """

    def __init__(self, url: str, name: str) -> None:
        super().__init__(url, name)
        self.took: list[float] = []
        self._since: tuple[int, float] | None = None

    def noticed(self, message: Message) -> None:
        if message["t"] != "table":
            return
        now, turn = time.monotonic(), message["turn"]
        if self._since and turn > self._since[0]:
            self.took.append(now - self._since[1])
            self._since = None
        if message["view"]["facts"]["to_act"] is None:
            self._since = None
        elif self._since is None:
            self._since = turn, now

    def waiting(self) -> float:
        """How long the bot that is on turn has taken so far."""
        return time.monotonic() - self._since[1] if self._since else 0.0


class Experts:
    """Experts who play match after match, as long as somebody looks on.

    Attributes:
        host: who looks on. finished: the matches that came to their end. wrong, lost: what the verdict found.
    """

    def __init__(self, url: str, table: Table, nth: int) -> None:
        self.host = Onlooker(url, f"Host {nth}")
        self._table = table
        self.finished: list[str] = []
        self.wrong: list[str] = []
        self.lost = 0

    async def sit_down(self) -> None:
        """Bots on every seat, and their first deal."""
        await self.host.arrive()
        await self.host.enter(await self.host.open_room(self._table.game, **self._table.options))
        await self.host.until(lambda m: m["t"] == "room")
        for seat in range(self._table.seats):
            answer = await self.host.do("bot", seat=seat, level="expert")
            assert answer["t"] == "ack", answer
        await self._start()

    async def _start(self) -> None:
        self.host.frames.clear()
        self.host.heard.clear()
        answer = await self.host.do("start")
        assert answer["t"] == "ack", answer

    async def run(self) -> None:
        """Play on and on; ends by being cancelled."""
        while True:
            await self.to_the_end()
            await self._start()

    async def to_the_end(self) -> None:
        """Look on until the match is over."""
        await self.host.until(_is_over, within=1200)
        self.finished.append(self.host.table["match"])

    async def judge(self) -> None:
        """Every finished match must be there, and be right by rules written a second time."""
        await self.host.leave()
        for match in self.finished:
            record = await self.host.http.get(f"/api/matches/{match}")
            if record.status_code != 200:
                self.lost += 1
                continue
            steps = (await self.host.http.get(f"/api/matches/{match}/moves")).json()["steps"]
            fairness = (await self.host.http.get(f"/api/matches/{match}/fairness")).json()
            try:
                scores = replay(record.json(), steps, fairness)
            except WrongRecord as error:
                self.wrong.append(f"{match}: {error}")
            else:
                if scores != record.json()["scores"]:
                    self.wrong.append(f"{match}: {record.json()['scores']} should be {scores}")


def _is_over(message: Message) -> bool:
    return bool(message["t"] == "room" and message["phase"] == "over")
