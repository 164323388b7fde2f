"""The corridor from end to end, over real sockets and a real database: a move, a reconnect, a finished match."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import websockets

from app.store.batch import Failed
from tests.app.house import House, house
from tests.app.player import Player, play_out, seated, started


@pytest.fixture
async def two(served: House) -> AsyncIterator[list[Player]]:
    """Mia and Ben play a single deal, Eye 0 watches."""
    people = await started(served.url, "Mia", "Ben", watchers=1, deals=1)
    yield people
    for player in people:
        await player.gone()


async def test_a_match_ends_and_rest_says_what_every_screen_said(two: list[Player]) -> None:
    moves = await play_out(two)
    assert 40 <= moves <= 60
    for player in two:
        await player.until(lambda m: m["t"] == "table" and m["view"]["facts"]["phase"] == "over")
        await player.until(lambda m: m["t"] == "room" and m["phase"] == "over")
    facts = two[0].table["view"]["facts"]
    assert all(player.table["view"]["facts"] == facts for player in two)
    items = (await two[2].http.get("/api/matches")).json()["items"]
    assert [item["match"] for item in items] == [two[0].table["match"]]
    assert items[0]["scores"] == {
        "deals": facts["scores"],
        "totals": facts["totals"],
        "winners": facts["winners"],
    }
    assert [seat["name"] for seat in items[0]["seats"]] == ["Mia", "Ben"]
    assert two[0].room["last_match"] == two[0].table["match"]


async def test_a_record_holds_each_view_and_its_news_as_they_were_sent(two: list[Player]) -> None:
    await play_out(two)
    match = two[0].table["match"]
    for seat, player in enumerate(two):
        await player.until(lambda m: m["t"] == "table" and m["view"]["facts"]["phase"] == "over")
        asked = "" if seat == 2 else f"?seat={seat}"
        replay = (await player.http.get(f"/api/matches/{match}/replay{asked}")).json()
        views = replay["views"]
        sent = [m["view"] for m in player.heard if m["t"] == "table"]
        assert views == sent
        told = [item["events"] for m in player.heard if m["t"] == "table" for item in m["news"]]
        assert replay["news"] == told
    one = (await two[0].http.get(f"/api/matches/{match}/replay?seat=1&step=5")).json()
    assert one["views"] == [[m["view"] for m in two[1].heard if m["t"] == "table"][5]]
    assert one["news"] == [(await two[0].http.get(f"/api/matches/{match}/replay?seat=1")).json()["news"][5]]
    steps = (await two[0].http.get(f"/api/matches/{match}/moves")).json()["steps"]
    assert len(steps) == len(views)
    assert [step["step"] for step in steps] == list(range(len(steps)))


async def test_while_a_match_runs_there_is_no_record(two: list[Player]) -> None:
    await play_out(two, moves=5)
    match = two[0].table["match"]
    for path in ("", "/moves", "/fairness", "/replay"):
        answer = await two[0].http.get(f"/api/matches/{match}{path}")
        assert answer.status_code == 404
        assert answer.json()["code"] == "gone"


async def test_reconnecting_shows_the_whole_view_and_only_what_was_missed(two: list[Player]) -> None:
    await play_out(two, moves=6)
    ben = two[1]
    had = ben.table["v"]
    since = len(two[0].heard)
    await ben.leave()
    await two[0].until(lambda m: m["t"] == "room" and m["seats"][1]["state"] == "away", since)
    mover = two[0] if two[0].table["view"]["facts"]["to_act"] == 0 else None
    if mover:
        await mover.move(mover.plays()[0])
    code = await _code(two[0])
    since = len(ben.heard)
    await ben.enter(code, last=had)
    table = await ben.until(lambda m: m["t"] == "table", since)
    assert table["view"]["places"]["hand:1"]
    assert [item["v"] for item in table["news"]] == list(range(had + 1, table["v"] + 1))
    assert not any(item.get("old") for item in table["news"])
    await ben.leave()
    since = len(ben.heard)
    await ben.enter(code, last=None)
    table = await ben.until(lambda m: m["t"] == "table", since)
    assert all(item["old"] for item in table["news"])
    assert table["news"][0]["events"][0]["e"] == "deal"


async def _code(player: Player) -> str:
    return str(player.socket.request.path.rsplit("/", 1)[1])


async def test_the_same_id_again_gets_the_first_answer(two: list[Player]) -> None:
    player = two[two[0].table["view"]["facts"]["to_act"]]
    turn, play = player.table["turn"], player.plays()[0]
    first = await player.move(play, turn, id="same")
    again = await player.move(play, turn, id="same")
    assert first["ack"] == again["ack"] == "same"
    assert again["turn"] == turn + 1
    assert again["news"] == []


async def test_a_move_for_another_turn_is_stale_and_changes_nothing(two: list[Player]) -> None:
    facts = two[0].table["view"]["facts"]
    player, other = two[facts["to_act"]], two[1 - facts["to_act"]]
    play = player.plays()[0]
    before = player.table["v"]
    refused = {
        "stale": await player.move(play, player.table["turn"] + 1),
        "not_your_turn": await other.move(other.plays()[0]),
        "illegal": await player.move({"type": "play", "cards": []}),
        "bad": await player.move({"type": "play", "cards": [9]}),
        "role": await two[2].move(play),
    }
    for code, answer in refused.items():
        assert (answer["t"], answer["code"]) == ("nack", code)
        assert answer["turn"] == player.table["turn"]
        assert answer["v"] == before
    held = player.table["view"]["places"][f"hand:{facts['to_act']}"]
    missing = next(rank for rank in range(1, 9) if rank not in held)
    answer = await player.move({"type": "play", "cards": [missing]})
    assert answer["facts"] == {"rule": "not_held", "rank": missing, "n": 1}
    mixed = sorted(set(held))[:2]
    assert (await player.move({"type": "play", "cards": mixed}))["facts"]["rule"] == "mixed_ranks"
    assert (await player.move(play))["v"] == before + 1


async def test_three_deals_with_next_and_a_rematch_one_seat_further(served: House) -> None:
    people = await started(served.url, "Mia", "Ben", "Zoë", watchers=1)
    first = people[0].table["view"]["facts"]["first"]
    await play_out(people)
    facts = people[0].table["view"]["facts"]
    assert (facts["deal"], facts["phase"], facts["first"]) == (3, "over", (first + 2) % 3)
    finished = people[0].table["match"]
    for player in people[:3]:
        assert (await player.do("again"))["t"] == "ack"
    for player in people:
        table = await player.until(lambda m: m["t"] == "table" and m["match"] != finished)
        assert table["view"]["facts"]["first"] == (first + 1) % 3
    assert people[3].table["offer"] is None, "the spectator followed the rematch"
    await play_out(people, moves=3)
    for player in people:
        await player.gone()


async def test_restart_in_the_middle_keeps_everything(tmp_path: Path, database_url: str) -> None:
    async with house(tmp_path, database_url) as running:
        people = await started(running.url, "Mia", "Ben", deals=1)
        await play_out(people, moves=7)
        code, table = await _code(people[0]), people[0].table
        mover = people[table["view"]["facts"]["to_act"]]
        answer = await mover.move(mover.plays()[0], id="before")
        cookies = [player.http.cookies for player in people]
    for player in people:
        assert await player.closed() == 1012
        bye = next(m for m in reversed(player.heard) if m["t"] == "bye")
        assert bye["code"] == 1012
        assert bye["retry_ms"] < 400
        await player.gone()
    async with house(tmp_path, database_url) as running:
        again = [Player(running.url, player.name) for player in people]
        for player, jar in zip(again, cookies, strict=True):
            player.http.cookies = _for_port(jar, running.url)
            player.guest = (await player.http.post("/api/guest", json={})).json()["guest"]
            await player.enter(code)
            await player.until(lambda m: m["t"] == "table")
        assert [p.guest for p in again] == [p.guest for p in people]
        now = again[people.index(mover)]
        assert now.table["view"] == answer["view"]
        repeated = await now.move({"type": "play", "cards": []}, 0, id="before")
        assert repeated["ack"] == "before"
        await play_out(again)
        for player in again:
            await player.gone()


def _for_port(jar: Any, url: str) -> Any:
    """At home the cookie's name holds the port; the tests' server came back on another one."""
    import httpx

    moved = httpx.Cookies()
    for value in jar.values():
        moved.set(f"sid_{url.rsplit(':', 1)[1]}", value, domain="127.0.0.1")
    return moved


async def test_two_tabs_of_one_guest_are_one_player(two: list[Player]) -> None:
    mia = two[0]
    tab = Player(mia.url, "Mia")
    tab.http.cookies = mia.http.cookies
    await tab.enter(await _code(mia))
    table = await tab.until(lambda m: m["t"] == "table")
    assert table["view"] == mia.table["view"]
    await tab.gone()
    since = len(two[1].heard)
    await two[1].do("name", name="Benno")
    await two[1].until(lambda m: m["t"] == "room" and m["seats"][1]["name"] == "Benno", since)
    assert two[1].room["seats"][0]["state"] == "present"


async def test_alone_against_a_bot(served: House) -> None:
    (mia,) = await seated(served.url, "Mia", deals=1)
    assert (await mia.do("bot", seat=1, level="hard"))["t"] == "ack"
    assert (await mia.do("start"))["t"] == "ack"
    while mia.table.get("view", {"facts": {"phase": ""}})["facts"]["phase"] != "over":
        at = len(mia.heard)
        if mia.table and mia.table["view"]["facts"]["to_act"] == 0:
            await mia.move(mia.plays()[-1])
        else:
            await mia.until(lambda m: m["t"] == "table", at)
    match = (await mia.http.get(f"/api/matches/{mia.table['match']}")).json()
    assert [seat["bot"] for seat in match["seats"]] == [None, "hard"]
    steps = (await mia.http.get(f"/api/matches/{mia.table['match']}/moves")).json()["steps"]
    assert {step["by"] for step in steps if "seat" in step and step["seat"] == 1} == {"bot"}
    await mia.gone()


async def test_leaving_in_the_middle_a_bot_plays_until_the_owner_is_back(served: House) -> None:
    people = await started(served.url, "Mia", "Ben", deals=1)
    code = await _code(people[0])
    assert (await people[1].do("leave"))["t"] == "ack"
    await people[1].leave()
    mia = people[0]
    table = mia.table
    for _ in range(3):
        table = await mia.until(
            lambda m: m["t"] == "table" and m["view"]["facts"]["to_act"] == 0 and m["v"] >= mia.table["v"]
        )
        await mia.move(mia.plays()[0], table["turn"])
        await mia.until(lambda m, t=table["turn"]: m["t"] == "table" and m["turn"] >= t + 2)  # type: ignore[misc]
    assert mia.room["seats"][1]["state"] == "left"
    since = len(mia.heard)
    await people[1].enter(code)
    await mia.until(lambda m: m["t"] == "room" and m["seats"][1]["state"] == "present", since)
    for player in people:
        await player.gone()


async def test_no_secret_of_a_running_deal_is_in_any_frame(two: list[Player]) -> None:
    """Seeds come out when their deal is over, and not before; sessions and the room's code never."""
    await play_out(two, moves=10)
    running = [frame for player in two for frame in player.frames]
    await play_out(two)
    match = two[0].table["match"]
    fair = (await two[0].http.get(f"/api/matches/{match}/fairness")).json()
    seed, order = fair["deals"][0]["seed"], json.dumps(fair["deals"][0]["order"], separators=(",", ":"))
    code = await _code(two[0])
    assert not any(seed in frame or order in frame for frame in running)
    await two[0].until(lambda m: m["t"] == "room" and m["phase"] == "over")
    assert two[0].room["fair"]["seeds"] == [seed]
    assert two[0].room["fair"]["commitments"] == [fair["deals"][0]["commitment"]]
    record = (await two[0].http.get(f"/api/matches/{match}")).text
    assert code not in record
    assert two[0].room["say"] not in record


async def test_a_code_typed_in_any_way_is_the_same_table(served: House) -> None:
    (mia,) = await seated(served.url, "Mia")
    code = await _code(mia)
    ben = await Player(served.url, "Ben").arrive()
    await ben.enter(f"{code[:5]}-{code[5:]}".upper())
    assert (await ben.do("sit"))["t"] == "ack"
    await mia.until(lambda m: m["t"] == "room" and m["seats"][1] is not None)
    assert mia.room["seats"][1]["name"] == "Ben"
    assert len(served.app.state.rooms.open_rooms()) == 1
    for player in (mia, ben):
        await player.gone()


async def test_coming_back_is_said_again_when_it_could_not_be_stored(served: House) -> None:
    people = await started(served.url, "Mia", "Ben", deals=1)
    code, log = await _code(people[0]), served.app.state.log
    await people[1].do("leave")
    await people[1].leave()
    honest, failed = log.append, list[Any]()

    def stubborn(room: str, row: Any, done: Any) -> None:
        if row.kind == "back" and not failed:
            failed.append(row)
            done(Failed())
        else:
            honest(room, row, done)

    log.append = stubborn
    since = len(people[1].heard)
    await people[1].enter(code)
    await people[1].until(lambda m: m["t"] == "room" and m["seats"][1]["state"] == "present", since)
    assert failed
    for player in people:
        await player.gone()


async def test_a_slow_reader_misses_no_news(served: House) -> None:
    """A player who does not read is sent one fresh picture later, with all the news since what really went out."""
    people = await started(served.url, "Mia", "Ben", deals=1)
    code = await _code(people[1])
    had, sock = people[1].table["v"], socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.connect(("127.0.0.1", int(served.url.rsplit(":", 1)[1])))
    cookie = "; ".join(f"{name}={value}" for name, value in people[1].http.cookies.items())
    slow = await websockets.connect(
        f"{served.url.replace('http', 'ws')}/ws/rooms/{code}",
        origin=served.url,  # type: ignore[arg-type]
        additional_headers={"Cookie": cookie},
        compression=None,
        max_queue=1,
        ping_interval=None,
        sock=sock,
    )
    await slow.send(json.dumps({"t": "hello", "p": 1, "want": "play", "last": had}))
    await play_out(people, moves=20)
    # Fill whatever lies between: everybody is told of every change of the house.
    for nth in range(400):
        await people[0].do("house", house={"listed": nth % 2 == 0})
    await play_out(people, moves=5)
    newest = max(player.table["v"] for player in people)
    heard: list[int] = []
    while newest not in heard:
        message = json.loads(await asyncio.wait_for(slow.recv(), 20))
        if message["t"] == "table":
            heard += [item["v"] for item in message["news"]]
    told = {item["v"] for m in people[0].heard if m["t"] == "table" for item in m["news"]}
    assert heard == sorted(v for v in told if v > had)
    await slow.close()
    for player in people:
        await player.gone()
