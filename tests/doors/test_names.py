"""Point 5: names and lines of chat, as they come through each door; stored raw, shown as text."""

from __future__ import annotations

import html
import re
from pathlib import Path

import httpx
import pytest

from tests.app.house import House
from tests.app.player import Player, play_out, seated, started

STATIC = Path(__file__).parents[2] / "static"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
# The sheet of rules over a table is our own server's page, read as one and put in piece by piece.
READS_OUR_PAGES = [("rules.js", "DOMParser")]
CLEANED = {
    "Jo\u0308rg": "J\u00f6rg",
    "a\x00b\x1bc\x7fd\x85e": "abcde",
    "\u202eaiM\u202c": "aiM",
    "\u2066Mia\u2069": "Mia",
    "M\u200bi\u200ca\u200d\ufeff": "Mia",
    "\U000e0041Mia": "Mia",
    "Mi\u2028a\u2029": "Mia",
    f"{FAMILY} Mia": f"{FAMILY} Mia",
    "W" * 24: "W" * 24,
    FAMILY * 24: FAMILY * 24,  # people see 24
}
REFUSED = ["", " ", "\u200b", "\u202e\u202c", "\u3164", "\x00\x07", "W" * 25, "e\u0301" * 25, "x" * 900]


def _dumb(name: str) -> bytes:
    return name.encode("utf-8", "surrogatepass")


@pytest.mark.parametrize("typed", CLEANED)
async def test_what_is_kept_of_a_name(home: House, typed: str) -> None:
    """By REST, and by the socket's command."""
    kept = CLEANED[typed]
    async with httpx.AsyncClient(base_url=home.url) as http:
        answer = await http.post("/api/guest", json={"name": typed})
    (mia,) = await seated(home.url, "Mia")
    said = await mia.do("name", name=typed)
    assert answer.json()["name"] == kept
    assert said["t"] == "ack"
    assert mia.room["seats"][0]["name"] == kept
    await mia.gone()


@pytest.mark.parametrize("typed", REFUSED)
async def test_what_is_no_name(home: House, typed: str) -> None:
    (mia,) = await seated(home.url, "Mia")
    assert (await mia.do("name", name=typed))["code"] == "bad"
    assert mia.room["seats"][0]["name"] == "Mia"
    if typed:
        assert (await mia.http.post("/api/guest", json={"name": typed})).status_code == 400
    await mia.gone()


async def test_half_a_letter_is_none(home: House) -> None:
    """A lone surrogate, as an escape and as bytes: refused by both doors."""
    (mia,) = await seated(home.url, "Mia")
    json_ = {"content-type": "application/json"}
    for body in (b'{"name":"Mia\\ud800"}', b'{"name":"Mia' + _dumb("\udfff") + b'"}'):
        assert (await mia.http.post("/api/guest", content=body, headers=json_)).status_code == 400
    since = len(mia.heard)
    await mia.say('{"t":"cmd","id":"half","do":"name","name":"Mia\\ud800"}')
    refused = await mia.until(lambda m: m["t"] == "nack", since)
    assert refused["code"] == "bad"
    await mia.gone()


async def test_who_looks_like_somebody_gets_a_number(home: House) -> None:
    """Nobody sits down as somebody who sits there: not with another script's letters, and not by a later name."""
    anna, *others = await seated(home.url, "Anna", "\u0410nna", "\uff21nna", "A n n a")
    names = [seat["name"] for seat in anna.room["seats"]]
    assert names[0] == "Anna"
    assert [name[-2:] for name in names[1:]] == [" 2", " 3", " 4"]
    assert (await others[0].do("name", name="Ben"))["t"] == "ack"
    assert (await others[0].do("name", name="\u0391nna"))["t"] == "ack"  # Greek
    seen = [seat["name"] for seat in others[0].room["seats"]]
    assert seen[1] != "\u0391nna"
    assert len(set(seen)) == 4
    for player in (anna, *others):
        await player.gone()


async def test_three_hundred_letters_of_chat(home: House) -> None:
    (mia,) = await seated(home.url, "Mia")
    assert (await mia.ask({"t": "say", "text": "\u00e4" * 300}))["t"] == "ack"
    for text in ("x" * 301, "\u00e4" * 301, "", "\u202e", "\u200b" * 10):
        assert (await mia.ask({"t": "say", "text": text}))["code"] == "bad", text
    await mia.gone()


MARKUP = ["<script>x()</script>", '"><img src=x', "'-alert(1)-'", "{{7*7}}${7*7}", "</title><b>", "&lt;b&gt;"]


@pytest.mark.parametrize("name", MARKUP)
async def test_markup_in_a_name_is_text(home: House, name: str) -> None:
    """Stored and sent as it was typed, escaped where the server writes HTML; nothing the pages say runs."""
    mia, ben = await started(home.url, name, "Ben", deals=1)
    assert mia.room["seats"][0]["name"] == name
    await play_out([mia, ben])
    match = mia.table["match"]
    page = await mia.http.get(f"/matches/{match}", headers={"accept": "text/html"})
    assert name in html.unescape(page.text)
    for plain in ("<script>x", "<img src=x", "</title><b>", ">49<"):
        assert plain not in page.text, plain
    assert re.findall(r"<script(?![^>]*\ssrc=)", page.text) == []
    record = (await mia.http.get(f"/api/matches/{match}")).json()
    assert record["seats"][0]["name"] == name
    for player in (mia, ben):
        await player.gone()


@pytest.mark.parametrize("typed", ["<script>x()</script>", '"onmouseover="x()', "{{7*7}}", "%0d%0aset-cookie:x=1"])
async def test_markup_in_an_address_is_text(home: House, typed: str) -> None:
    async with httpx.AsyncClient(base_url=home.url, headers={"accept": "text/html"}) as http:
        for path in ("/r/", "/matches/", "/rules/", "/nowhere/", "/history?cursor=", "/?x="):
            answer = await http.get(path + typed)
            assert "<script>x" not in answer.text
            assert not re.search(r"\son\w+=[\"']", answer.text)
            assert "x" not in answer.cookies
            assert ">49<" not in answer.text


def test_pages_write_text_and_never_markup() -> None:
    """Nothing in the browser's scripts takes a text for HTML or for a program."""
    never = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|srcdoc|setHTML|DOMParser"
        r"|\beval\(|new Function|setTimeout\(\s*[\"'`]|javascript:"
    )
    scripts = [file for file in STATIC.rglob("*.js") if "node_modules" not in file.parts]
    assert len(scripts) > 20
    assert [
        (file.name, found) for file in scripts for found in never.findall(file.read_text("utf-8"))
    ] == READS_OUR_PAGES
    assert never.findall("box.innerHTML = name"), "the search finds it"


async def test_a_name_told_by_a_lookup_is_json_and_no_page(home: House) -> None:
    mia = await Player(home.url, "<b>Mia").arrive()
    code = (await mia.http.post("/api/guest/code", json={})).json()["code"]
    for path, body in (("/api/guest", {}), ("/api/device", {"code": code})):
        answer = await mia.http.post(path, json=body)
        assert answer.json()["name"] == "<b>Mia"
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
    await mia.gone()
