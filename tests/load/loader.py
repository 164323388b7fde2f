"""One room of the loader: its players, what each of them saw, and the verdict over the finished match."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from tests.app.player import Message, Player
from tests.load.families import BY_GAME
from tests.load.scorer import WrongRecord, compare, replay


class Room:
    """Players at one table who play one match at random, with nonsense in between.

    Attributes:
        moves: acknowledged moves, as (turn, seat, move). refused: refusals that had to come and came.
        wrong, lost: what the verdict found.
    """

    def __init__(self, url: str, seats: int, seed: int, game: str, options: dict[str, Any]) -> None:
        self.url = url
        self._chance = random.Random(seed)
        self._seats = seats
        self._game = game
        self._family = BY_GAME[game]
        self._options = options
        self._players: list[Player] = []
        self.match = ""
        self.moves: list[tuple[int, int, Message]] = []
        self.sent = 0
        self.refused = 0
        self.wrong: list[str] = []
        self.lost = 0

    async def run(self) -> None:
        """Sit down, play, and be judged."""
        try:
            await self.sit_down()
            await self.play()
            await self.judge()
        finally:
            await self.gone()

    async def play(self) -> None:
        """From the first deal to the end of the match."""
        while not self._over():
            await self._advance()

    async def gone(self) -> None:
        """Everybody goes."""
        await asyncio.gather(*(player.gone() for player in self._players))

    def _somebody(self, nth: int) -> Player:
        return Player(self.url, f"P{nth}")

    async def sit_down(self) -> None:
        """Everybody on a seat, and the first deal laid out."""
        people = [self._somebody(nth) for nth in range(self._seats)]
        self._players = people
        await asyncio.gather(*(player.arrive() for player in people))
        code = await people[0].open_room(self._game, **self._options)
        for nth, player in enumerate(people):
            await player.enter(code)
            await player.until(lambda m: m["t"] == "room", within=60)
            await self._patiently(player, {"t": "cmd", "do": "sit", "seat": nth})
        await self._patiently(people[0], {"t": "cmd", "do": "start"})
        for player in people:
            await player.until(lambda m: m["t"] == "table", within=60)
        self.match = people[0].table["match"]

    async def _patiently(self, player: Player, message: Message, id: str | None = None) -> Message:
        """Ask, and ask again later where the server says it is too fast."""
        while True:
            self.sent += 1
            answer = await asyncio.wait_for(player.ask(dict(message), id), 120)
            if answer.get("code") not in ("rate", "unavailable"):
                return answer
            await asyncio.sleep(0.2)

    def _newest(self) -> Message:
        return max((player.table for player in self._players), key=lambda table: int(table["v"]))

    def _over(self) -> bool:
        return bool(self._newest()["view"]["facts"]["phase"] == "over")

    async def _advance(self) -> None:
        table = self._newest()
        facts, turn = table["view"]["facts"], table["turn"]
        if facts["phase"] == "between":
            await self._next(facts["deal"])
            return
        seat = facts["to_act"]
        player = self._players[seat]
        await player.until(lambda m: m["t"] == "table" and m["v"] >= table["v"], within=60)
        if self._chance.random() < 0.12:
            await self._nonsense(player, seat, turn)
        move = self._choose(player)
        id = f"m{turn}"
        answer = await self._move(player, {"t": "move", "turn": turn, "move": move}, id)
        if answer["t"] != "table":
            self.wrong.append(f"a legal move was refused: {answer}")
            raise RuntimeError(str(answer))
        self.moves.append((turn, seat, move))
        if self._chance.random() < 0.05:
            again = await self._patiently(player, {"t": "move", "turn": turn, "move": move}, id)
            if again.get("ack") != id:
                self.wrong.append(f"the same id got another answer: {again}")

    async def _move(self, player: Player, message: Message, id: str) -> Message:
        return await self._patiently(player, message, id)

    def _choose(self, player: Player) -> Message:
        seat = self._players.index(player)
        move: Message = self._family.move(player.table, seat, self._chance)
        return move

    async def _next(self, deal: int) -> None:
        for player in self._players:
            answer = await self._patiently(player, {"t": "cmd", "do": "next"})
            if answer["t"] == "nack" and answer["facts"] != {"rule": "not_between"}:
                self.wrong.append(f"next was refused: {answer}")
        await self._players[0].until(lambda m: m["t"] == "table" and m["view"]["facts"]["deal"] > deal, within=60)

    async def _nonsense(self, player: Player, seat: int, turn: int) -> None:
        """Something that must be refused, and changes nothing."""
        other = self._players[(seat + 1) % self._seats]
        legal = self._choose(player)
        asker, code, move, at = self._chance.choice(
            [
                (player, "stale", legal, turn + 1),
                (other, "not_your_turn", legal, turn),
                *((player, code, move, turn) for move, code in self._family.nonsense(player.table, seat)),
            ]
        )
        message = {"t": "move", "turn": at, "move": move}
        answer = await self._patiently(asker, message)
        allowed = {code, "stale"} if asker is other else {code}
        if answer["t"] != "nack" or answer["code"] not in allowed:
            self.wrong.append(f"expected {code}: {answer}")
        self.refused += 1

    async def judge(self) -> None:
        """The record against what was acknowledged, against every view, and against the rules."""
        http = self._players[0].http
        record = (await http.get(f"/api/matches/{self.match}")).json()
        steps = (await http.get(f"/api/matches/{self.match}/moves")).json()["steps"]
        fairness = (await http.get(f"/api/matches/{self.match}/fairness")).json()
        stored = [(step["seat"], step["move"]) for step in steps if "seat" in step]
        acknowledged = [(seat, move) for _, seat, move in self.moves]
        self.lost += sum(1 for move in acknowledged if move not in stored)
        if stored != acknowledged:
            self.wrong.append(f"{self.match}: the record has other moves than were acknowledged")
        try:
            scores = replay(record, steps, fairness)
        except WrongRecord as error:
            self.wrong.append(f"{self.match}: {error}")
            return
        if scores != record["scores"]:
            self.wrong.append(f"{self.match}: {record['scores']} should be {scores}")
        for seat, player in enumerate(self._players):
            seen = await self._compare_views(seat, player, scores)
            try:
                compare(record, steps, fairness, seat, seen)
            except WrongRecord as error:
                self.wrong.append(f"{self.match}: {error}")

    async def _compare_views(self, seat: int, player: Player, scores: Message) -> list[Message]:
        """What a seat saw, against the end and the record."""
        await player.until(lambda m: m["t"] == "table" and m["view"]["facts"]["phase"] == "over", within=60)
        facts = player.table["view"]["facts"]
        if (facts["totals"], facts["winners"]) != (scores["totals"], scores["winners"]):
            self.wrong.append(f"{self.match}: seat {seat} saw {facts['totals']}")
        views = (await player.http.get(f"/api/matches/{self.match}/replay?seat={seat}")).json()["views"]
        # A repeated move is answered with the view as it stands: the same view twice.
        seen = [m["view"] for m in player.heard if m["t"] == "table"]
        distinct = [view for nth, view in enumerate(seen) if nth == 0 or view != seen[nth - 1]]
        if distinct != views:
            self.wrong.append(f"{self.match}: seat {seat} was sent other views than the record has")
        return distinct
