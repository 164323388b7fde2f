"""What comes at the same moment, twice, or just too late: one is right, and the others hear why not."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

import websockets

from app.rooms import shuffle
from tests.app.house import House
from tests.app.player import Message, Player, play_out, seated, started
from tests.services.raw import PONG, TEXT, RawSocket, frame

TABLES = 12


async def _gone(*people: Player) -> None:
    for player in people:
        await player.gone()


def _code(player: Player) -> str:
    return str(player.socket.request.path.rsplit("/", 1)[1])


def _to_act(people: list[Player]) -> Player:
    newest = max((player.table for player in people), key=lambda table: int(table["v"]))
    to_act: int = newest["view"]["facts"]["to_act"]
    return people[to_act]


async def _raw(player: Player, want: str = "play") -> RawSocket:
    """One more line of this guest's, on which several frames can go in one piece."""
    socket = await RawSocket.open(player.url, _code(player), dict(player.http.cookies.items()))
    await socket.write(frame(TEXT, json.dumps({"t": "hello", "p": 1, "want": want}).encode()))
    return socket


async def _answers(socket: RawSocket, *ids: str) -> dict[str, Any]:
    """The answers to these ids."""
    found: dict[str, Any] = {}
    while len(found) < len(ids):
        message = json.loads((await asyncio.wait_for(socket.hear(), 20)).payload)
        if (id := message.get("ack") or message.get("id")) in ids:
            found.setdefault(id, message)
    return found


async def test_two_actions_in_one_segment(served: House) -> None:
    """R34, R35: the first is made; the second was meant for the same decision, and the turn has passed on."""
    people = await started(served.url, "Mia", "Ben", deals=1)
    for nth in range(6):
        mover = _to_act(people)
        await mover.sees(max(player.table["v"] for player in people))
        turn, plays = mover.table["turn"], mover.plays()
        socket = await _raw(mover)
        both = [
            {"t": "move", "id": f"{nth}{name}", "turn": turn, "move": plays[at]} for name, at in (("a", 0), ("b", -1))
        ]
        await socket.write(*(frame(TEXT, json.dumps(one).encode()) for one in both))
        answers = await _answers(socket, f"{nth}a", f"{nth}b")
        assert answers[f"{nth}a"]["turn"] == turn + 1
        assert (answers[f"{nth}b"]["t"], answers[f"{nth}b"]["code"]) == ("nack", "stale")
        socket.cut()
        for player in people:
            await player.sees(answers[f"{nth}a"]["v"])
    await _gone(*people)


async def test_an_extra_action_is_not_spent_by_a_second_click(served: House) -> None:
    """R35: in Seven Waters a slide gives an extra action; the second click of a double click names the old decision."""
    people = await started(served.url, "Mia", "Ben", game="seven_waters")
    for nth in range(40):
        mover = _to_act(people)
        await mover.sees(max(player.table["v"] for player in people))
        turn = mover.table["turn"]
        one, other = mover.plays()[:2]
        first = await mover.move(one, turn, id=f"click{nth}")
        assert first["t"] == "table", first
        again = await mover.move(other, turn)
        assert again["code"] in ("stale", "over")
        assert max(player.table["turn"] for player in people) == turn + 1
        if first["view"]["facts"]["phase"] == "over":
            break
    await _gone(*people)


async def test_no_compression_whatever_is_offered(served: House) -> None:
    """R32: nothing is compressed, so no control frame and no second writer can come between."""
    people = await started(served.url, "Mia", "Ben", deals=1)
    cookie = "; ".join(f"{name}={value}" for name, value in people[0].http.cookies.items())
    address = f"{served.url.replace('http', 'ws')}/ws/rooms/{_code(people[0])}"
    async with websockets.connect(
        address,
        origin=served.url,  # type: ignore[arg-type]
        additional_headers={"Cookie": cookie},
        compression="deflate",
    ) as socket:
        assert socket.protocol.extensions == []
        await socket.send('{"t":"hello","p":1,"want":"play"}')
        for nth in range(20):
            await socket.pong(b"unasked")
            await socket.send(json.dumps({"t": "ping", "n": nth}))
        heard: list[int] = []
        while len(heard) < 20:
            message = json.loads(await asyncio.wait_for(socket.recv(), 10))
            if message["t"] == "pong":
                heard.append(message["n"])
    assert heard == list(range(20))
    raw = await _raw(people[0])
    await raw.write(frame(PONG, b""), frame(TEXT, b'{"t":"ping","n":1}'))
    assert await asyncio.wait_for(_until_pong(raw), 10)
    raw.cut()
    await _gone(*people)


async def _until_pong(socket: RawSocket) -> bool:
    while b'"pong"' not in (await socket.hear()).payload:
        pass
    return True


async def test_a_released_seat_is_anybodys(served: House) -> None:
    """R38: who stood up and comes back to a full table watches, whatever their page remembers."""
    people = await seated(served.url, "A", "B", "C", "D", watchers=1)
    code, gone, late = _code(people[0]), people[3], people[4]
    assert (await gone.do("stand"))["t"] == "ack"
    assert (await late.do("sit", seat=3))["t"] == "ack"
    await gone.leave()
    await gone.enter(code, last=gone.room["v"])
    assert (await gone.do("sit", seat=3))["code"] == "full"
    assert (await gone.do("sit"))["code"] == "full"
    assert (await people[0].do("start"))["t"] == "ack"
    table = await gone.until(lambda m: m["t"] == "table")
    assert (table["offer"], table["view"]["own"]) == (None, None)
    assert (await gone.move({"type": "play", "cards": [1]}, table["turn"]))["code"] == "role"
    await _gone(*people)


async def test_the_role_is_the_servers_word(served: House) -> None:
    """R40: play and watch asked for at the same moment, and sitting down while the host starts."""
    mia, ben, zoe = await seated(served.url, "Mia", "Ben", watchers=1)
    play, watch = await asyncio.gather(_raw(zoe, "play"), _raw(zoe, "watch"))
    sat, began = await asyncio.gather(zoe.do("sit", seat=2), mia.do("start"))
    assert began["t"] == "ack"
    table = await zoe.until(lambda m: m["t"] == "table")
    players = [seat["name"] for seat in mia.room["seats"] if seat]
    # Whichever came first: who sat when it began is a player on every line of theirs, everybody else watches.
    assert (sat["t"] == "ack") == (zoe.name in players) == (table["view"]["own"] is not None)
    for socket in (play, watch):
        message = json.loads(b"{}")
        while message.get("t") != "table":
            message = json.loads((await asyncio.wait_for(socket.hear(), 10)).payload)
        assert message["view"] == table["view"]
        socket.cut()
    assert await play_out([mia, ben, zoe] if zoe.name in players else [mia, ben]) > 0
    await _gone(mia, ben, zoe)


async def test_a_double_click_on_joining_takes_one_seat(served: House) -> None:
    """R39: two tabs of one guest sit down in the same moment, several times over."""
    mia, zoe = await seated(served.url, "Mia", watchers=1)
    tabs = [await _raw(zoe) for _ in range(4)]
    for nth, tab in enumerate(tabs):
        await tab.write(frame(TEXT, json.dumps({"t": "cmd", "id": f"j{nth}", "do": "sit", "seat": None}).encode()))
    for nth, tab in enumerate(tabs):
        await _answers(tab, f"j{nth}")
        tab.cut()
    await mia.do("name", name="Mia M")
    held = [seat["guest"] for seat in mia.room["seats"] if seat]
    assert sorted(held) == sorted({mia.guest, zoe.guest})
    await _gone(mia, zoe)


def _watched_by(watchers: list[Any], message: Message) -> bool:
    return bool(message["t"] == "room" and message["watchers"] == watchers)


async def test_coming_and_going_never_moves_the_game(served: House) -> None:
    """R53, R55: spectators come and go in every phase; turns stand still, and the list is of those who are here."""
    people = await started(served.url, "Mia", "Ben")
    code, made = _code(people[0]), 0
    while (facts := people[0].table["view"]["facts"])["phase"] != "over" and made < 60:
        before = (facts["to_act"], facts["phase"], people[0].table["turn"], people[0].room["said"])
        eye = await Player(served.url, f"Eye {made}").arrive()
        await eye.enter(code)
        await people[0].until(partial(_watched_by, [{"guest": eye.guest, "name": eye.name}]))
        since = len(people[0].heard)
        await eye.gone()
        await people[0].until(partial(_watched_by, []), since)
        facts = people[0].table["view"]["facts"]
        assert (facts["to_act"], facts["phase"], people[0].table["turn"], people[0].room["said"]) == before
        made += max(1, await play_out(people, seed=made, moves=7))
    await _gone(*people)


async def test_matches_begun_in_the_same_moment_have_their_own_chance(served: House) -> None:
    """R42: every deal is rebuilt from its own seed, and no two are alike."""
    tables = await asyncio.gather(*(started(served.url, f"A{nth}", f"B{nth}", deals=1) for nth in range(TABLES)))
    await asyncio.gather(*(play_out(people, seed=nth) for nth, people in enumerate(tables)))
    seen = set()
    for people in tables:
        match = people[0].table["match"]
        fair = (await people[0].http.get(f"/api/matches/{match}/fairness")).json()
        (deal,) = fair["deals"]
        shares = [bytes.fromhex(share.get("bytes", "")) for share in fair["shares"]]
        deal_key = shuffle.key(bytes.fromhex(deal["seed"]), match, shares)
        assert shuffle.order([rank for rank in range(1, 9) for _ in range(8)], deal_key, 1) == deal["order"]
        seen.add((deal["seed"], tuple(deal["order"])))
        await _gone(*people)
    assert len(seen) == TABLES


async def test_a_room_remembers_the_commands_of_one_match_and_the_log_all(served: House) -> None:
    """R34: what was carried out before the rematch is answered as it was, and a room of many matches does not grow."""
    mia, ben = await started(served.url, "Mia", "Ben", deals=1)
    assert (await mia.do("name", id="named", name="Mia M"))["t"] == "ack"
    mover = _to_act([mia, ben])
    move, turn = mover.plays()[0], mover.table["turn"]
    assert (await mover.move(move, turn, id="made"))["t"] == "table"
    await play_out([mia, ben])
    finished = mia.table["match"]
    for player in (mia, ben):
        answer = await player.do("again", id="once-more")
        assert answer["t"] == "ack", answer
    for player in (mia, ben):
        await player.until(lambda m: m["t"] == "table" and m["match"] != finished)
    before = mia.table["turn"]
    assert (await mia.do("name", id="named", name="Somebody else"))["t"] == "ack"
    assert (await mover.move(move, turn, id="made"))["ack"] == "made"
    assert (await mia.do("again", id="once-more"))["t"] == "ack"
    assert (mia.table["turn"], mia.room["seats"][0]["name"]) == (before, "Mia M")
    (room,) = served.app.state.rooms.open_rooms()
    assert len(vars(room)["_carried_out"]) < 12
    for player in (mia, ben):
        await player.gone()
