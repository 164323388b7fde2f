"""Point 4: every limit is a setting, holds at its edge, and is nobody's to go round."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.settings import Settings
from tests.app.house import House, house
from tests.app.player import Player, seated
from tests.doors.knock import code_of, cookie_of, ending, knock, raw

DEFAULT = Settings()  # type: ignore[call-arg]
ROOM = {"game": "waterhole", "options": {"deals": 1}}


def test_the_limits_that_are_promised() -> None:
    promised = {
        "frame_bytes": 4096,
        "commands_per_second": 10,
        "commands_burst": 20,
        "chat_per_second": 1,
        "chat_burst": 5,
        "sockets_per_guest": 8,
        "watchers_per_room": 50,
        "rooms_per_hour": 10,
        "says_per_minute": 5,
        "analyses_per_hour": 30,
        "body_bytes": 65_536,
    }
    assert {name: getattr(DEFAULT, name) for name in promised} == promised
    assert DEFAULT.trusted_proxies == []


async def test_a_frame_of_four_kibibytes_and_not_a_byte_more(home: House) -> None:
    (mia,) = await seated(home.url, "Mia")
    frame = '{"t":"ping","n":1}'
    await mia.say(frame + " " * (4096 - len(frame)))
    await mia.until(lambda m: m["t"] == "pong")
    await mia.say(frame + " " * (4097 - len(frame)))
    assert await mia.closed() == 1009
    await mia.gone()


async def _tab(player: Player) -> Player:
    """The same guest once more."""
    tab = Player(player.url, player.name)
    tab.http.cookies, tab.guest = player.http.cookies, player.guest
    await tab.enter(code_of(player))
    await tab.until(lambda m: m["t"] == "room")
    return tab


async def test_more_sockets_and_new_ones_do_not_make_a_guest_faster(tmp_path: Path) -> None:
    """The allowance is the guest's: not each socket's, and not filled again by coming anew."""
    async with house(tmp_path, commands_per_second=0.01, commands_burst=20) as running:
        (mia,) = await seated(running.url, "Mia")  # a command of the twenty
        for nth in range(10):
            await mia.say({"t": "ping", "n": nth})
        await mia.until(lambda m: m["t"] == "pong" and m["n"] == 9)
        tabs = [await _tab(mia) for _ in range(4)]
        for tab in tabs:
            for nth in range(10):
                await tab.say({"t": "ping", "n": nth})
        for tab in tabs:
            await tab.until(lambda m: m["t"] == "nack" and m["code"] == "rate")
        assert sum(m["t"] == "pong" for one in (mia, *tabs) for m in one.heard) == 19
        ben = await Player(running.url, "Ben").arrive()
        await ben.enter(code_of(mia))
        assert (await ben.do("sit"))["t"] == "ack", "and nobody else is slower for it"
        for player in (mia, ben, *tabs):
            await player.leave()
        for player in (mia, ben, *tabs):
            await player.gone()


async def test_five_lines_at_once_and_then_one_a_second(tmp_path: Path) -> None:
    async with house(tmp_path, chat_per_second=DEFAULT.chat_per_second, chat_burst=DEFAULT.chat_burst) as running:
        mia, ben = await seated(running.url, "Mia", "Ben")
        tab = await _tab(mia)
        answers = await asyncio.gather(
            *(player.ask({"t": "say", "text": "hey"}, id=f"{nth}") for nth, player in enumerate([mia, tab] * 5))
        )
        assert sum(answer["t"] == "ack" for answer in answers) in (5, 6), "six where a second has gone by"
        assert {answer["code"] for answer in answers if answer["t"] == "nack"} == {"rate"}
        assert (await ben.ask({"t": "say", "text": "I may"}))["t"] == "ack"
        for player in (mia, ben, tab):
            await player.gone()


async def test_eight_sockets_a_guest_and_room(home: House) -> None:
    (mia,) = await seated(home.url, "Mia")
    tabs = [await _tab(mia) for _ in range(DEFAULT.sockets_per_guest - 1)]
    ninth = await raw(mia, code_of(mia))
    assert await ending(ninth) == 1013
    await tabs.pop().gone()
    tabs.append(await _tab(mia))
    other = await Player(home.url, "Ben").arrive()
    await other.enter(code_of(mia))
    assert (await other.do("sit"))["t"] == "ack"
    for player in (mia, other, *tabs):
        await player.gone()


async def test_sockets_that_never_say_hello_are_counted_too(home: House) -> None:
    (mia,) = await seated(home.url, "Mia")
    mute = [await raw(mia, code_of(mia), hello=False) for _ in range(DEFAULT.sockets_per_guest)]
    assert await ending(await raw(mia, code_of(mia))) == 1013
    for socket in mute:
        socket.cut()
    for _ in range(200):  # until the server has seen them go
        if len(home.app.state.rooms.open_rooms()[0].crowd.viewers) == 1 and await _let_in(mia):
            break
        await asyncio.sleep(0.02)
    else:
        raise AssertionError("their places were not given back")
    await mia.gone()


async def _let_in(mia: Player) -> bool:
    socket = await raw(mia, code_of(mia))
    heard = await socket.hear()
    socket.cut()
    return b'"welcome"' in heard.payload


async def test_a_full_gallery_keeps_no_player_out(tmp_path: Path) -> None:
    async with house(tmp_path, watchers_per_room=2) as running:
        mia, ben, *eyes = await seated(running.url, "Mia", "Ben", watchers=2)
        late = await Player(running.url, "Late").arrive()
        await late.enter(code_of(mia))
        assert await late.closed() == 1013
        await ben.leave()
        since = len(ben.heard)
        await ben.enter(code_of(mia))
        assert (await ben.until(lambda m: m["t"] == "welcome", since))["you"]["seat"] == 1
        for player in (mia, ben, late, *eyes):
            await player.gone()


@pytest.fixture
async def narrow(tmp_path: Path) -> AsyncIterator[House]:
    """A house of two rooms an hour and address, behind no proxy."""
    async with house(tmp_path, rooms_per_hour=2) as running:
        yield running


async def _rooms(running: House, forwarded: list[str]) -> list[int]:
    """One room after another, each asked for with this X-Forwarded-For and by a new guest."""
    found = []
    for nth, address in enumerate(forwarded):
        async with httpx.AsyncClient(base_url=running.url, headers={"x-forwarded-for": address}) as http:
            await http.post("/api/guest", json={"name": "Eve"})
            found.append((await http.post("/api/rooms", json={**ROOM, "key": f"key-{nth:05}"})).status_code)
    return found


async def test_a_visitors_own_word_for_its_address_is_not_taken(narrow: House) -> None:
    assert await _rooms(narrow, ["192.0.2.1", "192.0.2.2", "192.0.2.3", "::1, 192.0.2.4"]) == [201, 201, 429, 429]


async def test_a_proxys_word_is(tmp_path: Path) -> None:
    """The last address, which the proxy itself has added; what the visitor wrote before it counts for nothing."""
    async with house(tmp_path, rooms_per_hour=2, trusted_proxies=["127.0.0.1"]) as running:
        said = ["192.0.2.1", "6.6.6.6, 192.0.2.1", "7.7.7.7, 127.0.0.1, 192.0.2.1", "192.0.2.1, 192.0.2.2", "nonsense"]
        assert await _rooms(running, said) == [201, 201, 429, 201, 201]


async def test_a_house_full_of_rooms(tmp_path: Path) -> None:
    async with house(tmp_path, rooms=2) as running:
        mia = await Player(running.url, "Mia").arrive()
        answers = [await mia.http.post("/api/rooms", json={**ROOM, "key": f"key-{nth:05}"}) for nth in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 503]
        assert int(answers[2].headers["retry-after"]) > 0
        assert answers[2].json()["code"] == "unavailable"
        again = await mia.http.post("/api/rooms", json={**ROOM, "key": "key-00000"})
        assert again.json() == answers[0].json(), "who has a room keeps it"
        await mia.gone()


async def test_a_house_full_of_sockets(tmp_path: Path) -> None:
    async with house(tmp_path, sockets=2) as running:
        mia, ben = await seated(running.url, "Mia", "Ben")
        asked = [("Origin", running.url), ("Cookie", cookie_of(mia))]
        for _ in range(3):
            refused = await knock(running.url, code_of(mia), asked)
            assert refused.status == 503
            assert int(refused.headers["retry-after"]) > 0
            assert "content-security-policy" in refused.headers
        await ben.leave()
        for _ in range(200):
            if (await knock(running.url, code_of(mia), asked)).status == 101:
                break
            await asyncio.sleep(0.02)
        else:
            raise AssertionError("a place that was given back is nobody's")
        await mia.gone()
        await ben.gone()
