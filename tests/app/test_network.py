"""Bad networks: wherever the line breaks or falls silent, a move is made once and nobody is out of step."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.app.house import house
from tests.app.player import Player, play_out, started
from tests.services.proxy import Proxy, network

pytestmark = pytest.mark.usefixtures("way")
PARTS = 12  # cuts per direction, spread over the frames


class Two(NamedTuple):
    """Mia's and Ben's match; Mia, and only she, is behind a bad network."""

    proxy: Proxy
    mia: Player
    ben: Player
    code: str


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[Two]:
    async with house(tmp_path) as running, network(running.url) as proxy:
        mia, ben = await started(running.url, "Mia", "Ben", deals=1)
        code = mia.socket.request.path.rsplit("/", 1)[1]
        far = await behind(proxy, mia, running.url, code)
        await far.enter(code)
        await far.until(lambda m: m["t"] == "table")
        await mia.leave()
        yield Two(proxy, far, ben, code)
        proxy.resume()
        for player in (mia, far, ben):
            await player.gone()


async def behind(proxy: Proxy, player: Player, url: str, code: str) -> Player:
    """The same guest once more, behind the proxy: the cookie's name holds the port one came to."""
    told = (await player.do("code"))["data"]
    far = Player(proxy.url, player.name)
    answer = await far.http.post("/api/guest", json={"code": told["code"]})
    far.guest = answer.json()["guest"]
    assert far.guest == player.guest
    return far


async def her_turn(two: Two) -> dict[str, Any]:
    """A move that Mia may make now, as a frame without an id."""
    while two.mia.table["view"]["facts"]["to_act"] != 0:
        await two.ben.sees(two.mia.table["v"])
        answer = await two.ben.move(two.ben.plays()[0])
        await two.mia.sees(answer["v"])
    return {"t": "move", "turn": two.mia.table["turn"], "move": two.mia.plays()[0]}


async def back(two: Two) -> None:
    """What a page does once the line is lost."""
    await two.mia.leave()
    since = len(two.mia.heard)
    await two.mia.enter(two.code, last=two.mia.table["v"])
    await two.mia.until(lambda m: m["t"] == "table", since)


async def made_once(two: Two, move: dict[str, Any], id: str) -> None:
    """Sent again under its id it has its answer, and Ben saw it exactly once."""
    answer = await two.mia.ask(dict(move), id)
    assert (answer.get("ack"), answer["turn"]) == (id, move["turn"] + 1), answer
    await two.ben.sees(answer["v"])
    told = [item for m in two.ben.heard if m["t"] == "table" for item in m["news"] if item["v"] == answer["v"]]
    assert len(told) == 1
    assert told[0]["events"][0]["seat"] == 0


async def test_cut_at_any_byte_of_a_move(two: Two) -> None:
    """R14: from before its first byte to after its last one."""
    for part in range(PARTS + 1):
        move = await her_turn(two)
        frame = json.dumps({**move, "id": f"up{part}"})
        (link,) = two.proxy.sockets
        link.cut_up = (len(frame) + 8) * part // PARTS  # a frame's head and mask are 6 or 8 bytes
        await two.mia.say(frame)
        if part < PARTS:
            await two.mia.closed()
        else:
            two.proxy.cut()
        await back(two)
        await made_once(two, move, f"up{part}")


async def test_cut_at_any_byte_of_an_answer(two: Two) -> None:
    """R14: the move is stored, and what says so breaks off."""
    for part in range(PARTS):
        move = await her_turn(two)
        (link,) = two.proxy.sockets
        link.cut_down = 1000 * part // PARTS
        await two.mia.say({**move, "id": f"down{part}"})
        await two.mia.closed()
        await back(two)
        assert two.mia.table["turn"] == move["turn"] + 1, "it is stored: the new line shows it"
        await made_once(two, move, f"down{part}")


async def test_a_swallowed_answer(two: Two) -> None:
    """R24: the line stands, and only the answer is lost: a second socket with the same id gets it."""
    move = await her_turn(two)
    two.proxy.swallows = lambda frame: b'"ack":"lost"' in frame
    await two.mia.say({**move, "id": "lost"})
    await two.ben.until(lambda m: m["t"] == "table" and m["turn"] == move["turn"] + 1)
    two.proxy.swallows = None
    tab = Player(two.proxy.url, "Mia")
    tab.http.cookies = two.mia.http.cookies
    await tab.enter(two.code, last=two.mia.table["v"])
    answer = await tab.ask(move, "lost")
    assert (answer["ack"], answer["turn"]) == ("lost", move["turn"] + 1)
    assert two.proxy.taken == 1
    await tab.gone()
    await made_once(two, move, "lost")


async def test_what_was_held_back_arrives_when_all_is_over(two: Two) -> None:
    """R22, R24: a line falls silent with two moves in it; they come out of it long after the page went on."""
    move = await her_turn(two)
    two.proxy.stall()
    await two.mia.say({**move, "id": "held"})
    await two.mia.say({**move, "id": "other", "move": two.mia.plays()[-1]})
    page = Player(two.proxy.url, "Mia")
    page.http.cookies = two.mia.http.cookies
    await page.enter(two.code, last=two.mia.table["v"])
    await page.until(lambda m: m["t"] == "table")
    answer = await page.ask(move, "held")
    assert answer["turn"] == move["turn"] + 1
    since = len(two.mia.heard)
    two.proxy.resume()
    late = await two.mia.until(lambda m: m.get("ack") == "held", since)
    assert late["turn"] == move["turn"] + 1, "the same id, the same answer"
    refused = await two.mia.until(lambda m: m["t"] == "nack" and m["id"] == "other", since)
    assert refused["code"] == "stale", "made for a decision that has been made"
    assert await play_out([page, two.ben]) > 10
    await page.gone()


async def test_a_silent_line_does_not_keep_the_page_away(two: Two) -> None:
    """R22: the old socket looks open; the new one works at once, and the seat stays present when the old one goes."""
    move = await her_turn(two)
    two.proxy.stall()
    page = Player(two.proxy.url, "Mia")
    page.http.cookies = two.mia.http.cookies
    began = asyncio.get_running_loop().time()
    await page.enter(two.code, last=None)
    await page.until(lambda m: m["t"] == "table")
    assert asyncio.get_running_loop().time() - began < 1
    two.proxy.sockets[0].cut()
    assert (await page.ask(move, "new"))["turn"] == move["turn"] + 1
    since = len(two.ben.heard)
    await two.ben.do("name", name="Benno")
    room = await two.ben.until(lambda m: m["t"] == "room", since)
    assert room["seats"][0]["state"] == "present"
    await page.gone()


async def test_a_slow_line_loses_the_race_and_nothing_else(two: Two) -> None:
    """R34: five times the same frame on two lines, one of them slow."""
    move = await her_turn(two)
    two.proxy.delay = 0.05
    page = Player(two.ben.url, "Mia")
    await behind_nothing(two, page)
    for _ in range(5):
        await two.mia.say({**move, "id": "race"})
        await page.say({**move, "id": "race"})
    for player in (two.mia, page):
        await player.until(lambda m: m.get("ack") == "race")
        assert player.table["turn"] == move["turn"] + 1
    two.proxy.delay = 0
    await made_once(two, move, "race")
    await page.gone()


async def behind_nothing(two: Two, page: Player) -> None:
    """Mia's third device, on a good line."""
    told = (await two.mia.do("code"))["data"]
    await page.http.post("/api/guest", json={"code": told["code"]})
    await page.enter(two.code)
    await page.until(lambda m: m["t"] == "table")


async def test_lines_of_chat_said_again_keep_their_order(two: Two) -> None:
    """R25: twelve lines and two commands, cut in the middle, all sent again: each once, in order."""
    lines = [{"t": "say", "id": f"s{nth}", "text": f"line {nth}"} for nth in range(12)]
    (link,) = two.proxy.sockets
    link.cut_up = 6 * (len(json.dumps(lines[0])) + 6) + 10
    for line in lines:
        try:
            await two.mia.say(dict(line))
        except Exception:
            break
    await two.mia.closed()
    await back(two)
    for line in lines:
        assert (await two.mia.ask(dict(line), line["id"]))["t"] == "ack"
    for name in ("M 1", "M 2"):
        assert (await two.mia.do("name", name=name))["t"] == "ack"
    await two.ben.until(lambda m: m["t"] == "chat" and m["lines"][-1]["n"] == 12)
    heard = [line["text"] for m in two.ben.heard if m["t"] == "chat" for line in m["lines"]]
    assert heard == [line["text"] for line in lines]


async def test_no_upgrade_no_socket(two: Two) -> None:
    """R31: a proxy that strips the upgrade gets a plain answer at once, no open end."""
    two.proxy.blocks_upgrades = True
    answer = await two.mia.http.get(
        f"/ws/rooms/{two.code}", headers={"Upgrade": "websocket", "Connection": "Upgrade", "Origin": two.proxy.url}
    )
    assert 400 <= answer.status_code < 500
