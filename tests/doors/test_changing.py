"""Point 2: what changes something is a JSON POST from a page of ours, or from a program; what reads changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from app.store import tables
from tests.app.house import House, house
from tests.app.player import play_out, seated, started
from tests.doors.knock import addresses, code_of

PAGES = ["/", "/?lang=de", "/history", "/device", "/api", "/docs", "/rules", "/rules/kariba", "/healthz", "/nowhere"]


def operations(app: Any, verb: str) -> list[str]:
    """The paths that have this verb."""
    return [path for path, verbs in app.openapi()["paths"].items() if verb in verbs]


async def everything(home: House) -> dict[str, list[Any]]:
    """Every row of every table."""
    async with home.look() as connection:
        return {
            table.name: sorted(map(repr, (await connection.execute(select(table))).all()))
            for table in tables.metadata.sorted_tables
        }


async def test_what_reads_writes_nothing(home: House) -> None:
    """Every GET and HEAD there is, as a stranger and as a player: in a lobby, in a match, after one."""
    lobby = await seated(home.url, "Zoe", "Tom")
    people = await started(home.url, "Mia", "Ben", deals=1)
    async with httpx.AsyncClient(base_url=home.url) as stranger:
        for moves in (5, None):
            await play_out(people, moves=moves)
            match = people[0].table["match"]
            paths = [
                *PAGES,
                f"/matches/{match}",
                f"/api/matches/{match}/replay?seat=0&step=1",
                *(f"/r/{code_of(player)}" for player in (people[0], lobby[0])),
                *addresses(home.app, code=code_of(lobby[0]), match=match),
            ]
            before = await everything(home)
            for client in (stranger, people[0].http, lobby[0].http):
                for path in paths:
                    for verb in ("GET", "HEAD"):
                        answer = await client.request(verb, path)
                        assert answer.status_code < 500, path
                        assert "sid" not in answer.headers.get("set-cookie", ""), path
            assert await everything(home) == before
            assert before["rooms"]
    for player in (*people, *lobby):
        await player.gone()


async def test_no_other_verb_does_anything(home: House, stranger: httpx.AsyncClient) -> None:
    (mia,) = await seated(home.url, "Mia")
    before = await everything(home)
    for path in home.app.openapi()["paths"]:
        for verb in ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"):
            answer = await stranger.request(verb, path.format(code=code_of(mia), match="m_0", guest=mia.guest))
            assert answer.status_code == 405, (verb, path)
    assert await everything(home) == before
    await mia.gone()


OUTSIDE: list[tuple[dict[str, str], int]] = [
    ({"content-type": "text/plain"}, 415),
    ({"content-type": "application/x-www-form-urlencoded"}, 415),
    ({"content-type": "multipart/form-data; boundary=x"}, 415),
    ({"content-type": "text/plain; application/json"}, 415),
    ({"content-type": "application/json+x"}, 415),
    ({"content-type": ""}, 415),
    ({"origin": "https://evil.example"}, 403),
    ({"origin": "null"}, 403),
    ({"origin": ""}, 403),
    ({"origin": "https://127.0.0.1"}, 403),
    ({"sec-fetch-site": "cross-site"}, 403),
    ({"sec-fetch-site": "same-site"}, 403),
    ({"host": "evil.example"}, 403),
    ({"host": "evil.example", "origin": "http://evil.example"}, 403),
    ({"host": "evil.example@localhost"}, 400),
    ({"host": "localhost/evil.example"}, 400),
    ({"host": "127.0.0.1\\evil.example"}, 400),
]


@pytest.mark.parametrize(("headers", "status"), OUTSIDE)
async def test_another_sites_page_changes_nothing(home: House, headers: dict[str, str], status: int) -> None:
    """Each POST there is, with the cookie of somebody who is logged in."""
    (mia,) = await seated(home.url, "Mia")
    before = await everything(home)
    for path in operations(home.app, "post"):
        asked = {"content-type": "application/json", **headers}
        assert (await mia.http.post(path, content=b"{}", headers=asked)).status_code == status, path
    assert await everything(home) == before
    await mia.gone()


async def test_two_origins_are_none_of_ours(home: House, stranger: httpx.AsyncClient) -> None:
    for two in ([home.url, "https://evil.example"], ["https://evil.example", home.url]):
        answer = await stranger.post("/api/guest", json={}, headers=[("origin", one) for one in two])
        assert answer.status_code == 403


async def test_our_own_page_and_a_program_may(home: House, stranger: httpx.AsyncClient) -> None:
    ways: list[dict[str, str]] = [
        {},
        {"origin": home.url},
        {"origin": home.url, "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"content-type": "application/json; charset=utf-8"},
    ]
    for headers in ways:
        asked = {"content-type": "application/json", **headers}
        assert (await stranger.post("/api/guest", content=b"{}", headers=asked)).status_code == 200, headers


async def test_nothing_is_shared_with_other_origins(home: House, stranger: httpx.AsyncClient) -> None:
    """No CORS: neither a question beforehand nor an answer names anybody who may read along."""
    asked = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    for path in ("/", "/api/guest", "/api/tables", "/api/matches", "/static/js/home.js", "/healthz"):
        for verb in ("OPTIONS", "GET"):
            answer = await stranger.request(verb, path, headers=asked)
            assert not [name for name in answer.headers if name.startswith("access-control")]
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"


async def test_behind_a_public_address_posts_come_from_there(tmp_path: Path) -> None:
    async with (
        house(tmp_path, public_url="https://cards.example") as running,
        httpx.AsyncClient(base_url=running.url) as http,
    ):
        for origin, status in (("https://cards.example", 200), (running.url, 403), ("https://Cards.example", 403)):
            assert (await http.post("/api/guest", json={}, headers={"origin": origin})).status_code == status
