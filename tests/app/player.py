"""Somebody at a table without a browser: a session, a socket, and all the frames that came."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import httpx
import websockets

from tests.load import waters

Message = dict[str, Any]


class Player:
    """A guest with one socket.

    Attributes:
        name, guest: who this is. frames: every frame as it came. heard: the same as messages.
        room, table: the newest of their kind. chance: whether this player adds a share of chance to a match.
    """

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.name = name
        self.guest = ""
        self.http = httpx.AsyncClient(base_url=url, timeout=20)
        self.frames: list[str] = []
        self.heard: list[Message] = []
        self.chance = True
        self._added: set[str] = set()
        self.room: Message = {}
        self.table: Message = {}
        self._ids = itertools.count(1)
        self._news = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self.socket: Any = None

    async def arrive(self) -> Player:
        """Get a session."""
        answer = await self.http.post("/api/guest", json={"name": self.name} if self.name else {})
        answer.raise_for_status()
        self.guest = answer.json()["guest"]
        return self

    async def open_room(self, game: str = "waterhole", **options: Any) -> str:
        """A new room's code."""
        body = {"game": game, "options": options, "key": f"{self.guest}-{next(self._ids)}"}
        answer = await self.http.post("/api/rooms", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["code"])

    async def enter(self, code: str, last: int | None = None, want: str = "play", hello: bool = True) -> Player:
        """Open the socket and say hello."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        parts = urlsplit(self.url)
        self.socket = await websockets.connect(
            f"{parts.scheme.replace('http', 'ws')}://{parts.netloc}{parts.path}/ws/rooms/{code}",
            origin=f"{parts.scheme}://{parts.netloc}",  # type: ignore[arg-type]
            additional_headers={"Cookie": cookie} if cookie else {},
            compression=None,
            max_size=None,
        )
        self._reader = asyncio.create_task(self._read(self.socket))
        self._added.clear()  # what was on its way is said again under its id, as a page does
        if hello:
            await self.say({"t": "hello", "p": 1, "want": want, "last": last})
        return self

    async def _read(self, socket: Any) -> None:
        try:
            async for frame in socket:
                self.frames.append(frame)
                message = json.loads(frame)
                self.heard.append(message)
                if message["t"] == "room":
                    self.room = message
                    await self._add_chance(message)
                elif message["t"] == "table":
                    self.table = message
                self.noticed(message)
                self._news.set()
        except websockets.ConnectionClosed:
            pass
        self._news.set()

    def noticed(self, message: Message) -> None:
        """Called with each message as it comes: for those who measure."""

    async def _add_chance(self, room: Message) -> None:
        """What every page does by itself when a match begins: seal a share of chance, open it when all are sealed."""
        fair = room.get("fair")
        seat = next((nth for nth, held in enumerate(room["seats"]) if held and held["guest"] == self.guest), None)
        if not self.chance or room["phase"] != "playing" or room["kind"] != "play" or not fair or seat is None:
            return
        zero = {one["seat"] for one in fair["shares"]}
        mine = hashlib.sha256(f"{fair['match']}:{self.name}".encode()).digest()[:16]
        seal = hashlib.sha256(mine).hexdigest()
        pledges = {one["seat"]: one["sha256"] for one in fair["pledges"]}
        if seat in zero or self.table.get("match") == fair["match"]:
            return
        step = f"{fair['match']}:{'share' if seat in pledges else 'pledge'}"
        if step in self._added:
            return
        people = [nth for nth, held in enumerate(room["seats"]) if held and held["guest"]]
        if seat not in pledges:
            self._added.add(step)
            await self.say({"t": "cmd", "do": "pledge", "id": step, "hash": seal})
        elif pledges[seat] == seal and all(nth in pledges or nth in zero for nth in people):
            self._added.add(step)
            await self.say({"t": "cmd", "do": "share", "id": step, "bytes": mine.hex()})

    async def say(self, message: Message | str | bytes) -> None:
        """Send a frame."""
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def until(self, holds: Callable[[Message], bool], since: int = 0, within: float = 30) -> Message:
        """The first message from the `since`-th on for which this holds."""

        async def wait() -> Message:
            at = since
            while True:
                self._news.clear()
                while at < len(self.heard):
                    if holds(self.heard[at]):
                        return self.heard[at]
                    at += 1
                await self._news.wait()

        try:
            return await asyncio.wait_for(wait(), within)
        except TimeoutError:
            last = [json.dumps(message)[:400] for message in self.heard[since:][-4:]]
            raise TimeoutError(
                f"{self.name} ({'open' if self.socket.close_code is None else 'closed'}) waits; last heard: {last}"
            ) from None

    async def sees(self, v: int) -> Message:
        """The first table message of row `v` or later."""
        return await self.until(lambda m: m["t"] == "table" and m["v"] >= v)

    async def closed(self, within: float = 30) -> int:
        """The code the socket was closed with."""
        await asyncio.wait_for(self.socket.wait_closed(), within)
        return int(self.socket.close_code)

    async def do(self, do: str, id: str | None = None, **fields: Any) -> Message:
        """A command, and its ack or nack."""
        return await self.ask({"t": "cmd", "do": do, **fields}, id)

    async def move(self, move: Any, turn: int | None = None, id: str | None = None) -> Message:
        """A move for the turn this player sees, and its table, or nack."""
        at = self.table["turn"] if turn is None else turn
        return await self.ask({"t": "move", "turn": at, "move": move}, id)

    async def ask(self, message: Message, id: str | None = None) -> Message:
        """A message with an id, and the answer to exactly this id."""
        id = id or f"c{next(self._ids)}"
        since = len(self.heard)
        await self.say({**message, "id": id})
        return await self.until(lambda m: (m["t"] in ("ack", "nack") and m["id"] == id) or m.get("ack") == id, since)

    def plays(self) -> list[Message]:
        """Moves that this seat is offered: plays, or draws by choice; in Seven Waters a few of the many."""
        if "draft" in self.table["offer"]:
            seat = self.table["view"]["facts"]["to_act"]
            return [waters.move(self.table, seat, random.Random(nth)) for nth in range(4)]
        if "draws" in self.table["offer"]:
            return [{"type": "draw", "source": source} for source in self.table["offer"]["draws"]]
        return [{"type": "play", "cards": [play["rank"]] * play["n"]} for play in self.table["offer"]["plays"]]

    async def leave(self) -> None:
        """Close the socket."""
        if self.socket is not None:
            await self.socket.close()
        if self._reader:
            await self._reader

    async def gone(self) -> None:
        """Close everything."""
        await self.leave()
        await self.http.aclose()


async def seated(url: str, *names: str, watchers: int = 0, game: str = "waterhole", **options: Any) -> list[Player]:
    """Players at one table, the first one its host, then so many spectators; nobody has started."""
    people = [await Player(url, name).arrive() for name in (*names, *(f"Eye {n}" for n in range(watchers)))]
    code = await people[0].open_room(game, **options)
    for nth, player in enumerate(people):
        await player.enter(code)
        await player.until(lambda m: m["t"] == "room")
        if nth < len(names):
            answer = await player.do("sit", seat=nth)
            assert answer["t"] == "ack", answer
    return people


async def started(url: str, *names: str, watchers: int = 0, **options: Any) -> list[Player]:
    """Players whose first deal is laid out."""
    people = await seated(url, *names, watchers=watchers, **options)
    assert (await people[0].do("start"))["t"] == "ack"
    for player in people:
        await player.until(lambda m: m["t"] == "table")
    return people


def _deal_after(deal: int, message: Message) -> bool:
    return bool(message["t"] == "table" and message["view"]["facts"]["deal"] > deal)


async def play_out(people: list[Player], seed: int = 1, moves: int | None = None) -> int:
    """Random play, `next` between deals, until the match is over or so many moves are made. Returns the moves."""
    chance, made = random.Random(seed), 0
    while True:
        newest = max((player.table for player in people), key=lambda table: int(table["v"]))
        facts = newest["view"]["facts"]
        if facts["phase"] == "over" or made == moves:
            return made
        if facts["phase"] == "between":
            for player in people:
                if player.table["offer"] is not None:
                    answer = await player.do("next")
                    assert answer["t"] == "ack" or answer["facts"] == {"rule": "not_between"}, answer
            await people[0].until(partial(_deal_after, facts["deal"]))
            continue
        player = people[facts["to_act"]]
        await player.sees(newest["v"])
        if player.table["turn"] == newest["turn"]:
            answer = await player.move(chance.choice(player.plays()))
            assert answer["t"] == "table", answer
            made += 1
