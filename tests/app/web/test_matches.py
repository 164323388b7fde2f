"""Matches by REST as a program asks for them: filters, links, tags, replays, and taking a match along."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import orjson
import pytest

from app.rooms.export import BadExport, read
from engine.games import SHELF
from tests.app.house import House
from tests.app.player import play_out, started

SCHEMA = json.loads((Path(__file__).parents[3] / "docs/record.schema.json").read_text())


@pytest.fixture
async def http(served: House) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=served.url, timeout=20) as client:
        yield client


async def played(url: str, seed: int = 1, **options: Any) -> tuple[str, list[str]]:
    """A match by Mia and Ben: its id, and their ids."""
    people = await started(url, "Mia", "Ben", **options)
    await play_out(people, seed)
    match = people[0].table["match"]
    for player in people:
        await player.gone()
    return match, [player.guest for player in people]


async def test_a_question_by_program(served: House, http: httpx.AsyncClient) -> None:
    first, (mia, ben) = await played(served.url, game="waterhole", deals=1)
    second, (mia2, _) = await played(served.url, 2, game="kariba", deals=1, market=True)
    answers = {
        "": [second, first],
        f"player={mia}": [first],
        "player=mIA": [second, first],
        f"player={mia}&opponent={ben}": [first],
        f"player={mia}&opponent={mia2}": [],
        "game=kariba&variant=market=true": [second],
        "variant=deals=1,market=false": [],
        "seats=2": [second, first],
        "seats=3": [],
        "since=2020-01-01&until=2100-01-01T00:00:00%2B02:00": [second, first],
        "until=2020-01-01T00:00:00Z": [],
        "result=abandoned": [],
        "result=draw": [],
    }
    for query, expected in answers.items():
        page = (await http.get(f"/api/matches?{query}")).json()
        assert [item["match"] for item in page["items"]] == expected, query
    won, lost = [(await http.get(f"/api/matches?player=mia&result={end}")).json()["items"] for end in ("won", "lost")]
    for item in (await http.get("/api/matches?player=mia")).json()["items"]:
        winners = item["scores"]["winners"]
        assert (item in won, item in lost) == (winners == [0], winners == [1])


async def test_links_lead_through_all_pages(served: House, http: httpx.AsyncClient) -> None:
    kept = [(await played(served.url, seed, deals=1))[0] for seed in range(3)]
    seen, address = [], "/api/matches?limit=1&player=mia&game=waterhole"
    while address:
        answer = await http.get(address)
        seen += [item["match"] for item in answer.json()["items"]]
        assert answer.links["first"]["url"] == "/api/matches?limit=1&player=mia&game=waterhole"
        address = answer.links.get("next", {}).get("url", "")
    assert seen == kept[::-1]


BAD = [
    "player=" + 201 * "x",
    "result=won",
    "result=nobody",
    "variant=deals",
    "variant=deals=1;",
    "seats=0",
    "seats=two",
]
BAD += ["since=yesterday", "since=2026-13-01", "until=2026-11-30T12:00:00"]


@pytest.mark.parametrize("query", BAD)
async def test_what_cannot_be_read_is_refused(http: httpx.AsyncClient, query: str) -> None:
    answer = await http.get(f"/api/matches?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad")


async def test_whoever_has_an_answer_is_told_so(served: House, http: httpx.AsyncClient) -> None:
    match, _ = await played(served.url, deals=1)
    for path in ("", "/moves", "/fairness", "/replay?seat=1", "/export", "/export?format=text&lang=de"):
        first = await http.get(f"/api/matches/{match}{path}")
        tag = first.headers["etag"]
        plain = await http.get(f"/api/matches/{match}{path}", headers={"accept-encoding": "identity"})
        assert plain.headers["etag"] == tag
        assert plain.content == first.content
        assert "content-encoding" not in plain.headers
        again = await http.get(f"/api/matches/{match}{path}", headers={"if-none-match": f'"x", {tag}'})
        assert (again.status_code, again.content) == (304, b"")
        assert (await http.get(f"/api/matches/{match}{path}", headers={"if-none-match": '"x"'})).status_code == 200
    assert (await http.get(f"/api/matches/{match}/replay")).headers["content-encoding"] == "gzip"


async def test_a_running_match_is_nowhere(served: House, http: httpx.AsyncClient) -> None:
    people = await started(served.url, "Mia", "Ben", deals=1)
    await play_out(people, moves=5)
    match = people[0].table["match"]
    for path in ("", "/moves", "/fairness", "/replay", "/replay?seat=0&step=1", "/export", "/export?format=text"):
        answer = await http.get(f"/api/matches/{match}{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "gone")
    assert (await http.get("/api/matches")).json()["items"] == []
    for player in people:
        await player.gone()


async def test_an_export_is_a_record_and_is_read_back(served: House, http: httpx.AsyncClient) -> None:
    match, _ = await played(served.url, game="seven_waters")
    file = (await http.get(f"/api/matches/{match}/export")).content
    export = orjson.loads(file)
    jsonschema.validate(export, SCHEMA)
    for seat in ("0", "1", "watch"):
        query = "" if seat == "watch" else f"?seat={seat}"
        replay = (await http.get(f"/api/matches/{match}/replay{query}")).json()
        assert export["views"][seat] == replay["views"]
        assert export["news"][seat] == replay["news"]
    kept = await served.app.state.history.whole(match)
    assert kept is not None
    assert read(file, SHELF) == kept[0]


async def test_an_unlisted_match_stays_unlisted(served: House, http: httpx.AsyncClient) -> None:
    people = await started(served.url, "Mia", "Ben", deals=1)
    await people[0].do("house", house={"listed": False})
    await play_out(people)
    match = people[0].table["match"]
    file = (await http.get(f"/api/matches/{match}/export")).content
    assert not read(file, SHELF).listed
    for query in ("", "?player=mia", f"?player={people[0].guest}", f"?opponent={people[1].guest}", "?game=waterhole"):
        assert (await http.get(f"/api/matches{query}")).json()["items"] == []
    for player in people:
        await player.gone()


def _set(*path: Any) -> Any:
    """A change to an export: the value at the end of a path."""

    def change(export: Any) -> None:
        *way, last, value = path
        for step in way:
            export = export[step]
        export[last] = value

    return change


WRONG = {
    "another version": _set("record", 2),
    "unknown field": _set("code", "abcdefghjk"),
    "points": _set("scores", "totals", [1, 1]),
    "no such winner": _set("scores", "winners", [7]),
    "a seat too few": lambda export: export["seats"].pop(),
    "a step too few": lambda export: export["steps"].pop(),
    "a view too few": lambda export: export["views"]["1"].pop(),
    "no spectator": lambda export: export["views"].pop("watch"),
    "another card": _set("fairness", "deals", 0, "order", 0, 99),
    "another move": _set("steps", 1, "move", {"type": "play", "cards": [9]}),
    "another's turn": lambda export: export["steps"][1].update(seat=1 - export["steps"][1]["seat"]),
    "broken off": _set("result", "abandoned"),
    "no zone": _set("ended_at", "2026-11-30T12:00:00"),
    "no id": _set("match", "m_"),
    "nobody": _set("seats", 0, "name", ""),
}


@pytest.mark.parametrize("what", WRONG)
async def test_a_file_that_is_not_right_is_refused_whole(served: House, http: httpx.AsyncClient, what: str) -> None:
    match, _ = await played(served.url, deals=1)
    export = (await http.get(f"/api/matches/{match}/export")).json()
    assert read(orjson.dumps(export), SHELF).record["match"] == match
    WRONG[what](export)
    with pytest.raises(BadExport):
        read(orjson.dumps(export), SHELF)


@pytest.mark.parametrize("file", [b"", b"{", b"[]", b"null", b'{"record": 1}', b"[" * 100_000, b"\xff"])
def test_what_is_no_file_of_ours(file: bytes) -> None:
    with pytest.raises(BadExport):
        read(file, SHELF)


TEXTS = {
    "en": ("Waterhole: Mia and Ben", "Seat 1: Mia", "Deal 1.", "plays", "chases off", "sealed before play"),
    "de": ("Wasserloch: Mia und Ben", "Platz 1: Mia", "Durchgang 1.", "legt", "vertreibt", "vor dem Spiel versiegelt"),
}


@pytest.mark.parametrize("language", TEXTS)
async def test_a_match_as_text(served: House, http: httpx.AsyncClient, language: str) -> None:
    match, _ = await played(served.url, deals=1)
    asked = {"accept-language": language}
    answer = await http.get(f"/api/matches/{match}/export?format=text", headers=asked)
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-language"] == language
    assert answer.text == (await http.get(f"/api/matches/{match}/export?format=text&lang={language}")).text
    for words in TEXTS[language]:
        assert words in answer.text, words
    steps = (await http.get(f"/api/matches/{match}/moves")).json()["steps"]
    for step in steps[1:]:
        assert f"\n{step['step']}. " in answer.text
    assert "record." not in answer.text
    assert "{" not in answer.text


@pytest.mark.parametrize("game", ["kariba", "seven_waters"])
async def test_every_game_has_its_words(served: House, http: httpx.AsyncClient, game: str) -> None:
    options = {"market": True, "deals": 1} if game == "kariba" else {}
    match, _ = await played(served.url, game=game, **options)
    for language in TEXTS:
        told = (await http.get(f"/api/matches/{match}/export?format=text&lang={language}")).text
        assert "{" not in told
        assert not any(word in told for word in ("record.", "herds.", "waters.", '"type"'))


async def test_names_and_chat_and_codes_stay_where_they_belong(served: House, http: httpx.AsyncClient) -> None:
    """An export holds no room code, no session and nothing that was said."""
    people = await started(served.url, "Mia", "Ben", deals=1)
    await people[0].ask({"t": "say", "text": "canarybird"})
    await play_out(people)
    match = people[0].table["match"]
    session = next(iter(people[0].http.cookies.values()))
    async with served.look() as connection:
        rooms = (await connection.exec_driver_sql("SELECT id, code, say FROM rooms")).all()
    told = [(await http.get(f"/api/matches/{match}/{what}")).text for what in ("export", "export?format=text", "moves")]
    told.append((await http.get("/api/matches")).text)
    for word in ("canarybird", session, *(word for room in rooms for word in room)):
        assert not any(word.lower() in one.lower() for one in told), word
    for player in people:
        await player.gone()
