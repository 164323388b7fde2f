"""REST at its doors: what is refused, with which code, and that nothing changes by it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from sqlalchemy import text

from tests.app.house import House, house
from tests.app.player import Player, seated, started

GOOD = {"game": "waterhole", "options": {"deals": 1}, "key": "12345678"}


async def rows(served: House) -> tuple[Any, ...]:
    async with served.look() as connection:
        counted = [
            (await connection.execute(text(f"SELECT count(*) FROM {name}"))).scalar()  # noqa: S608 - our own tables
            for name in ("guests", "sessions", "rooms", "log", "matches")
        ]
    return tuple(counted)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"game": 7},
        {"options": {"deals": 2}},
        {"options": {"deals": True}},
        {"options": {"cheat": 1}},
        {"options": []},
        {"house": {"clock": 31}},
        {"house": {"cheat": True}},
        {"house": {"locked": "yes"}},
        {"key": "short"},
        {"key": None},
        {"key": "12345678\x00"},
        {"options": {"x" * 65: 1}},
        {"kind": "tournament"},
        {"more": 1},
    ],
)
async def test_no_room_from_bad_input(served: House, change: dict[str, Any]) -> None:
    mia = await Player(served.url, "Mia").arrive()
    before = await rows(served)
    answer = await mia.http.post("/api/rooms", json={**GOOD, **change})
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert (problem["code"], problem["status"]) == ("bad", 400)
    assert problem["title"] != "refusal.bad"
    assert await rows(served) == before
    await mia.gone()


async def test_posts_must_be_json_and_ours(served: House) -> None:
    async with httpx.AsyncClient(base_url=served.url) as http:
        before = await rows(served)
        for answer, status, code in (
            (await http.post("/api/guest", content=b"{}", headers={"content-type": "text/plain"}), 415, "media"),
            (await http.post("/api/guest", content=b"{", headers={"content-type": "application/json"}), 400, "bad"),
            (await http.post("/api/guest", json={}, headers={"origin": "https://evil.example"}), 403, "origin"),
            (await http.post("/api/guest", json={}, headers={"origin": "null"}), 403, "origin"),
            (await http.post("/api/guest", json={"name": "\u200b"}), 400, "bad"),
            (await http.post("/api/guest", json={"name": "x" * 25}), 400, "bad"),
            (await http.post("/api/guest", json={"name": "x" * 70_000}), 413, "large"),
            (await http.post("/api/rooms", json=GOOD), 403, "role"),
            (await http.get("/api/guest"), 405, "method"),
            (await http.get("/api/nothing"), 404, "gone"),
            (await http.post("/api/say", json={"say": "K7M2QF"}), 404, "gone"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (status, code), answer.request.url
        assert await rows(served) == before
        assert (await http.post("/api/guest", json={}, headers={"origin": served.url})).status_code == 200


async def test_what_no_database_can_be_asked_for(served: House) -> None:
    async with httpx.AsyncClient(base_url=served.url) as http:
        for path, status in (
            ("/api/matches/m_%00", 404),
            ("/api/matches/m_%00/moves", 404),
            ("/api/matches/m_%00/replay", 404),
            ("/matches/m_%00", 404),
            ("/api/matches?cursor=1.m%00", 400),
            ("/r/%00", 404),
        ):
            assert (await http.get(path)).status_code == status, path


async def test_a_host_that_cannot_be_read(served: House) -> None:
    async with httpx.AsyncClient(base_url=served.url) as http:
        for host in ("[", "a:b", "127.0.0.1:99999", "x" * 300):
            answer = await http.post("/api/guest", json={}, headers={"host": host})
            assert answer.status_code == 400, host
            assert answer.json()["code"] == "bad"


async def test_the_same_key_gives_the_same_room(served: House) -> None:
    mia, ben = await Player(served.url, "Mia").arrive(), await Player(served.url, "Ben").arrive()
    one = (await mia.http.post("/api/rooms", json=GOOD)).json()
    assert (await mia.http.post("/api/rooms", json=GOOD)).json() == one
    assert (await ben.http.post("/api/rooms", json=GOOD)).json()["code"] != one["code"]
    assert one["url"] == f"{served.url}/r/{one['code']}"
    await mia.gone()
    await ben.gone()


async def test_a_code_said_aloud_works_while_the_lobby_is_open(served: House) -> None:
    people = await seated(served.url, "Mia", "Ben")
    say = people[0].room["say"]
    found = await people[1].http.post("/api/say", json={"say": f" {say[:3].lower()} {say[3:]} "})
    assert found.json()["url"].endswith(found.json()["code"])
    await people[0].do("lock", on=True)
    assert people[0].room["say"] is None
    assert (await people[1].http.post("/api/say", json={"say": say})).status_code == 404
    await people[0].do("lock", on=False)
    await people[0].do("start")
    assert (await people[1].http.post("/api/say", json={"say": say})).status_code == 404
    for player in people:
        await player.gone()


async def test_limits(tmp_path: Any) -> None:
    async with house(tmp_path, rooms_per_hour=2, says_per_minute=2) as served:
        mia = await Player(served.url, "Mia").arrive()
        answers = [await mia.http.post("/api/rooms", json={**GOOD, "key": f"key-{nth:05}"}) for nth in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert answers[2].headers["retry-after"]
        said = [await mia.http.post("/api/say", json={"say": "K7M2QF"}) for _ in range(3)]
        assert [answer.status_code for answer in said] == [404, 404, 429]
        await mia.gone()


async def test_a_guest_keeps_its_id_and_changes_its_name(served: House) -> None:
    mia = await Player(served.url, "Mia").arrive()
    again = (await mia.http.post("/api/guest", json={})).json()
    assert again == {"guest": mia.guest, "name": "Mia"}
    renamed = (await mia.http.post("/api/guest", json={"name": " Mi  A "})).json()
    assert renamed == {"guest": mia.guest, "name": "Mi A"}
    cookie = (await mia.http.post("/api/guest", json={})).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Max-Age=34560000" in cookie
    await mia.gone()


async def test_a_made_up_session_is_nobody(served: House) -> None:
    mia = await Player(served.url, "Mia").arrive()
    (name,) = mia.http.cookies
    async with httpx.AsyncClient(base_url=served.url, cookies={name: mia.guest}) as http:
        assert (await http.post("/api/rooms", json=GOOD)).status_code == 403
        assert (await http.post("/api/guest", json={})).json()["guest"] != mia.guest
    await mia.gone()


async def test_every_answer_carries_the_locks(served: House) -> None:
    async with httpx.AsyncClient(base_url=served.url) as http:
        for path in ("/", "/api/games", "/nothing", "/static/css/tokens.css", "/api/matches/x"):
            headers = (await http.get(path)).headers
            assert headers["content-security-policy"].startswith("default-src 'none'")
            assert "unsafe" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "same-origin"


async def test_shelf(served: House) -> None:
    async with httpx.AsyncClient(base_url=served.url) as http:
        entry, kariba, *_ = (await http.get("/api/games")).json()
    assert (entry["name"], kariba["name"]) == ("waterhole", "kariba")
    assert kariba["seats"] == {"min": 2, "max": 5}
    assert entry["seats"] == {"min": 2, "max": 4}
    assert entry["options"] == {"deals": {"type": "integer", "values": [3, 1], "default": 3, "text": "option.deals"}}
    assert kariba["options"]["market"]["values"] == [False, True]


async def test_a_room_link_as_a_qr_code(served: House) -> None:
    (mia,) = await seated(served.url, "Mia")
    code = mia.socket.request.path.rsplit("/", 1)[1]
    picture = await mia.http.get(f"/api/rooms/{code}/qr.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "style=" not in picture.text
    assert (await mia.http.get("/api/rooms/aaaaaaaaaa/qr.svg")).status_code == 404
    await mia.gone()


async def test_errors_are_told_in_the_readers_language(served: House) -> None:
    async with httpx.AsyncClient(base_url=served.url) as http:
        english = (await http.get("/api/matches/x", headers={"accept-language": "en"})).json()
        german = (await http.get("/api/matches/x", headers={"accept-language": "de-CH, en;q=0.5"})).json()
    assert english["title"] != german["title"]
    assert english["code"] == german["code"] == "gone"


async def test_a_running_match_is_in_no_list(served: House) -> None:
    people = await started(served.url, "Mia", "Ben")
    assert (await people[0].http.get("/api/matches")).json()["items"] == []
    for player in people:
        await player.gone()
