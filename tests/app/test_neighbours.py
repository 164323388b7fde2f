"""One table on two servers over one PostgreSQL: nobody notices, whatever gets lost between them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from app.rooms import between, elsewhere
from app.rooms.mailbox import OpenRoom
from tests.app.house import House
from tests.app.player import Player, play_out
from tests.app.two import apart, begun, moved, numbers, same

pytestmark = [pytest.mark.pg, pytest.mark.timeout(240)]


def away(player: Player, seat: int) -> bool:
    """Whether this page shows a seat as left."""
    return bool(player.room["seats"][seat]["state"] != "present")


def dumb(houses: list[House], monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on these servers tell the others nothing: every hint gets lost."""
    for one in houses:
        monkeypatch.setattr(one.app.state.rooms.bus, "tell", lambda topic, body: None)


@pytest.mark.parametrize(
    ("game", "options"), [("waterhole", {"deals": 3}), ("kariba", {"deals": 1, "market": True}), ("seven_waters", {})]
)
async def test_a_whole_match_on_two_servers(two: list[House], game: str, options: dict[str, Any]) -> None:
    _, people = await apart(two, "Mia", "Ben", game=game, **options)
    await people[0].until(lambda m: m["t"] == "room" and [s["state"] for s in m["seats"] if s] == ["present"] * 2)
    await begun(people)
    assert await play_out(people) > 20
    newest = max(player.table["v"] for player in people)
    for player in people:
        await player.sees(newest)
    assert people[0].table["view"]["facts"] == people[1].table["view"]["facts"]
    items = [(await player.http.get("/api/matches")).json()["items"] for player in people]
    assert items[0] == items[1]
    assert len(items[0]) == 1
    for player in people:
        await player.gone()


async def test_coming_going_and_talking_are_heard_on_the_other_server(two: list[House]) -> None:
    code, (mia, ben) = await apart(two, "Mia", "Ben")
    eye = await Player(two[1].url, "Eye").arrive()
    await eye.enter(code)
    await mia.until(lambda m: m["t"] == "room" and [w["name"] for w in m["watchers"]] == ["Eye"])
    await eye.gone()
    await mia.until(lambda m: m["t"] == "room" and not m["watchers"], len(mia.heard) - 1)
    assert (await ben.ask({"t": "say", "text": "hello"}, "s1"))["t"] == "ack"
    heard = await mia.until(lambda m: m["t"] == "chat")
    assert [line["text"] for line in heard["lines"]] == ["hello"]
    assert (await mia.ask({"t": "say", "text": "good day"}, "s1"))["t"] == "ack"
    await ben.until(lambda m: m["t"] == "chat" and m["lines"][-1]["text"] == "good day")
    await moved(ben, two[0])
    await ben.enter(code)
    assert (await ben.ask({"t": "say", "text": "hello"}, "s1"))["t"] == "ack", "said once, on whichever server"
    async with two[0].look() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM chat"))).scalar() == 2
    for player in (mia, ben):
        await player.gone()


async def test_what_all_say_at_once_is_all_said(two: list[House]) -> None:
    """Two servers give lines of chat their numbers; whoever finds one taken takes the next."""
    _, people = await apart(two, "Mia", "Ben")
    said = [player.ask({"t": "say", "text": f"{nth}"}, f"s{nth}") for nth in range(20) for player in people]
    assert {answer["t"] for answer in await asyncio.gather(*said)} == {"ack"}
    async with two[0].look() as connection:
        assert (await connection.execute(text("SELECT count(*), max(n) FROM chat"))).one() == (40, 40)
        told = [row.n for row in await connection.execute(text("SELECT n FROM chat ORDER BY n"))]
    for player in people:
        await player.until(lambda m: m["t"] == "chat" and m["lines"][-1]["n"] == 40)
        lines = [line["n"] for message in player.heard if message["t"] == "chat" for line in message["lines"]]
        assert lines == told, "each line once and in order, on either server"
    for player in people:
        await player.gone()


async def test_who_speaks_before_having_heard_the_other_hears_them_first(
    two: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(between, "LOOK_S", 60)
    _, (mia, ben) = await apart(two, "Mia", "Ben")
    dumb([two[1]], monkeypatch)
    assert (await ben.ask({"t": "say", "text": "one"}))["t"] == "ack"
    assert (await mia.ask({"t": "say", "text": "two"}))["t"] == "ack"
    for player in (mia, ben):
        await player.until(lambda m: m["t"] == "chat" and m["lines"][-1]["text"] == "two")
        lines = [line["text"] for message in player.heard if message["t"] == "chat" for line in message["lines"]]
        assert lines == ["one", "two"]
    for player in (mia, ben):
        await player.gone()


async def test_the_same_key_on_both_servers_makes_one_room(two: list[House]) -> None:
    mia = await Player(two[0].url, "Mia").arrive()
    async with same(mia, two[1]) as there:
        for nth in range(10):
            body = {"game": "waterhole", "options": {}, "key": f"one-time-{nth}"}
            answers = await asyncio.gather(*(http.post("/api/rooms", json=body) for http in (mia.http, there)))
            assert [answer.status_code for answer in answers] == [201, 201]
            assert answers[0].json()["code"] == answers[1].json()["code"]
    async with two[0].look() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM rooms"))).scalar() == 10
    await mia.gone()


async def test_a_claim_is_answered_on_another_server(two: list[House]) -> None:
    code, (mia, ben) = await apart(two, "Mia", "Ben", deals=1)
    await begun([mia, ben])
    await ben.gone()
    await mia.until(lambda m: m["t"] == "room" and m["seats"][1]["state"] != "present", len(mia.heard) - 1)
    other = await Player(two[1].url, "Ben again").arrive()
    await other.enter(code)
    await other.until(lambda m: m["t"] == "room")
    assert (await other.do("claim", seat=1))["t"] == "ack"
    await mia.until(lambda m: m["t"] == "room" and bool(m["claims"]))
    assert (await mia.do("approve", guest=other.guest, yes=False))["t"] == "ack"
    await other.until(lambda m: m["t"] == "room" and not m["claims"], len(other.heard) - 1)
    since = len(mia.heard)
    assert (await other.do("claim", seat=1))["t"] == "ack"
    await mia.until(lambda m: m["t"] == "room" and bool(m["claims"]), since)
    assert (await mia.do("approve", guest=other.guest, yes=True))["t"] == "ack"
    await other.until(lambda m: m["t"] == "room" and m["seats"][1]["guest"] == other.guest)
    assert await play_out([mia, other]) > 0
    for player in (mia, other):
        await player.gone()


async def test_hints_that_get_lost_are_found_by_looking(
    two: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(between, "LOOK_S", 0.1)
    dumb(two, monkeypatch)
    _, people = await apart(two, "Mia", "Ben", deals=1)
    await begun(people)
    assert await play_out(people, moves=8) == 8
    assert (await people[0].ask({"t": "say", "text": "hello"}))["t"] == "ack"
    await people[1].until(lambda m: m["t"] == "chat")
    healed = [await numbers(one) for one in two]
    assert sum(one["waterside_bus_healed_total"] for one in healed) >= 8
    assert all(one["waterside_bus_alive"] for one in healed)
    for player in people:
        await player.gone()


async def test_nobody_is_refused_for_what_a_server_has_not_heard_yet(
    two: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """Whoever is about to say no looks first: the host starts before the hint that the other sits has come."""
    monkeypatch.setattr(between, "LOOK_S", 60)
    dumb(two, monkeypatch)
    _, people = await apart(two, "Mia", "Ben", deals=1)
    assert (await people[0].do("start"))["t"] == "ack"
    nack = await people[0].do("start")
    assert (nack["t"], nack["code"]) == ("nack", "illegal"), "what does not hold is refused all the same"
    for player in people:
        await player.gone()


async def test_who_was_shown_more_elsewhere_is_never_shown_less(
    two: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """A server that lags behind catches up before it shows anything to somebody who comes from another."""
    monkeypatch.setattr(between, "LOOK_S", 60)
    code, (mia, ben) = await apart(two, "Mia", "Ben", deals=1)
    await begun([mia, ben])
    dumb([two[0]], monkeypatch)
    if mia.table["view"]["facts"]["to_act"] == 1:
        assert (await ben.move(ben.plays()[0]))["t"] == "table"
        await mia.sees(ben.table["v"])
    assert (await mia.move(mia.plays()[0]))["t"] == "table"
    shown = mia.table
    await moved(mia, two[1])
    since = len(mia.heard)
    await mia.enter(code, last=shown["v"])
    again = await mia.until(lambda m: m["t"] == "table", since)
    assert (again["v"], again["turn"], again["news"]) == (shown["v"], shown["turn"], [])
    for player in (mia, ben):
        await player.gone()


async def test_a_server_that_cannot_catch_up_tells_nothing_twice(
    two: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """While the database is away, a server may know less than somebody was shown elsewhere."""

    async def away_now(self: OpenRoom, seq: int) -> None:
        pass

    monkeypatch.setattr(between, "LOOK_S", 60)
    code, (mia, ben) = await apart(two, "Mia", "Ben", deals=1)
    await begun([mia, ben])
    dumb(two, monkeypatch)
    monkeypatch.setattr(OpenRoom, "caught_up", away_now)
    if mia.table["view"]["facts"]["to_act"] == 1:
        await moved(mia, two[1])
        await mia.enter(code, last=mia.table["v"])
        assert (await ben.move(ben.plays()[0]))["t"] == "table"
        await mia.sees(ben.table["v"])
        there = two[0]
    else:
        there = two[1]
    assert (await mia.move(mia.plays()[0]))["t"] == "table"
    shown = mia.table["v"]
    await moved(mia, there)
    since = len(mia.heard)
    await mia.enter(code, last=shown)
    assert (await mia.until(lambda m: m["t"] == "table", since))["v"] < shown, "it does not know better"
    there.app.state.rooms.open_rooms()[0].heard(seq=shown)
    again = await mia.until(lambda m: m["t"] == "table" and m["v"] == shown, since)
    assert again["news"] == []
    for player in (mia, ben):
        await player.gone()


async def test_the_same_id_on_both_servers_is_one_row_and_two_equal_answers(two: list[House]) -> None:
    code, (mia, ben) = await apart(two, "Mia", "Ben", deals=1)
    await begun([mia, ben])
    twin = await Player(two[1].url, "Mia").arrive()
    await twin.http.aclose()
    twin.http, twin.guest = same(mia, two[1]), mia.guest
    await twin.enter(code)
    await twin.until(lambda m: m["t"] == "table")
    for nth in range(6):
        mover = mia if mia.table["view"]["facts"]["to_act"] == 0 else ben
        if mover is mia:
            await twin.sees(mia.table["v"])
            move, turn = mia.plays()[0], mia.table["turn"]
            both = mia.move(move, turn, f"m{nth}"), twin.move(move, turn, f"m{nth}")
            answers = list(await asyncio.gather(*both))
            assert [(a["t"], a["ack"], a["turn"], a["v"]) for a in answers] == [
                ("table", f"m{nth}", turn + 1, answers[0]["v"])
            ] * 2
        else:
            answers = [await ben.move(ben.plays()[0])]
        for player in (mia, ben):
            await player.sees(answers[0]["v"])
    async with two[0].look() as connection:
        rows = (await connection.execute(text("SELECT count(*), count(DISTINCT cmd_id) FROM log"))).one()
    assert rows[0] == rows[1]
    for player in (mia, ben, twin):
        await player.gone()


async def test_who_was_on_a_server_that_died_has_gone(
    two: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(elsewhere, "GONE_MS", 1_500)
    monkeypatch.setattr(between, "AGAIN_MS", 300)
    monkeypatch.setattr(between, "LOOK_S", 0.1)
    _, (mia, ben) = await apart(two, "Mia", "Ben", deals=1)
    await begun([mia, ben])
    await asyncio.sleep(2)
    assert not away(mia, 1), "who is there is told anew from time to time"
    since = len(mia.heard)
    dumb([two[1]], monkeypatch)
    await mia.until(lambda m: m["t"] == "room" and m["seats"][1]["state"] != "present", since)
    for player in (mia, ben):
        await player.gone()


async def test_a_room_that_is_closed_is_closed_everywhere(two: list[House]) -> None:
    code, (mia, ben) = await apart(two, "Mia", "Ben")
    hub = two[0].app.state.rooms
    known = await hub.find(code)
    assert await hub.shut(known)
    assert await mia.closed() == 4003
    assert await ben.closed() == 4003
    for player in (mia, ben):
        await player.gone()


async def test_who_has_everything_deleted_is_gone_everywhere(two: list[House]) -> None:
    _, (mia, ben) = await apart(two, "Mia", "Ben")
    async with same(ben, two[0]) as http:
        answer = await http.post("/api/me/delete", json={"sure": True})
    assert answer.status_code == 204, answer.text
    assert await ben.closed() == 4004
    for player in (mia, ben):
        await player.gone()


async def test_bots_and_clocks_act_once(two: list[House]) -> None:
    """Both servers derive what a room does by itself; one row comes of it."""
    _, (mia, ben) = await apart(two, "Mia", "Ben", deals=1)
    assert (await mia.do("bot", seat=2, level="medium"))["t"] == "ack"
    await begun([mia, ben])
    assert await play_bots([mia, ben]) > 10
    async with two[0].look() as connection:
        asked = "SELECT count(*), count(DISTINCT cmd_id), count(*) FILTER (WHERE cmd_id LIKE '~bot:%') FROM log"
        rows, ids, bots = (await connection.execute(text(asked))).one()
    assert rows == ids
    assert bots > 5
    for player in (mia, ben):
        await player.gone()


async def play_bots(people: list[Player]) -> int:
    """Play until the match is over, where a bot sits between."""
    made = 0
    while True:
        newest = max((player.table for player in people), key=lambda table: int(table["v"]))
        facts = newest["view"]["facts"]
        for player in people:
            await player.sees(newest["v"])
        if facts["phase"] == "over":
            return made
        if facts["to_act"] >= len(people):
            await people[0].sees(newest["v"] + 1)
            continue
        answer = await people[facts["to_act"]].move(people[facts["to_act"]].plays()[0])
        assert answer["t"] == "table", answer
        made += 1
