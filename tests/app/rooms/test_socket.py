"""The socket at its doors: who gets in, what is refused, and that no frame ever ends in 1011."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests.app.house import House, house
from tests.app.player import Player, play_out, seated, started

pytestmark = pytest.mark.usefixtures("way")
HELLO = json.dumps({"t": "hello", "p": 1, "want": "play", "last": None})


def address(served: House, code: str) -> str:
    return f"{served.url.replace('http', 'ws')}/ws/rooms/{code}"


async def test_close_codes(served: House) -> None:
    (mia,) = await seated(served.url, "Mia")
    code = mia.socket.request.path.rsplit("/", 1)[1]
    nobody = await Player(served.url, "").enter(code, hello=False)
    assert await nobody.closed() == 4004
    guest = await Player(served.url, "Ben").arrive()
    await guest.enter("aaaaaaaaaa")
    assert await guest.closed() == 4003
    for frame in ("hello", '{"t":"ping","n":1}', b"\x00\x01", '{"t":"hello","p":1,"cheat":1}'):
        await guest.enter(code, hello=False)
        await guest.say(frame)
        assert await guest.closed() == 4009
    await guest.enter(code, hello=False)
    await guest.say({"t": "hello", "p": 2})
    assert await guest.closed() == 4002
    await guest.enter(code)
    await guest.until(lambda m: m["t"] == "welcome")
    await guest.say(json.dumps({"t": "say", "id": "a", "text": "x" * 5000}))
    assert await guest.closed() == 1009
    await mia.do("sit")
    assert mia.room["seats"][0]["name"] == "Mia"
    await guest.gone()
    await mia.gone()


async def test_unreadable_frames_are_refused_and_the_socket_lives(served: House) -> None:
    (mia,) = await seated(served.url, "Mia")
    before = mia.room["v"]
    for frame in (
        "{",
        "[]",
        '{"t":"cmd","id":"a","do":"sit","seat":1e308}',
        '{"t":"cmd","id":"a","do":"fly"}',
        '{"t":"move","id":"a","turn":1,"move":' + "[" * 1500 + "]" * 1500 + "}",
        '{"t":"nothing"}',
        HELLO,
    ):
        since = len(mia.heard)
        await mia.say(frame)
        answer = await mia.until(lambda m: m["t"] == "nack", since)
        assert (answer["code"], answer["v"]) == ("bad", before)
    assert (await mia.do("stand"))["t"] == "ack"
    await mia.gone()


async def test_fifty_for_one_free_seat(served: House) -> None:
    people = await seated(served.url, "A", "B", "C", watchers=20)
    eager = people[3:]
    answers = await asyncio.gather(*(player.do("sit", seat=3) for player in eager))
    assert sum(answer["t"] == "ack" for answer in answers) == 1
    assert {answer["code"] for answer in answers if answer["t"] == "nack"} == {"full"}
    assert sum(seat is not None for seat in people[0].room["seats"]) == 4
    for player in people:
        await player.gone()


async def test_one_guest_has_one_seat_however_fast(served: House) -> None:
    (mia,) = await seated(served.url, "Mia")
    wishes: list[Any] = [("sit", {"seat": 1}), ("stand", {}), ("sit", {"seat": 2}), ("sit", {"seat": 3})]
    await asyncio.gather(*(mia.do(do, **fields) for do, fields in wishes))
    held = [seat for seat in mia.room["seats"] if seat]
    assert [seat["name"] for seat in held] == ["Mia"]
    await mia.gone()


async def test_a_full_table_is_watched(served: House) -> None:
    people = await seated(served.url, "A", "B", "C", "D")
    code = people[0].socket.request.path.rsplit("/", 1)[1]
    late = await Player(served.url, "Late").arrive()
    await late.enter(code)
    assert (await late.do("sit"))["code"] == "full"
    await people[0].do("start")
    table = await late.until(lambda m: m["t"] == "table")
    assert table["offer"] is None
    assert table["view"]["own"] is None
    assert all(table["view"]["places"][f"hand:{seat}"] == 5 for seat in range(4))
    for player in [*people, late]:
        await player.gone()


async def test_a_house_without_spectators(served: House) -> None:
    people = await seated(served.url, "Mia", "Ben", watchers=1)
    code = people[0].socket.request.path.rsplit("/", 1)[1]
    assert (await people[0].do("house", house={"watchers": False}))["t"] == "ack"
    assert (await people[2].do("sit", seat=2))["t"] == "ack", "in the lobby everybody may come and sit"
    assert (await people[2].do("stand"))["t"] == "ack"
    assert (await people[0].do("start"))["t"] == "ack"
    assert await people[2].closed() == 4001
    await people[2].enter(code)
    assert await people[2].closed() == 4001
    assert people[2].table == {}
    for player in people:
        await player.gone()


async def test_kicked_for_good(served: House) -> None:
    people = await seated(served.url, "Mia", "Ben")
    code = people[0].socket.request.path.rsplit("/", 1)[1]
    assert (await people[0].do("kick", guest=people[1].guest))["t"] == "ack"
    assert await people[1].closed() == 4001
    assert people[1].heard[-1] == {"t": "bye", "code": 4001, "why": "kicked", "retry_ms": None}
    await people[1].enter(code)
    assert await people[1].closed() == 4001
    for player in people:
        await player.gone()


async def test_too_fast(tmp_path: Path) -> None:
    async with house(tmp_path, commands_per_second=5, commands_burst=10) as served:
        (mia,) = await seated(served.url, "Mia")
        since = len(mia.heard)
        for nth in range(30):
            await mia.say({"t": "ping", "n": nth})
        refused = await mia.until(lambda m: m["t"] == "nack", since)
        assert refused["code"] == "rate"
        for nth in range(80):
            await mia.say({"t": "ping", "n": nth})
        assert await mia.closed() == 4008
        await mia.gone()


async def test_presence_counts_sockets(served: House) -> None:
    people = await seated(served.url, "Mia", "Ben", watchers=1)
    code = people[0].socket.request.path.rsplit("/", 1)[1]
    assert people[0].room["watchers"] == [{"guest": people[2].guest, "name": "Eye 0"}]
    tab = Player(served.url, "Ben")
    tab.http.cookies = people[1].http.cookies
    await tab.enter(code)
    await tab.until(lambda m: m["t"] == "room")
    await tab.leave()
    await people[2].leave()
    await people[0].until(lambda m: m["t"] == "room" and m["watchers"] == [], 3)
    assert people[0].room["seats"][1]["state"] == "present"
    await people[1].leave()
    await people[0].until(lambda m: m["t"] == "room" and m["seats"][1] and m["seats"][1]["state"] == "away")
    for player in people:
        await player.gone()


FUZZ = ["t", "id", "do", "cmd", "move", "hello", "sit", "seat", "turn", "x", "", "\u0000", "\u202e", "__proto__"]


def nonsense(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.randrange(9 if depth < 4 else 6)
    if kind == 0:
        return chance.choice([None, True, False])
    if kind == 1:
        return chance.choice([0, -1, 2**31, 2**63, 10**40, 7, 0.5, -0.0, 1e308])
    if kind in (2, 3, 4):
        return chance.choice(FUZZ)
    if kind == 5:
        return "x" * chance.choice([1, 64, 65, 500])
    if kind == 6:
        return [nonsense(chance, depth + 1) for _ in range(chance.randrange(5))]
    return {chance.choice(FUZZ): nonsense(chance, depth + 1) for _ in range(chance.randrange(5))}


async def test_fuzzed_frames_are_refused_or_closed_and_the_room_goes_on(served: House) -> None:
    people = await started(served.url, "Mia", "Ben", deals=1)
    code = people[0].socket.request.path.rsplit("/", 1)[1]
    chance, guest = random.Random(5), await Player(served.url, "Fuzz").arrive()
    closes = set()
    await guest.enter(code)
    for nth in range(1500):
        frame: Any = json.dumps(nonsense(chance))
        if nth % 3 == 0:
            kind, do = chance.choice(["cmd", "move", "say", "ping"]), chance.choice(["sit", "start", "kick"])
            frame = json.dumps({"t": kind, "id": f"f{nth}", "do": do, chance.choice(FUZZ): nonsense(chance)})
        elif nth % 50 == 1:
            frame = frame.encode()
        elif nth % 7 == 0:
            frame = frame[: chance.randrange(len(frame) + 1)]
        try:
            await guest.say(frame)
        except websockets.ConnectionClosed:
            closes.add(await guest.closed())
            await guest.leave()
            await guest.enter(code)
    await guest.gone()
    assert closes <= {4009, 1009}
    assert await play_out(people) >= 40
    for player in people:
        await player.gone()
