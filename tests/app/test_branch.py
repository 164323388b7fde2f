"""Playing on from a moment of a finished match, over real sockets: the position, the way to its end, what is kept."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import jsonschema
import orjson
import pytest
from sqlalchemy import func, select, text

from app.rooms import export
from app.store import tables
from engine.games import SHELF
from tests.app.house import House, house
from tests.app.player import Message, Player, play_out, started

SCHEMA = json.loads((Path(__file__).parents[2] / "docs/record.schema.json").read_text())
BOXES: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
    ("waterhole", ("Mia", "Ben"), {"deals": 3}),
    ("kariba", ("Mia", "Ben", "Zoe"), {"deals": 1, "market": True}),
    ("seven_waters", ("Mia", "Ben"), {"contest": False}),
    ("seven_waters", ("Mia", "Ben"), {"contest": True}),
]
_keys = itertools.count(1)


class Kept(NamedTuple):
    """A finished match: its id, its steps, and the orders of its deals."""

    match: str
    steps: list[dict[str, Any]]
    orders: list[list[Any]]

    def deal(self, nth: int) -> int:
        """The step of a deal, counted from one."""
        return [at for at, step in enumerate(self.steps) if "deal" in step][nth - 1]


async def kept(url: str, names: Sequence[str] = ("Mia", "Ben"), game: str = "waterhole", **options: Any) -> Kept:
    """A match that people have played to its end."""
    people = await started(url, *names, game=game, **options)
    await play_out(people, 3)
    match, http = people[0].table["match"], people[0].http
    steps = (await http.get(f"/api/matches/{match}/moves")).json()["steps"]
    deals = (await http.get(f"/api/matches/{match}/fairness")).json()["deals"]
    for player in people:
        await player.gone()
    return Kept(match, steps, [deal["order"] for deal in deals])


async def ask(player: Player, match: str, step: int, seat: int = 0, **more: Any) -> httpx.Response:
    body = {"kind": "branch", "from": {"match": match, "step": step}, "seat": seat, "key": f"branch-{next(_keys)}"}
    return await player.http.post("/api/rooms", json={**body, **more})


async def play_on(url: str, match: str, step: int, seat: int = 0, **more: Any) -> tuple[Player, str]:
    """Finn at the table, and the code of the room."""
    finn = await Player(url, "Finn").arrive()
    made = await ask(finn, match, step, seat, **more)
    assert made.status_code == 201, made.text
    await finn.enter(made.json()["code"])
    await finn.until(lambda m: m["t"] == "table")
    return finn, made.json()["code"]


def due(seat: int, after: int, message: Message) -> bool:
    """Whether this seat is to do something, or nobody is any more."""
    if message["t"] != "table" or message["v"] <= after:
        return False
    facts = message["view"]["facts"]
    return facts["to_act"] == seat or facts["phase"] in ("between", "over")


async def to_the_end(player: Player, seat: int, moves: int = 10_000) -> None:
    """Random moves of one seat among bots, until the match is over or so many are made."""
    chance, before = random.Random(5), -1
    while moves:
        table = await player.until(partial(due, seat, before))
        if table["v"] < player.table["v"]:  # of the past
            before = table["v"]
            continue
        facts = table["view"]["facts"]
        if facts["phase"] == "over":
            return
        before = table["v"]
        if facts["to_act"] == seat:
            answer = await player.move(chance.choice(player.plays()))
            assert answer["t"] == "table", answer
            before = answer["v"] - (1 if due(seat, before, answer) else 0)
            moves -= 1
        else:
            assert (await player.do("next"))["t"] == "ack"


async def record_of(http: httpx.AsyncClient, match: str) -> dict[str, Any]:
    """The whole of it."""
    record: dict[str, Any] = (await http.get(f"/api/matches/{match}")).json()
    record |= (await http.get(f"/api/matches/{match}/moves")).json()
    record["fairness"] = (await http.get(f"/api/matches/{match}/fairness")).json()
    return record


@pytest.mark.parametrize(("game", "names", "options"), BOXES, ids=lambda one: str(one))
async def test_from_the_middle_of_a_match_to_its_end(
    served: House, game: str, names: tuple[str, ...], options: dict[str, Any]
) -> None:
    one = await kept(served.url, names, game, **options)
    step = one.deal(2) + 5 if options.get("deals") == 3 else len(one.steps) // 2
    seat = len(names) - 1
    finn, _ = await play_on(served.url, one.match, step, seat)
    http = finn.http
    begun = next(m for m in finn.heard if m["t"] == "table")
    replay = (await http.get(f"/api/matches/{one.match}/replay?seat={seat}")).json()
    assert begun["view"] == replay["views"][step], "what this seat saw then"
    # What this seat was told then, as far as the deal that runs, under numbers that no row has.
    heard = replay["news"][
        max(at for at, one_step in enumerate(one.steps[: step + 1]) if "deal" in one_step) : step + 1
    ]
    assert [item["events"] for item in begun["news"]][: len(heard)] == heard
    assert [item["v"] for item in begun["news"]][: len(heard)] == list(range(1 - len(heard), 1))
    assert all(item["old"] for item in begun["news"])
    first = next(m for m in finn.heard if m["t"] == "room")
    assert (first["phase"], first["kind"], first["game"]) == ("playing", "branch", game)
    moves = sum("seat" in one_step for one_step in one.steps[: step + 1])
    assert first["from"] == {"match": one.match, "step": step, "move": moves}
    assert [bool(held["guest"]) for held in first["seats"]] == [nth == seat for nth in range(len(names))]
    assert (first["fair"]["commitments"], first["fair"]["seeds"]) == ([], [])

    await to_the_end(finn, seat)
    match = finn.table["match"]
    record = await record_of(http, match)
    jsonschema.validate(record, SCHEMA)
    assert (record["kind"], record["result"], record["after"]) == ("branch", "finished", None)
    assert record["from"] == {"match": one.match, "step": step}
    assert record["steps"][: step + 1] == one.steps[: step + 1]
    assert record["fairness"]["scheme"] == record["fairness"]["first_by"] == "written"
    assert [deal["order"] for deal in record["fairness"]["deals"]] == one.orders
    watched = (await http.get(f"/api/matches/{match}/replay")).json()
    assert len(watched["views"]) == len(record["steps"])
    file = (await http.get(f"/api/matches/{match}/export?format=json")).content
    assert export.read(file, SHELF).record["from"] == record["from"]
    await finn.gone()


async def test_it_is_counted_nowhere_and_listed_nowhere(served: House) -> None:
    one = await kept(served.url, deals=1)
    finn, _ = await play_on(served.url, one.match, 4)
    await finn.http.post("/api/me", json={"leaderboard": True})
    await to_the_end(finn, 0)
    match = finn.table["match"]
    items = (await finn.http.get("/api/matches")).json()["items"]
    assert [item["match"] for item in items] == [one.match]
    for asked in (f"player={finn.guest}", "player=Finn", "game=waterhole&player=Otto", "result=won&player=Finn"):
        assert (await finn.http.get(f"/api/matches?{asked}")).json()["items"] == []
    assert (await finn.http.get(f"/api/players/{finn.guest}/stats")).json()["matches"] == 0
    assert (await finn.http.get("/api/leaderboard?game=waterhole")).json()["items"] == []
    async with served.look() as connection:
        seats = (
            await connection.execute(text("SELECT listed FROM match_seats WHERE guest = :g"), {"g": finn.guest})
        ).all()
        assert [bool(seat.listed) for seat in seats] == [False]
    # By its id it is there, and its player takes it along.
    assert (await finn.http.get(f"/api/matches/{match}")).status_code == 200
    assert [m["match"] for m in (await finn.http.get("/api/me/export")).json()["matches"]] == [match]
    # Whoever imports it somewhere else gets it unlisted, too, whatever the file says.
    file = orjson.loads((await finn.http.get(f"/api/matches/{match}/export?format=json")).content)
    assert not export.read(orjson.dumps({**file, "listed": True}), SHELF).listed
    await finn.gone()


@pytest.fixture
async def one(served: House) -> AsyncIterator[tuple[Player, Kept]]:
    """Finn, and a match of three deals."""
    match = await kept(served.url, deals=3)
    finn = await Player(served.url, "Finn").arrive()
    yield finn, match
    await finn.gone()


async def rows(served: House) -> list[Any]:
    async with served.look() as connection:
        counted = [select(func.count()).select_from(table) for table in (tables.rooms, tables.log, tables.secrets)]
        return [(await connection.execute(one)).scalar() for one in counted]


async def test_what_cannot_be_played_on_is_refused_with_its_field(served: House, one: tuple[Player, Kept]) -> None:
    finn, match = one
    last = len(match.steps) - 1
    before = await rows(served)
    moment = {"match": match.match, "step": 3}
    refused: list[tuple[dict[str, Any], int, str, dict[str, Any]]] = [
        ({"from": {"match": "m_nothing", "step": 3}}, 404, "gone", {"field": "match"}),
        ({"from": {"match": "", "step": 3}}, 404, "gone", {"field": "match"}),
        ({"from": {"match": "m_\x00", "step": 3}}, 404, "gone", {"field": "match"}),
        ({"from": {**moment, "step": -1}}, 400, "bad", {"field": "step", "max": last}),
        ({"from": {**moment, "step": last + 1}}, 400, "bad", {"field": "step", "max": last}),
        ({"from": {**moment, "step": 10**30}}, 400, "bad", {"field": "step", "max": last}),
        ({"from": {**moment, "step": last}}, 400, "bad", {"field": "step", "why": "over", "max": last}),
        ({"from": moment, "seat": 2}, 400, "bad", {"field": "seat", "max": 1}),
        ({"from": moment, "seat": -1}, 400, "bad", {"field": "seat", "max": 1}),
        ({"from": moment, "seat": None}, 400, "bad", {"field": "seat", "max": 1}),
        ({"from": moment, "game": "kariba"}, 400, "bad", {"field": "game"}),
        ({"from": moment, "options": {"deals": 1}}, 400, "bad", {"field": "options"}),
        ({"from": moment, "options": {"cheat": 1}}, 400, "bad", {"field": "options"}),
        ({"from": moment, "house": {"clock": 31}}, 400, "bad", {"field": "house"}),
        ({"from": None}, 400, "bad", {"field": "from"}),
        ({"from": moment, "kind": "play", "game": "waterhole"}, 400, "bad", {"field": "kind"}),
        ({"from": moment, "kind": "lesson", "game": "waterhole"}, 400, "bad", {"field": "kind"}),
        ({"from": None, "seat": None, "kind": "play"}, 400, "bad", {"field": "game"}),
    ]
    for change, status, code, facts in refused:
        answer = await ask(finn, match.match, 3, **change)
        assert (answer.status_code, answer.json()["code"], answer.json()["facts"]) == (status, code, facts), change
    for change in ({"from": {**moment, "step": 1.5}}, {"from": {**moment, "more": 1}}, {"from": "m_1"}, {"seat": "0"}):
        answer = await ask(finn, match.match, 3, **change)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad"), change
    async with httpx.AsyncClient(base_url=served.url) as nobody:
        body = {"kind": "branch", "from": moment, "seat": 0, "key": "12345678"}
        assert (await nobody.post("/api/rooms", json=body)).json()["code"] == "role"
    assert await rows(served) == before
    good: dict[str, Any] = {"game": "waterhole", "options": {"deals": 3}, "key": "the-same-key"}
    codes = [(await ask(finn, match.match, 3, **good)).json()["code"] for _ in range(2)]
    assert codes[0] == codes[1]


async def test_a_match_that_runs_or_was_broken_off_or_has_other_rules(
    served: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    mia, ben = await started(served.url, "Mia", "Ben", deals=1)
    await play_out([mia, ben], 1, moves=4)
    running = await ask(mia, mia.table["match"], 2)
    assert (running.status_code, running.json()["code"]) == (404, "gone")
    await ben.leave()
    await mia.until(lambda m: m["t"] == "room" and (m["seats"][1] or {}).get("state") == "away")
    assert (await mia.do("absent", seat=1, choice="end"))["t"] == "ack"
    broken = await ask(mia, mia.table["match"], 2)
    assert broken.json()["facts"] == {"field": "match", "why": "unfinished"}
    one = await kept(served.url, deals=1)
    monkeypatch.setattr(type(SHELF["waterhole"]), "version", 99)
    other = await ask(mia, one.match, 2)
    assert other.json()["facts"] == {"field": "match", "why": "rules"}
    for player in (mia, ben):
        await player.gone()


async def test_nobody_without_a_name_sits(served: House) -> None:
    one = await kept(served.url, deals=1)
    nobody = await Player(served.url, "").arrive()
    answer = await ask(nobody, one.match, 2)
    assert answer.json()["facts"] == {"field": "name", "why": "empty"}
    await nobody.gone()


async def back_again(finn: Player, served: House, session: str, code: str) -> None:
    """Finn once more, at another port."""
    finn.url, finn.table = served.url, {}
    finn.heard.clear()
    finn.http.base_url = httpx.URL(served.url)
    finn.http.cookies.clear()
    finn.http.cookies.set(f"sid_{served.url.rsplit(':', 1)[1]}", session)
    await finn.enter(code)
    await finn.until(lambda m: m["t"] == "table")


async def test_a_restart_in_the_middle_changes_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        one = await kept(running.url, deals=3)
        finn, code = await play_on(running.url, one.match, one.deal(2) + 4)
        await to_the_end(finn, 0, moves=3)
        await finn.until(partial(due, 0, finn.table["v"] - 1))
        before, session = finn.table, next(iter(finn.http.cookies.values()))
        await finn.leave()
    async with house(tmp_path) as running:
        await back_again(finn, running, session, code)
        after = next(m for m in finn.heard if m["t"] == "table")
        assert [after[part] for part in ("match", "turn", "view", "offer")] == [
            before[part] for part in ("match", "turn", "view", "offer")
        ]
        assert finn.room["from"]["match"] == one.match
        await to_the_end(finn, 0)
        record = await record_of(finn.http, after["match"])
        assert [deal["order"] for deal in record["fairness"]["deals"]] == one.orders
        assert (await finn.do("again"))["t"] == "ack"
        await finn.until(lambda m: m["t"] == "table" and m["match"] != after["match"])
        await finn.leave()
    # The rematch's start row carries everything again: what came before is not read any more.
    async with house(tmp_path) as running:
        await back_again(finn, running, session, code)
        await to_the_end(finn, 0)
        second = await record_of(finn.http, finn.table["match"])
        assert second["steps"][: one.deal(2) + 5] == one.steps[: one.deal(2) + 5]
        assert (second["after"], second["from"]) == (record["match"], record["from"])
        await finn.gone()


async def test_again_starts_the_same_position_anew_and_the_room_keeps_its_game(served: House) -> None:
    one = await kept(served.url, deals=1)
    finn, _ = await play_on(served.url, one.match, 5, seat=1, house={"bot_level": "easy", "listed": False})
    begun = next(m for m in finn.heard if m["t"] == "table")
    assert [held["bot"] for held in finn.room["seats"]] == ["easy", None]
    await to_the_end(finn, 1)
    await finn.until(lambda m: m["t"] == "room" and m["phase"] == "over")
    for do, fields in (("game", {"game": "kariba"}), ("options", {"options": {"deals": 3}})):
        answer = await finn.do(do, **fields)
        assert (answer["code"], answer["facts"]) == ("illegal", {"rule": "branch_fixed"})
    since = len(finn.heard)
    assert (await finn.do("again"))["t"] == "ack"
    again = await finn.until(lambda m: m["t"] == "table" and m["match"] != begun["match"], since)
    assert (again["view"], again["turn"], again["offer"]) == (begun["view"], begun["turn"], begun["offer"])
    assert [item["events"] for item in again["news"]] == [item["events"] for item in begun["news"]]
    assert all(item["old"] for item in again["news"])
    await finn.gone()


async def test_a_hint_is_given_and_an_open_table_says_what_it_is(served: House) -> None:
    one = await kept(served.url, deals=1)
    finn, code = await play_on(served.url, one.match, 4)
    await finn.until(partial(due, 0, -1))
    answer = await finn.do("hint")
    assert answer["t"] == "ack"
    assert answer["data"]["move"]
    mine = (await finn.http.get("/api/tables")).json()
    assert [(table["code"], table["kind"], table["your_turn"]) for table in mine] == [(code, "branch", True)]
    await finn.gone()


async def test_a_viewer_gets_its_seats_view_and_nothing_of_what_lies_hidden(served: House) -> None:
    one = await kept(served.url, ("Mia", "Ben", "Zoe"), deals=3)
    step = one.deal(2) + 6
    finn, code = await play_on(served.url, one.match, step, seat=1)
    eye = await Player(served.url, "Eye").arrive()
    await eye.enter(code, want="watch")
    await eye.until(lambda m: m["t"] == "table")
    views = {
        who: (await finn.http.get(f"/api/matches/{one.match}/replay{asked}")).json()["views"]
        for who, asked in ((1, "?seat=1"), (None, ""))
    }
    for who, player in ((1, finn), (None, eye)):
        table = next(m for m in player.heard if m["t"] == "table")
        if table["turn"] == sum("seat" in one_step for one_step in one.steps[: step + 1]):
            assert table["view"] == views[who][step]
        hands = {place: lies for place, lies in table["view"]["places"].items() if place.startswith("hand:")}
        assert [place for place, lies in hands.items() if isinstance(lies, list)] == ([f"hand:{who}"] if who else [])
        for item in table["news"]:
            for event in item["events"]:
                for _, to, cards in event["moves"]:
                    if to.startswith("hand:") and to != f"hand:{who}":
                        assert set(cards) == {None}
        told = "\n".join(player.frames)
        for word in ("orders", "order", "secret", "steps"):
            assert f'"{word}":' not in told
        for pack in one.orders:
            assert json.dumps(pack, separators=(",", ":"))[1:-1] not in told
    match = finn.table["match"]
    for path in ("", "/moves", "/fairness", "/replay", "/export?format=json"):
        assert (await eye.http.get(f"/api/matches/{match}{path}")).status_code == 404
    for player in (finn, eye):
        await player.gone()
