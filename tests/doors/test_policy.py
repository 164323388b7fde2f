"""Point 6: the policy on every answer, pages that need nothing more than it allows, and what may stay in a cache."""

from __future__ import annotations

import html
import re
from collections.abc import AsyncIterator, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.web.security import CSP, HEADERS
from tests.app.house import House, house
from tests.app.player import Player, play_out, seated, started
from tests.doors.knock import addresses, code_of

STATIC = Path(__file__).parents[2] / "static"
HTML = {"accept": "text/html,*/*"}
LANGUAGES = ("en", "de")


class Tags(HTMLParser):
    """Every tag of a page with its attributes, and the text inside scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem in ("script", "style") and data.strip():
            self.inside.append(data)


def against_the_policy(page: str) -> list[str]:
    """What of a page the policy would not let happen, or what it does not reach and should not be there."""
    found, read = [], Tags(page)
    for tag, attributes in read.tags:
        found += [f"{tag} {name}" for name in attributes if name.startswith("on") or name in ("style", "srcdoc")]
        found += [tag for _ in [0] if tag in ("style", "base", "iframe", "object", "embed", "applet", "frame")]
        if tag == "meta" and "http-equiv" in attributes:
            found.append(f"meta {attributes['http-equiv']}")
        for name in ("src", "href", "action", "formaction", "data", "poster", "srcset", "xlink:href"):
            address = attributes.get(name)
            if address is not None and not re.match(r"/(?!/)|#|\?|$", address):
                found.append(f"{tag} {name}={address}")
    return found + read.inside


def directives(policy: str) -> dict[str, list[str]]:
    return {name: sources for name, *sources in (part.split() for part in policy.split(";"))}


def test_the_policy_is_closed() -> None:
    found = directives(CSP)
    assert found["default-src"] == found["base-uri"] == found["frame-ancestors"] == ["'none'"]
    others = {source for name, sources in found.items() for source in sources if name != "img-src"}
    assert others == {"'none'", "'self'"}, "nothing inline, no other site, no eval"
    assert found["img-src"] == ["'self'", "data:"], "a QR code is drawn as data: a picture runs nothing"


def test_the_search_finds_what_is_against_it() -> None:
    wrong = [
        "<p style='x'>", "<p onclick=x()>", "<style>p{}</style>", "<script>x()</script>", "<base href=/>",
        "<iframe></iframe>", "<a href='javascript:x()'>", "<img src=//evil.example>", "<link href='https://a.b/c'>",
        "<meta http-equiv=refresh content=0>", "<form action='http://evil.example'>",
    ]  # fmt: skip
    assert all(against_the_policy(page) for page in wrong)


@pytest.fixture
async def after(home: House) -> AsyncIterator[tuple[list[Player], str, str]]:
    """Two people, the code of their room, and their finished match."""
    people = await started(home.url, "Mia", "Ben", deals=1)
    await play_out(people)
    yield people, code_of(people[0]), people[0].table["match"]
    for player in people:
        await player.gone()


def pages(app: Any, code: str, match: str) -> list[str]:
    """The address of every page there is, found in the routes; and of pages that are not there."""
    filled = {"code": code, "match": match, "game": "kariba", "lang": "en", "guest": "g_0000"}
    paths = []
    for route in routes(app.router):
        path = re.sub(r":path\}", "}", route)
        if not path.startswith(("/api/", "/static", "/ws")):
            paths.append(re.sub(r"\{(\w+)\}", lambda found: filled[found[1]], path))
    assert len(paths) > 12
    return [*paths, "/rules/kariba?part=sheet", "/rules/none", "/matches/m_0", "/r/0000000000", "/r/x", "/nowhere"]


def routes(router: Any) -> Iterator[str]:
    """The path of every route, those of included routers as well."""
    for route in router.routes:
        if hasattr(route, "path"):
            yield route.path
        inner = getattr(route, "original_router", None) or getattr(route, "router", None)
        if inner is not None:
            yield from routes(inner)


async def test_every_answer_carries_the_policy(home: House, after: tuple[list[Player], str, str]) -> None:
    people, code, match = after
    asked: list[tuple[str, str, dict[str, str], Any]] = [
        ("GET", path, headers, None)
        for path in [*pages(home.app, code, match), *addresses(home.app, code=code, match=match), "/api/openapi.json"]
        for headers in (HTML, {"accept": "*/*"})
    ]
    asked += [
        ("GET", f"/static/{path}", {}, None)
        for path in ("js/home.js", "none.js", "0123456789ab/js/home.js", "", "../app", "../app/main.py")
    ]
    asked += [("POST", path, {}, {}) for path in home.app.openapi()["paths"]]  # good, bad, forbidden, not there
    asked += [
        ("POST", "/api/guest", {"origin": "https://evil.example"}, {}),
        ("DELETE", "/api/rooms", {}, None),
        ("POST", "/", {}, None),
        ("GET", "/?lang=de", {}, None),
        ("GET", "/r/" + code.upper(), {}, None),
        ("POST", "/api/guest", {"content-type": "text/plain"}, None),
        ("POST", "/api/guest", {}, {"name": "x" * 70_000}),
        ("GET", "/", {"host": "a b"}, None),
        ("GET", "/manifest.webmanifest", {"range": "bytes=0-10"}, None),
        ("GET", "/manifest.webmanifest", {"range": "bytes=99999999-"}, None),
    ]
    statuses = set()
    for verb, path, headers, body in asked:
        answer = await people[0].http.request(verb, path, headers=headers, json=body)
        statuses.add(answer.status_code)
        for name, value in HEADERS.items():
            assert answer.headers.get_list(name) == [value], (verb, path, answer.status_code)
        assert "server" not in answer.headers
    assert {200, 206, 303, 400, 403, 404, 405, 413, 415, 416} - statuses == set()


@pytest.mark.parametrize("error", [RuntimeError("secret words"), OSError("secret words")])
async def test_also_an_answer_to_what_nobody_foresaw(home: House, error: Exception) -> None:
    async def broken() -> None:
        raise error

    home.app.add_api_route("/api/broken", broken)
    home.app.add_api_route("/broken", broken)
    async with httpx.AsyncClient(base_url=home.url) as http:
        for path, kind in (("/broken", "text/html; charset=utf-8"), ("/api/broken", "application/problem+json")):
            answer = await http.get(path, headers=HTML)
            assert answer.status_code in (500, 503)
            assert answer.headers["content-type"] == kind
            assert "secret words" not in answer.text
            for name, value in HEADERS.items():
                assert answer.headers.get_list(name) == [value]


async def test_over_tls_it_stays_there(tmp_path: Path) -> None:
    for public, there in (("https://cards.example", True), ("http://192.168.7.7", False), ("", False)):
        async with house(tmp_path, public_url=public) as running, httpx.AsyncClient(base_url=running.url) as http:
            assert ("strict-transport-security" in (await http.get("/nowhere")).headers) is there


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_page_needs_more_than_the_policy_allows(
    home: House, after: tuple[list[Player], str, str], language: str
) -> None:
    _, code, match = after
    seen = 0
    async with httpx.AsyncClient(base_url=home.url, headers={**HTML, "accept-language": language}) as http:
        for path in pages(home.app, code, match):
            answer = await http.get(path, follow_redirects=True)
            if answer.headers["content-type"].startswith("text/html"):
                seen += 1
                assert against_the_policy(answer.text) == [], path
    assert seen >= 14


def test_no_style_sheet_asks_elsewhere() -> None:
    sheets = list(STATIC.rglob("*.css"))
    assert len(sheets) > 5
    for sheet in sheets:
        text = sheet.read_text("utf-8")
        assert not re.search(r"@import|expression\(|url\(\s*[\"']?(?:https?:|//|data:text)", text), sheet.name


async def test_pages_are_shells(home: House, after: tuple[list[Player], str, str]) -> None:
    """A stranger, a player and another player are sent the same bytes: nothing of a session is in a page."""
    people, code, match = after
    async with httpx.AsyncClient(base_url=home.url) as stranger:
        for path in pages(home.app, code, match):
            told = [(await http.get(path, headers=HTML)).content for http in (stranger, people[0].http, people[1].http)]
            assert told[0] == told[1] == told[2], path
            if not path.startswith("/matches/m_"):
                assert people[0].guest.encode() not in told[0]


async def test_what_is_personal_stays_in_no_cache(home: House) -> None:
    (mia,) = await seated(home.url, "Mia")
    room = {"game": "waterhole", "options": {"deals": 1}, "key": "12345678"}
    code = (await mia.http.post("/api/guest/code", json={})).json()["code"]
    link = f"{home.url}/device#{code}"
    for answer in (
        await mia.http.get("/api/tables"),
        await mia.http.post("/api/guest", json={}),
        await mia.http.post("/api/guest/code", json={}),
        await mia.http.post("/api/device", json={"code": code}),
        await mia.http.post("/api/rooms", json=room),
        await mia.http.post("/api/say", json={"say": mia.room["say"]}),
        await mia.http.post("/api/qr", json={"text": link}),
        await mia.http.get(f"/api/rooms/{code_of(mia)}/qr.svg"),
        await mia.http.get("/api/matches/m_0"),
    ):
        assert answer.headers["cache-control"] == "no-store", answer.request.url
    await mia.gone()


async def test_the_docs_work_under_the_policy_and_offline(home: House) -> None:
    """/docs is a page of our own: every operation is on it, and all that it asks for is here."""
    async with httpx.AsyncClient(base_url=home.url, headers=HTML, follow_redirects=True) as http:
        answer = await http.get("/docs")
        assert (answer.status_code, answer.url.path) == (200, "/api")
        for path, verbs in home.app.openapi()["paths"].items():
            assert path in answer.text
            assert all(operation["summary"] in html.unescape(answer.text) for operation in verbs.values())
        wanted = [
            attributes.get("src") or attributes.get("href")
            for tag, attributes in Tags(answer.text).tags
            if tag in ("script", "link", "img", "use")
        ]
        assert len(wanted) > 4
        for address in wanted:
            assert address
            assert (await http.get(address.partition("#")[0])).status_code == 200, address
        assert (await http.get("/redoc")).status_code == 404
        schema = (await http.get("/api/openapi.json")).json()
        assert schema["openapi"].startswith("3.1")
