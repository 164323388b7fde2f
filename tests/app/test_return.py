"""Getting back in: another device, another browser with the table's yes, open tables, and rooms that grow old."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from app.rooms.clocks import HOUR
from tests.app.house import House, house
from tests.app.player import Player, play_out, seated, started


async def device(url: str, code: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=url) as http:
        return await http.post("/api/guest", json={"code": code})


async def test_another_device_becomes_the_same_guest_once(served: House) -> None:
    mia, ben = await started(served.url, "Mia", "Ben", deals=1)
    told = (await mia.do("code"))["data"]
    assert len(told["code"]) == 8
    phone = Player(served.url, "Mia")
    answer = await phone.http.post("/api/guest", json={"code": f" {told['code'][:4]}-{told['code'][4:].lower()} "})
    assert answer.json() == {"guest": mia.guest, "name": "Mia"}
    await phone.enter(await code_of(mia))
    await phone.until(lambda m: m["t"] == "table")
    assert phone.table["view"]["places"]["hand:0"] == mia.table["view"]["places"]["hand:0"]
    again = await device(served.url, told["code"])
    assert (again.status_code, again.json()["facts"]) == (400, {"field": "code"})
    await mia.leave()
    assert (await ben.do("name", name="Benno"))["t"] == "ack"
    room = await ben.until(lambda m: m["t"] == "room" and (m["seats"][1] or {}).get("name") == "Benno")
    assert room["seats"][0]["state"] == "present", "one of two devices is still here"
    for player in (mia, ben, phone):
        await player.gone()


async def test_a_new_code_voids_the_old_one_and_time_does_too(tmp_path: Any) -> None:
    now = [1_700_000_000_000]
    async with house(tmp_path, create={"clock": lambda: now[0]}) as running:
        (mia,) = await seated(running.url, "Mia")
        first, second = [(await mia.do("code"))["data"]["code"] for _ in range(2)]
        assert (await device(running.url, first)).status_code == 400
        now[0] += 5 * 60_000 + 1
        assert (await device(running.url, second)).status_code == 400
        third = (await mia.do("code"))["data"]["code"]
        assert (await device(running.url, third)).status_code == 200
        await mia.gone()


@pytest.mark.parametrize("code", ["", "x", "00000000", "g_someone", "0" * 40, "\u0000" * 8, "🦊" * 8])
async def test_wrong_codes_open_nothing(served: House, code: str) -> None:
    assert (await device(served.url, code)).status_code == 400


async def test_codes_cannot_be_tried_out(tmp_path: Any) -> None:
    async with house(tmp_path, says_per_minute=5) as running:
        answers = [(await device(running.url, f"0000000{nth}")).status_code for nth in range(7)]
    assert answers == [400] * 5 + [429] * 2


async def test_a_claim_is_approved_at_the_table(served: House) -> None:
    mia, ben = await started(served.url, "Mia", "Ben", deals=1)
    code = await code_of(mia)
    hand = ben.table["view"]["places"]["hand:1"]
    other = await Player(served.url, "Ben").arrive()
    await other.enter(code)
    await other.until(lambda m: m["t"] == "table")
    assert (await other.do("claim", seat=1))["code"] == "illegal", "Ben is here"
    await ben.leave()
    assert (await other.do("claim", seat=0))["code"] == "illegal"
    assert (await other.do("claim", seat=1))["t"] == "ack"
    asked = await mia.until(lambda m: m["t"] == "room" and m["claims"])
    assert asked["claims"] == [{"guest": other.guest, "name": "Ben", "seat": 1}]
    assert (await other.do("approve", guest=other.guest, yes=True))["code"] == "role", "not by oneself"
    assert (await mia.do("approve", guest=other.guest, yes=False))["t"] == "ack"
    assert (await mia.do("approve", guest=other.guest, yes=True))["code"] == "stale"
    await other.do("claim", seat=1)
    assert (await mia.do("approve", guest=other.guest, yes=True))["t"] == "ack"
    given = await other.until(lambda m: m["t"] == "table" and isinstance(m["view"]["places"]["hand:1"], list))
    assert given["view"]["places"]["hand:1"] == hand
    # The browser that had the seat is a spectator now.
    await ben.enter(code)
    back = await ben.until(lambda m: m["t"] == "table", len(ben.heard))
    assert isinstance(back["view"]["places"]["hand:1"], int)
    assert back["offer"] is None
    await play_out([mia, other])
    over = await mia.until(lambda m: m["t"] == "room" and m["phase"] == "over")
    record = (await mia.http.get(f"/api/matches/{over['last_match']}")).json()
    assert record["seats"][1]["guest"] == other.guest
    for player in (mia, ben, other):
        await player.gone()


async def test_where_the_host_is_gone_somebody_else_who_sits_there_says_yes(served: House) -> None:
    mia, ben = await started(served.url, "Mia", "Ben", deals=1)
    code = await code_of(mia)
    await mia.leave()
    phone = await Player(served.url, "Mia").arrive()
    await phone.enter(code)
    await phone.do("claim", seat=0)
    assert (await ben.do("approve", guest=phone.guest, yes=True))["t"] == "ack"
    room = await phone.until(lambda m: m["t"] == "room" and m["seats"][0]["guest"] == phone.guest)
    assert room["host"] == phone.guest, "the rights go with the seat"
    for player in (mia, ben, phone):
        await player.gone()


async def test_open_tables(served: House) -> None:
    mia, ben = await started(served.url, "Mia", "Ben", deals=1)
    stranger = await Player(served.url, "Zoe").arrive()
    assert (await stranger.http.get("/api/tables")).json() == []
    async with httpx.AsyncClient(base_url=served.url) as nobody:
        assert (await nobody.get("/api/tables")).json() == []
    (table,) = (await mia.http.get("/api/tables")).json()
    assert (table["game"], table["phase"], table["names"]) == ("waterhole", "playing", ["Ben"])
    assert table["your_turn"] == (mia.table["view"]["facts"]["to_act"] == 0)
    assert table["url"].endswith(f"/r/{table['code']}")
    for player in (mia, ben, stranger):
        await player.gone()


async def rows(served: House) -> dict[str, int]:
    async with served.look() as connection:
        counts = {}
        for name in ("rooms", "log", "secrets", "chat", "matches"):
            counts[name] = (await connection.execute(text(f"SELECT count(*) FROM {name}"))).scalar() or 0  # noqa: S608
    return counts


async def test_rooms_grow_old_and_finished_matches_do_not(tmp_path: Any) -> None:
    now = [1_700_000_000_000]
    async with house(tmp_path, create={"clock": lambda: now[0]}) as running:
        hub = running.app.state.rooms
        lobby = await seated(running.url, "Ann")
        over = await started(running.url, "Mia", "Ben", deals=1)
        await play_out(over)
        half = await started(running.url, "Zoe", "Lu", deals=1)
        await half[0].ask({"t": "say", "text": "hi"})
        for player in (*lobby, *over, *half):
            await player.leave()
        assert await hub.expire() == 0
        now[0] += 24 * HOUR + 1
        assert await hub.expire() == 1, "a day after its last match"
        now[0] += 24 * HOUR
        assert await hub.expire() == 1, "a lobby after two"
        left = await rows(running)
        assert (left["rooms"], left["matches"], left["chat"]) == (1, 1, 1)
        now[0] += 30 * 24 * HOUR
        assert await hub.expire() == 0, "a match that runs is given up first"
        kept = await wait_for_record(half[0], half[0].table["match"])
        assert (kept["result"], kept["scores"]["winners"]) == ("abandoned", [])
        now[0] += 24 * HOUR + 1
        assert await hub.expire() == 1
        assert await rows(running) == {"rooms": 0, "log": 0, "secrets": 0, "chat": 0, "matches": 2}
        for player in (*lobby, *over, *half):
            await player.gone()


async def test_a_room_with_somebody_in_it_does_not_grow_old(tmp_path: Any) -> None:
    now = [1_700_000_000_000]
    async with house(tmp_path, create={"clock": lambda: now[0]}) as running:
        (mia,) = await seated(running.url, "Mia")
        now[0] += 90 * 24 * HOUR
        assert await running.app.state.rooms.expire() == 0
        assert (await mia.do("name", name="Mia M"))["t"] == "ack"
        await mia.gone()


async def wait_for_record(player: Player, match: str) -> Any:
    for _ in range(200):
        answer = await player.http.get(f"/api/matches/{match}")
        if answer.status_code == 200:
            return answer.json()
        await asyncio.sleep(0.02)
    raise AssertionError("no record")


async def code_of(player: Player) -> str:
    return str((await player.http.get("/api/tables")).json()[0]["code"])
