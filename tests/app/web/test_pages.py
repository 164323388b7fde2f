"""Pages: shells in the reader's language that no policy has to be loosened for, and that create nothing."""

from __future__ import annotations

import html
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from app.rooms.record import Finish
from app.store import history
from tests.app.house import House, house
from tests.app.player import Player, play_out, seated, started

PAGES = [
    "/",
    "/history",
    "/device",
    "/api",
    "/rules/kariba",
    "/rules/seven_waters",
    "/r/nothere123",
    "/matches/m_nothere",
    "/nowhere",
]
HTML = {"accept": "text/html,*/*"}


@pytest.fixture
async def browser(home: House) -> AsyncIterator[httpx.AsyncClient]:
    """A browser without a session."""
    async with httpx.AsyncClient(base_url=home.url, headers=HTML) as client:
        yield client


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "de"])
async def test_pages_need_nothing_written_into_them(browser: httpx.AsyncClient, path: str, language: str) -> None:
    page = (await browser.get(path, headers={"accept-language": language})).text
    assert f'<html lang="{language}"' in page
    assert not re.search(r"<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=|<style|javascript:", page)
    for address in re.findall(r'(?:src|href)="([^"]*)"', page):
        assert html.unescape(address).startswith(("/", "#", "?")), address


@pytest.mark.parametrize("path", PAGES)
async def test_looking_creates_nothing(home: House, browser: httpx.AsyncClient, path: str) -> None:
    answer = await browser.get(path)
    assert answer.status_code == (404 if "no" in path else 200)
    assert "set-cookie" not in answer.headers
    async with home.look() as connection:
        for table in ("guests", "sessions", "rooms", "log", "matches"):
            assert (await connection.execute(text(f"SELECT count(*) FROM {table}"))).scalar() == 0  # noqa: S608


async def test_a_language_is_chosen_once(browser: httpx.AsyncClient) -> None:
    answer = await browser.get("/history?lang=de&game=a%26b", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/history?game=a%26b")
    assert "Frühere Partien" in (await browser.get("/history")).text
    assert "Past games" in (await browser.get("/history?lang=en", follow_redirects=True)).text
    assert (await browser.get("/history?lang=fr")).status_code == 200


@pytest.mark.parametrize("path", ["//elsewhere.example", "///elsewhere.example/", "/%5Celsewhere.example", "/nowhere"])
async def test_choosing_a_language_never_leads_elsewhere(home: House, path: str) -> None:
    async with httpx.AsyncClient(headers=HTML) as client:
        answer = await client.get(f"{home.url}{path}?lang=de")
    assert answer.status_code == 303
    assert re.match(r"/(?![/\\])", answer.headers["location"])


async def test_a_room_has_one_address(home: House, browser: httpx.AsyncClient) -> None:
    mia = await Player(home.url, "Mia").arrive()
    code = await mia.open_room()
    page = await browser.get(f"/r/{code}")
    assert page.status_code == 200
    assert 'content="noindex"' in page.text
    assert "Mia" not in page.text
    assert (await mia.http.get(f"/r/{code}", headers=HTML)).text == page.text
    shouted = await browser.get(f"/r/{code.upper()}", follow_redirects=False)
    assert (shouted.status_code, shouted.headers["location"]) == (303, f"/r/{code}")
    await mia.gone()


async def test_a_typed_code_stays_in_the_field(browser: httpx.AsyncClient) -> None:
    answer = await browser.get('/r/K7M"><script>')
    assert answer.status_code == 404
    assert 'value="K7M&#34;&gt;&lt;script&gt;"' in answer.text


async def test_the_words_are_kept_and_asked_for_again(browser: httpx.AsyncClient) -> None:
    words = await browser.get("/text/de.json")
    assert words.json()["game.waterhole"] == "Wasserloch"
    assert words.headers["cache-control"] == "no-cache"
    again = await browser.get("/text/de.json", headers={"if-none-match": words.headers["etag"]})
    assert again.status_code == 304
    build = re.search(r'data-text="[^"]*\?v=([^"]+)"', (await browser.get("/")).text)
    assert build
    assert "immutable" in (await browser.get(f"/text/en.json?v={build[1]}")).headers["cache-control"]
    assert (await browser.get("/text/fr.json")).status_code == 404


async def test_a_finished_match_has_a_page(home: House, browser: httpx.AsyncClient) -> None:
    people = await started(home.url, "Mia", "<b>Ben</b>", deals=1)
    await play_out(people)
    over = await people[0].until(lambda message: message["t"] == "room" and message["phase"] == "over")
    page = await browser.get(f"/matches/{over['last_match']}")
    assert page.status_code == 200
    assert "&lt;b&gt;Ben&lt;/b&gt;" in page.text
    assert "<b>Ben" not in page.text
    for person in people:
        await person.gone()


async def test_every_address_has_the_sub_path(tmp_path: Path) -> None:
    async with house(tmp_path, root_path="/cards") as running, httpx.AsyncClient(headers=HTML) as client:
        page = await client.get(f"{running.url}/cards/")
        assert page.status_code == 200
        for address in re.findall(r'(?:src|href|data-text|data-sprite)="([^"#?][^"]*)"', page.text):
            assert address.startswith("/cards/"), address
        for path in ("/cards/history", "/history"):  # behind a proxy that leaves the sub-path on, or takes it off
            moved = await client.get(f"{running.url}{path}?lang=de")
            assert moved.headers["location"] == "/cards/history"


async def test_what_a_phone_needs(browser: httpx.AsyncClient) -> None:
    manifest = await browser.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    for icon in manifest.json()["icons"]:
        assert (await browser.get("/" + icon["src"])).status_code == 200
    assert (await browser.get("/favicon.ico")).status_code == 200


async def test_an_invitation_leads_to_this_machine(tmp_path: Path) -> None:
    """At the server itself the page is localhost; friends are invited by the address of the network."""
    async with house(tmp_path) as running:
        (mia,) = await seated(running.url, "Mia")
        code = mia.socket.request.path.rsplit("/", 1)[1]
        for network, friends in (("", running.url), ("http://192.168.7.7:8000", "http://192.168.7.7:8000")):
            running.app.state.network = network
            page = await mia.http.get(f"/r/{code}", headers=HTML)
            assert f'data-friends="{friends}"' in page.text
        elsewhere = await mia.http.get(f"/r/{code}", headers={**HTML, "host": "192.168.7.7:8000"})
        assert 'data-friends="http://192.168.7.7:8000"' in elsewhere.text
        await mia.gone()


async def test_whoever_asks_for_the_head_gets_it(browser: httpx.AsyncClient) -> None:
    for path in ("/", "/api/games", "/static/css/tokens.css"):
        head = await browser.head(path)
        assert (head.status_code, head.content) == (200, b"")


PARKS: list[tuple[list[int], list[int], str]] = [
    ([32, 21], [0], "Mia wins by #"),
    ([20, 20], [1], "Ben wins: even points, the larger pool"),
    ([20, 20], [], "A draw: Mia and Ben"),
    ([-3, -4], [0], "Mia wins by one"),
]


@pytest.mark.parametrize(("totals", "winners", "title"), PARKS)
async def test_how_two_parks_ended(
    home: House, browser: httpx.AsyncClient, totals: list[int], winners: list[int], title: str
) -> None:
    record: dict[str, Any] = {
        "match": "m_parks",
        "kind": "play",
        "game": "seven_waters",
        "rules": 1,
        "view_version": 1,
        "options": {"contest": False},
        "result": "finished",
        "started_at": "2026-11-30T12:00:00.000Z",
        "ended_at": "2026-11-30T12:30:00.000Z",
        "seats": [{"seat": nth, "guest": None, "name": name, "bot": None} for nth, name in enumerate(("Mia", "Ben"))],
        "scores": {
            "deals": [totals],
            "totals": totals,
            "winners": winners,
            "breakdown": [{"slides": 4, "hand": -2, "total": total} for total in totals],
        },
        "steps": [],
        "fairness": {"scheme": "written", "deals": []},
    }
    finished = Finish(record, {"0": [], "1": [], "watch": []}, True)
    await home.app.state.log.write(lambda connection: history.keep(connection, finished, 1))
    page = await browser.get("/matches/m_parks", headers={**HTML, "accept-language": "en"})
    assert page.status_code == 200
    lead = str(abs(totals[0] - totals[1]))
    assert f"<h1>{title.replace('#', lead)}</h1>" in page.text
    for total in totals:
        written = str(total).replace("-", "\u2212")
        assert f'num">{written}</span>' in page.text
    assert page.text.count("<td>\u22122</td>") == 2, "where the points come from"
