"""Shoot wrong frames at a room from many sockets: while it waits, while a match runs, and from a player's own seat."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import Any

from tests.app.player import Player, play_out, seated
from tests.fuzz.frames import SIZE, Shot, shot
from tests.services.raw import CLOSE, TEXT, Heard, RawSocket, frame

SHOOTERS = 4
CODES = {
    "stale", "not_your_turn", "illegal", "paused", "over", "full", "role", "rate", "bad", "gone", "locked", "kicked",
    "unavailable",
}  # fmt: skip
VOLLEY = 25  # shots between two questions whether the server is still there


class Shooter:
    """A guest who shoots.

    Attributes:
        shots, closes: by class of frame, and by close code. answers: refusals by their code, and what else came.
        wrong: what should not have come.
    """

    def __init__(self, url: str, seed: int) -> None:
        self._url = url
        self._chance = random.Random(seed)
        self._guest = Player(url, f"Fuzz {seed}")
        self._socket: RawSocket | None = None
        self._asked = 0
        self.shots: Counter[str] = Counter()
        self.closes: Counter[int] = Counter()
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []

    async def open_room(self) -> str:
        """A room in which this shooter is host and plays against a bot."""
        await self._guest.arrive()
        code = await self._guest.open_room(deals=1)
        await self._guest.enter(code)
        for do, fields in (("sit", {"seat": 0}), ("bot", {"seat": 1, "level": "easy"}), ("start", {})):
            assert (await self._guest.do(do, **fields))["t"] == "ack"
        await self._guest.leave()
        return code

    async def shoot(self, code: str, frames: int) -> None:
        """So many shots at this room; a flood of pings, or a message in pieces, counts as one."""
        if not self._guest.guest:
            await self._guest.arrive()
        until = self.shots.total() + frames
        while self.shots.total() < until:
            socket = self._socket = self._socket or await self._enter(code)
            # What may end the socket comes last: the server must have read all that was before.
            volley: list[tuple[str, Shot]] = []
            while len(volley) < VOLLEY:
                volley.append(shot(self._chance))
                if volley[-1][1].closes:
                    break
            for name, one in volley:
                self.shots[name] += 1
                await socket.write(*one.frames)
            await self._listen(socket, *volley[-1])
        await self.rest()

    async def rest(self) -> None:
        """Gone, without a goodbye."""
        if self._socket:
            self._socket.cut()
            self._socket = None

    async def close(self) -> None:
        """Let go of everything."""
        await self.rest()
        await self._guest.gone()

    async def _enter(self, code: str) -> RawSocket:
        socket = await RawSocket.open(self._url, code, dict(self._guest.http.cookies.items()))
        await socket.write(frame(TEXT, b'{"t":"hello","p":1,"want":"play","last":null}'))
        return socket

    async def _listen(self, socket: RawSocket, name: str, last: Shot) -> None:
        """All answers, up to that of a question, or up to the end that the last shot has earned."""
        self._asked += 1
        if not last.closes:
            await socket.write(frame(TEXT, json.dumps({"t": "ping", "n": self._asked + SIZE}).encode()))
        while True:
            try:
                heard = await asyncio.wait_for(socket.hear(), 20)
            except TimeoutError:
                self.wrong.append(f"{name} had no answer: {last.frames[0][:200]!r}")
                await self.rest()
                return
            if heard.opcode == CLOSE:
                self.closes[heard.code] += 1
                if heard.code not in last.closes:
                    self.wrong.append(f"{name} closed with {heard.code}: {last.frames[0][:200]!r}")
                await self.rest()
                return
            if heard.opcode == TEXT and self._is_the_answer(heard):
                return

    def _is_the_answer(self, heard: Heard) -> bool:
        message: Any = json.loads(heard.payload)
        if message["t"] == "nack" and message["code"] not in CODES:
            self.wrong.append(f"a refusal that is not in p1: {message}")
        self.answers[message.get("code") or message["t"] if message["t"] == "nack" else message["t"]] += 1
        return bool(message["t"] == "pong" and message["n"] == self._asked + SIZE)


async def storm(url: str, frames: int, seed: int) -> dict[str, Any]:
    """All of it, then a normal match in the room that was shot at. The figures."""
    people = await seated(url, "Mia", "Ben", deals=1)
    code = people[0].socket.request.path.rsplit("/", 1)[1]
    shooters = [Shooter(url, seed * 100 + nth) for nth in range(SHOOTERS)]
    share = frames // (3 * SHOOTERS) + 1
    await asyncio.gather(*(shooter.shoot(code, share) for shooter in shooters))
    # Whoever has found a seat by chance is asked to go, and comes back as somebody else. An answer to Mia comes after
    # all that was said before.
    assert (await people[0].do("name", name="Mia"))["t"] == "ack"
    for seat in people[0].room["seats"][2:]:
        if seat:
            assert (await people[0].do("kick", guest=seat["guest"]))["t"] == "ack"
    assert (await people[0].do("start"))["t"] == "ack"
    for player in people:
        await player.until(lambda m: m["t"] == "table")
    await play_out(people, moves=4)
    second = [Shooter(url, seed * 100 + 50 + nth) for nth in range(SHOOTERS)]
    await asyncio.gather(*(shooter.shoot(code, share) for shooter in second))
    third = [Shooter(url, seed * 100 + 70 + nth) for nth in range(SHOOTERS)]
    for shooter in third:
        await shooter.shoot(await shooter.open_room(), share)
    moves = await play_out(people)
    for player in people:
        await player.gone()
    everyone = [*shooters, *second, *third]
    for shooter in everyone:
        await shooter.close()
    return {
        "frames": sum(shooter.shots.total() for shooter in everyone),
        "shots": dict(sum((shooter.shots for shooter in everyone), Counter())),
        "closes": {str(code): n for code, n in sorted(sum((s.closes for s in everyone), Counter()).items())},
        "answers": dict(sum((shooter.answers for shooter in everyone), Counter())),
        "moves": moves,
        "wrong": [text for shooter in everyone for text in shooter.wrong],
    }
