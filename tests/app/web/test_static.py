"""Static files: small, and under their build's name for good."""

from __future__ import annotations

import gzip
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.web import static
from app.web.smaller import smaller
from tests.app.house import House, house


@pytest.fixture
async def browser(home: House) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=home.url, headers={"accept-encoding": "gzip"}) as client:
        yield client


async def test_under_its_build_a_file_is_kept_for_good(home: House, browser: httpx.AsyncClient) -> None:
    build = home.app.state.build
    kept = await browser.get(f"/static/{build}/js/room.js")
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert kept.headers["content-type"] == "text/javascript; charset=utf-8"
    assert kept.headers["content-encoding"] == "gzip"
    assert kept.headers.get_list("vary") == ["Accept-Encoding"]
    newest = await browser.get("/static/js/room.js")
    assert newest.headers["cache-control"] == "no-cache"
    assert newest.content == kept.content
    again = await browser.get("/static/js/room.js", headers={"if-none-match": newest.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", newest.headers["etag"])


async def test_a_page_from_before_an_upgrade_gets_no_mix(browser: httpx.AsyncClient) -> None:
    """Nothing under another build's name, but the script that loads such a page anew."""
    for path in ("js/room.js", "css/base.css", "art/sprite.svg", "no.js"):
        gone = await browser.get(f"/static/0123456789ab/{path}")
        assert (gone.status_code, gone.headers["cache-control"]) == (404, "no-store")
    anew = await browser.get("/static/0123456789ab/js/anew.js")
    assert (anew.status_code, anew.headers["cache-control"]) == (200, "no-cache")
    assert not re.search(r"\bimport\b", static.read()["static/js/anew.js"].decode())


async def test_whoever_unpacks_nothing_gets_the_same(home: House, browser: httpx.AsyncClient) -> None:
    path = f"/static/{home.app.state.build}/css/base.css"
    plain = await browser.get(path, headers={"accept-encoding": "identity"})
    packed = await browser.get(path)
    assert "content-encoding" not in plain.headers
    assert plain.content == packed.content
    assert plain.headers["etag"] != packed.headers["etag"]
    picture = await browser.get(f"/static/{home.app.state.build}/art/og.png")
    assert "content-encoding" not in picture.headers
    assert picture.content == (static.FOLDER / "static/art/og.png").read_bytes()


@pytest.mark.parametrize("path", ["", "js", "js/", "js/no.js", "../app/main.py", "..%2fapp%2fmain.py", "%2e%2e/app"])
async def test_nothing_but_the_files(home: House, browser: httpx.AsyncClient, path: str) -> None:
    for before in ("/static/", f"/static/{home.app.state.build}/"):
        assert (await browser.get(before + path)).status_code == 404
    assert (await browser.post("/static/js/home.js")).status_code == 405


async def test_files_as_they_are_written(tmp_path: Path) -> None:
    async with house(tmp_path, plain_files=True) as running, httpx.AsyncClient(base_url=running.url) as client:
        told = await client.get(f"/static/{running.app.state.build}/js/room.js")
        assert told.content == (static.FOLDER / "static/js/room.js").read_bytes()


@pytest.mark.parametrize("path", [path for path in static.read() if path.startswith("static/")])
def test_every_file_travels(path: str) -> None:
    file = static.travelling(path.removeprefix("static/"))
    assert file
    assert file.kind != "application/octet-stream"
    assert len(file.body) <= len(static.read()[path])
    assert not file.packed or gzip.decompress(file.packed) == file.body


def test_what_is_made_smaller() -> None:
    script = b"/* why */\nexport function sum(first, second) {\n  return `a  ${first}` + second; // so\n}\n"
    assert smaller(".js", script) == b"export function sum(first,second){return`a  ${first}`+second;}"
    assert smaller(".css", b"a { color: red; }\n/* why */\n") == b"a{color:red}"
    assert smaller(".svg", b"<svg> </svg>") == b"<svg> </svg>"
