"""A game that the house has never heard of is played in a real room: its folder and a line on the shelf are enough."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engine.games import SHELF
from tests.app.house import House, house
from tests.app.player import Player, seated
from tests.tiny import TINY, TINY_BOTS

ROOT = Path(__file__).parents[2]
WITH_TINY: dict[str, Any] = {"shelf": {**SHELF, **TINY}, "bots": TINY_BOTS}


@pytest.fixture
async def tiny(tmp_path: Path) -> AsyncIterator[House]:
    """A server whose shelf has one game more."""
    async with house(tmp_path, create=WITH_TINY) as served:
        yield served


async def played(people: list[Player]) -> Player:
    """Everybody lays the first card they are offered until it is over; a bot makes its own moves."""
    watcher = people[-1]
    for _ in range(30):
        table = watcher.table or await watcher.until(lambda m: m["t"] == "table")
        facts, v = table["view"]["facts"], table["v"]
        if facts["phase"] == "over":
            break
        if facts["to_act"] < len(people) - 1 and people[facts["to_act"]].table:
            player = people[facts["to_act"]]
            await player.sees(v)
            answer = await player.move({"type": "lay", "card": player.table["offer"]["lay"][0]})
            assert answer["t"] == "table", answer
        await watcher.sees(v + 1)
    for player in people:
        await player.until(lambda m: m["t"] == "table" and m["view"]["facts"]["phase"] == "over")
        await player.until(lambda m: m["t"] == "room" and m["phase"] == "over")
    return watcher


async def test_it_stands_on_the_shelf_with_its_option_and_its_bots(tiny: House) -> None:
    player = await Player(tiny.url, "Mia").arrive()
    games = {game["name"]: game for game in (await player.http.get("/api/games")).json()}
    assert games.keys() == {*SHELF, "high_card"}
    assert games["high_card"]["seats"] == {"min": 2, "max": 3}
    option = {"type": "boolean", "values": [False, True], "default": False, "text": "option.low"}
    assert games["high_card"]["options"] == {"low": option}
    assert games["high_card"]["bots"] == ["easy", "medium", "hard", "expert"]
    body = {"game": "high_card", "options": {"low": 1}, "key": "tiny-1234"}
    refused = await player.http.post("/api/rooms", json=body)
    assert (refused.status_code, refused.json()["facts"]["option"]) == (400, "low")
    await player.gone()


async def test_it_is_played_to_its_end_and_looked_up_afterwards(tiny: House) -> None:
    people = await seated(tiny.url, "Mia", "Ben", watchers=1, game="high_card")
    mia, ben, _ = people
    assert (await mia.do("options", options={"low": True}))["t"] == "ack"
    assert (await mia.do("bot", seat=2, level="hard"))["t"] == "ack"
    assert (await mia.do("start"))["t"] == "ack"
    eye = await played(people)
    facts, match = eye.table["view"]["facts"], eye.table["match"]
    assert sum(facts["totals"]) == 4
    assert (await ben.move({"type": "lay", "card": "01"}))["code"] == "over"

    record = (await mia.http.get(f"/api/matches/{match}")).json()
    assert (record["game"], record["options"], record["result"]) == ("high_card", {"low": True}, "finished")
    assert [seat["bot"] for seat in record["seats"]] == [None, None, "hard"]
    assert record["scores"] == {
        "deals": facts["scores"],
        "totals": facts["totals"],
        "winners": facts["winners"],
    }
    for seat, player in enumerate(people):
        asked = "" if player is eye else f"?seat={seat}"
        views = (await player.http.get(f"/api/matches/{match}/replay{asked}")).json()["views"]
        assert views == [m["view"] for m in player.heard if m["t"] == "table"]
    steps = (await mia.http.get(f"/api/matches/{match}/moves")).json()["steps"]
    assert len(steps) == 1 + 12
    assert {step["by"] for step in steps[1:]} == {"guest", "bot"}
    (deal,) = (await mia.http.get(f"/api/matches/{match}/fairness")).json()["deals"]
    assert sorted(deal["order"]) == sorted(TINY["high_card"].pack(_between()))
    for path in ("/", f"/matches/{match}", "/history", eye.socket.request.path.replace("/ws/rooms", "/r")):
        assert (await mia.http.get(path)).status_code == 200, path
    for player in people:
        await player.gone()


def _between() -> Any:
    return TINY["high_card"].open(2, {"low": False}).table


async def test_a_refusal_names_its_rule(tiny: House) -> None:
    people = await seated(tiny.url, "Mia", "Ben", game="high_card")
    assert (await people[0].do("start"))["t"] == "ack"
    for player in people:
        await player.until(lambda m: m["t"] == "table")
    to_act = people[0].table["view"]["facts"]["to_act"]
    held = people[to_act].table["offer"]["lay"]
    other = next(f"{n:02d}" for n in range(1, 13) if f"{n:02d}" not in held)
    nack = await people[to_act].move({"type": "lay", "card": other})
    assert (nack["code"], nack["facts"]) == ("illegal", {"rule": "not_held", "card": other})
    assert (await people[to_act].move({"type": "play", "cards": [7]}))["code"] == "bad"
    assert (await people[1 - to_act].move({"type": "lay", "card": held[0]}))["code"] == "not_your_turn"
    for player in people:
        await player.gone()


async def test_without_a_bot_none_is_offered_and_who_leaves_is_still_played_for(tmp_path: Path) -> None:
    async with house(tmp_path, create={"shelf": TINY, "bots": {}}) as served:
        people = await seated(served.url, "Mia", "Ben", watchers=1, game="high_card")
        mia, ben, eye = people
        assert (await mia.http.get("/api/games")).json()[0]["bots"] == []
        assert (await mia.do("bot", seat=2, level="hard"))["code"] == "bad"
        assert (await mia.do("start"))["t"] == "ack"
        assert (await ben.do("leave"))["t"] == "ack"
        await played([mia, eye])
        assert eye.table["view"]["facts"]["phase"] == "over"
        for player in people:
            await player.gone()


def test_the_page_names_only_what_is_there() -> None:
    page = (ROOT / "docs/add-a-game.md").read_text("utf-8")
    named = [path for path in re.findall(r"`([\w./]+/[\w./]*)`", page) if not path.startswith("engine.")]
    assert len(named) > 15
    assert [path for path in named if not (ROOT / path).exists()] == []
