"""A hint over real sockets: who may ask, that all see it was asked, and that only the asker hears what it says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.app.house import House
from tests.app.player import Player, seated, started

BOXES = [("waterhole", {"deals": 1}), ("kariba", {"deals": 1, "market": True}), ("seven_waters", {})]


async def acting(people: list[Player]) -> tuple[Player, Player]:
    """Who is to move, and who is not."""
    seat = people[0].table["view"]["facts"]["to_act"]
    return people[seat], people[1 - seat]


@pytest.mark.parametrize(("game", "options"), BOXES)
async def test_where_the_house_has_hints(served: House, game: str, options: dict[str, Any]) -> None:
    mia, ben, eye = await seated(served.url, "Mia", "Ben", watchers=1, game=game, **options)
    assert (await mia.do("house", house={"hints": True}))["t"] == "ack"
    await mia.do("start")
    for player in (mia, ben, eye):
        await player.until(lambda m: m["t"] == "table")
    one, other = await acting([mia, ben])
    since = [len(player.heard) for player in (other, eye)]
    answer = await one.ask({"t": "cmd", "do": "hint"}, id="h1")
    assert answer["t"] == "ack"
    data = answer["data"]
    assert data["key"]
    again = await one.ask({"t": "cmd", "do": "hint"}, id="h1")
    assert again["data"] == data, "the same id, the same answer"
    assert (await one.ask({"t": "cmd", "do": "hint"}, id="h2"))["data"] == data, "asked once more, the same answer"
    seat = one.table["view"]["facts"]["to_act"]
    for player, start in zip((other, eye), since, strict=True):
        told = await player.until(lambda m: m["t"] == "room" and m["seats"][seat]["hints"] == 2, start)
        assert told["seats"][1 - seat]["hints"] == 0
        assert json.dumps(data["facts"]) not in json.dumps(player.heard[start:])
        assert all(message["t"] == "room" for message in player.heard[start:])
    for player in (other, eye):
        assert (await player.do("hint"))["t"] == "nack"
    assert (await one.move(data["move"]))["t"] == "table", "what it says can be done"
    for player in (mia, ben, eye):
        await player.gone()


async def test_among_people_the_house_says_whether(served: House) -> None:
    people = await started(served.url, "Mia", "Ben", deals=1)
    one, _ = await acting(people)
    refused = await one.do("hint")
    assert (refused["code"], refused["facts"]) == ("illegal", {"rule": "no_hints"})
    assert all(seat is None or seat["hints"] == 0 for seat in one.room["seats"])
    for player in people:
        await player.gone()


async def test_against_bots_one_may_always_ask(served: House) -> None:
    mia = await Player(served.url, "Mia").arrive()
    await mia.enter(await mia.open_room("waterhole", deals=1))
    await mia.do("sit", seat=0)
    await mia.do("bot", seat=1, level="easy")
    await mia.do("start")
    await mia.until(lambda m: m["t"] == "table" and m["view"]["facts"]["to_act"] == 0)
    answer = await mia.do("hint")
    assert answer["data"]["move"]["type"] == "play"
    code = mia.socket.request.path.rsplit("/", 1)[1]
    # Also where the room is loaded anew, it is not forgotten that there was help.
    await mia.leave()
    served.app.state.rooms._forget(code)  # noqa: SLF001 - as after a restart
    await mia.enter(code)
    await mia.until(lambda m: m["t"] == "room" and m["seats"][0]["hints"] == 1, len(mia.heard) - 1)
    await mia.gone()
