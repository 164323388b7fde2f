"""Own data: seen, taken along, and deleted without touching anybody else's."""

from __future__ import annotations

from typing import Any

import pytest

from app.store import own, seats
from tests.app.house import House
from tests.app.player import Player, play_out, started


async def everything(served: House) -> str:
    """All that the database holds, as one text."""
    told = []
    async with served.look() as connection:
        for table in ("guests", "sessions", "transfers", "chat", "matches", "match_seats", "parted"):
            told += [str(tuple(row)) for row in await connection.exec_driver_sql(f"SELECT * FROM {table}")]  # noqa: S608
    return "\n".join(told)


async def match_of(people: list[Player], seed: int = 1) -> str:
    await play_out(people, seed)
    return str(people[0].table["match"])


async def test_what_is_known_and_what_one_chooses(served: House) -> None:
    people = await started(served.url, "Mia", "Ben", deals=1)
    await match_of(people)
    mia = people[0]
    me = (await mia.http.get("/api/me")).json()
    assert me.pop("since").endswith("Z")
    assert me == {"guest": mia.guest, "name": "Mia", "leaderboard": False, "devices": 1, "matches": 1}
    answer = await mia.http.post("/api/me", json={"leaderboard": True})
    assert answer.json()["leaderboard"] is True
    assert (await people[1].http.get("/api/me")).json()["leaderboard"] is False
    assert answer.headers["cache-control"] == "no-store"
    for player in people:
        await player.gone()


BAD: list[tuple[str, dict[str, Any], int, str]] = [
    ("", {"json": {}}, 400, "bad"),
    ("", {"json": {"leaderboard": 1}}, 400, "bad"),
    ("", {"json": {"leaderboard": True, "name": "x"}}, 400, "bad"),
    ("/delete", {"json": {}}, 400, "bad"),
    ("/delete", {"json": {"sure": False}}, 400, "bad"),
    ("/delete", {"data": {"sure": "true"}}, 415, "media"),
    ("", {"json": {"leaderboard": True}, "headers": {"origin": "http://elsewhere.example"}}, 403, "origin"),
    ("/delete", {"json": {"sure": True}, "headers": {"origin": "http://elsewhere.example"}}, 403, "origin"),
]


@pytest.mark.parametrize(("path", "asked", "status", "code"), BAD)
async def test_what_is_refused_changes_nothing(
    served: House, path: str, asked: dict[str, Any], status: int, code: str
) -> None:
    mia = await Player(served.url, "Mia").arrive()
    before = await everything(served)
    answer = await mia.http.post(f"/api/me{path}", **asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert await everything(served) == before
    await mia.gone()


async def test_nobody_has_nothing(served: House) -> None:
    nobody = Player(served.url, "")
    for path in ("", "/export"):
        assert (await nobody.http.get(f"/api/me{path}")).json()["code"] == "role"
    for path, body in (("", {"leaderboard": True}), ("/delete", {"sure": True})):
        assert (await nobody.http.post(f"/api/me{path}", json=body)).json()["code"] == "role"
    await nobody.gone()


async def test_one_takes_everything_along(served: House) -> None:
    people = await started(served.url, "Mia", "Ben", deals=1)
    first = await match_of(people)
    for player in people:
        await player.do("again")
    await people[0].until(lambda m: m["t"] == "table" and m["match"] != first)
    await people[0].do("house", house={"listed": False})
    second = await match_of(people, 2)
    answer = await people[1].http.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    taken = answer.json()
    assert taken["guest"]["name"] == "Ben"
    assert [record["match"] for record in taken["matches"]] == [first, second], "also what no list shows"
    for record in taken["matches"]:
        assert record == (await people[0].http.get(f"/api/matches/{record['match']}")).json()
    for player in people:
        await player.gone()


async def test_who_goes_takes_name_and_id_along_and_nothing_else(served: House) -> None:
    people = await started(served.url, "Quillfeather", "Ben", deals=1)
    mia, ben = people
    await mia.ask({"t": "say", "text": "canarybird"})
    match = await match_of(people)
    replays = [(await ben.http.get(f"/api/matches/{match}/replay{seat}")).json() for seat in ("", "?seat=0", "?seat=1")]
    moves = (await ben.http.get(f"/api/matches/{match}/moves")).json()
    record = (await ben.http.get(f"/api/matches/{match}")).json()
    answer = await mia.http.post("/api/me/delete", json={"sure": True})
    assert answer.status_code == 204
    assert await mia.closed() == 4004
    assert (await mia.http.get("/api/me")).status_code == 403, "the session is over"
    room = mia.socket.request.path.rsplit("/", 1)[1]
    since = len(ben.frames)
    await ben.leave()
    await ben.enter(room)
    await ben.until(lambda m: m["t"] == "table", since)
    assert not any("canarybird" in frame for frame in ben.frames[since:]), "nobody is told it again"
    kept = await everything(served)
    assert "Quillfeather" not in kept
    assert "canarybird" not in kept
    assert kept.count(mia.guest) == 1, "that this id has gone is all that is remembered"
    after = (await ben.http.get(f"/api/matches/{match}")).json()
    record["seats"][0] |= {"guest": None, "name": seats.NOBODY}
    assert after == record
    assert moves == (await ben.http.get(f"/api/matches/{match}/moves")).json()
    again = [(await ben.http.get(f"/api/matches/{match}/replay{seat}")).json() for seat in ("", "?seat=0", "?seat=1")]
    assert again == replays
    for query, many in ((f"player={mia.guest}", 0), ("player=quillfeather", 0), (f"player={ben.guest}", 1)):
        assert len((await ben.http.get(f"/api/matches?{query}")).json()["items"]) == many
    assert (await ben.http.get(f"/api/players/{mia.guest}/stats")).status_code == 404
    assert (await ben.http.get(f"/api/players/{ben.guest}/stats")).json()["matches"] == 1
    assert (await ben.http.get(f"/api/matches/{match}/export")).text.count("Quillfeather") == 0
    for player in people:
        await player.gone()


async def test_a_match_that_still_runs_is_kept_without_who_has_gone(served: House) -> None:
    people = await started(served.url, "Mia", "Ben", "Ada", deals=1)
    await play_out(people, moves=6)
    *rest, ada = people
    await ada.http.post("/api/me/delete", json={"sure": True})
    await ada.closed()
    answer = await rest[0].do("absent", seat=2, choice="bot")
    assert answer["t"] == "ack", answer
    while rest[0].table["view"]["facts"]["phase"] != "over":
        since, facts = len(rest[0].heard), rest[0].table["view"]["facts"]
        if facts["to_act"] == 2:
            await rest[0].until(lambda m: m["t"] == "table", since)
            continue
        player = rest[facts["to_act"]]
        await player.sees(rest[0].table["v"])
        await player.move(player.plays()[0])
        await rest[0].sees(player.table["v"])
    record = (await rest[0].http.get(f"/api/matches/{rest[0].table['match']}")).json()
    assert record["seats"][2] == {"seat": 2, "guest": None, "name": seats.NOBODY, "bot": None}
    assert [seat["name"] for seat in record["seats"][:2]] == ["Mia", "Ben"]
    for player in people:
        await player.gone()


async def test_what_a_process_left_of_a_name_is_taken_out_later(served: House) -> None:
    people = await started(served.url, "Mia", "Ben", deals=1)
    match, mia, state = await match_of(people), people[0], served.app.state

    async def dies(guest: str) -> None:
        raise KeyboardInterrupt

    owner = own.Own(None, state.log)  # type: ignore[arg-type]
    owner._forget = dies  # type: ignore[method-assign]  # noqa: SLF001
    with pytest.raises(KeyboardInterrupt):
        await owner.part(mia.guest, 5)
    assert (await state.history.record(match))["seats"][0]["name"] == "Mia"
    await state.own.go_on(6)
    assert (await state.history.record(match))["seats"][0] == {
        "seat": 0,
        "guest": None,
        "name": seats.NOBODY,
        "bot": None,
    }
    assert mia.guest in await everything(served)
    await state.own.go_on(6 + own.REMEMBERED_MS)
    assert mia.guest not in await everything(served)
    for player in people:
        await player.gone()


def test_two_who_have_gone_are_told_apart() -> None:
    record = {"seats": [{"seat": n, "guest": f"g_{n}", "name": f"N{n}", "bot": None} for n in range(3)]}
    told = seats.renamed(record, {"g_0", "g_2"}, seats.NOBODY, cut=True)
    assert [seat["name"] for seat in told["seats"]] == ["Anonymous", "N1", "Anonymous 2"]
    assert [seat["guest"] for seat in told["seats"]] == [None, "g_1", None]
