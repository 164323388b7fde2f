"""Point 3: codes open a room to whom they were given, and to nobody who guesses."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.rooms import codes
from app.rooms.clocks import HOUR
from app.rooms.ids import Ids
from app.settings import Settings
from app.web.security import client_address
from tests.app.house import House, house
from tests.app.player import Player, play_out, seated, started
from tests.doors.knock import addresses, code_of

HTML = {"accept": "text/html,*/*"}
LINK = "h4k9w2mq7x"


class Foretold(Ids):
    """Ids of which one is known beforehand: the code in the link of the first room."""

    def link(self) -> str:
        return LINK


async def asked(http: httpx.AsyncClient) -> list[Any]:
    """How each door that takes a code answers this one, but for the time."""
    answers: list[Any] = []
    for path in (f"/r/{LINK}", f"/api/rooms/{LINK}/qr.svg", f"/r/{LINK.upper()}?x=1"):
        for headers in (HTML, {"accept": "*/*"}):
            answer = await http.get(path, headers=headers)
            answers.append((answer.status_code, answer.content, {**answer.headers, "date": ""}))
    return answers


async def test_a_room_that_has_gone_and_one_that_never_was_are_the_same_bytes(tmp_path: Path) -> None:
    now = [1_700_000_000_000]
    create: dict[str, Any] = {"clock": lambda: now[0], "ids": Foretold(_counted())}
    async with house(tmp_path, create=create) as running, httpx.AsyncClient(base_url=running.url) as http:
        never = await asked(http)
        (mia,) = await seated(running.url, "Mia")
        assert code_of(mia) == LINK
        there = await asked(http)
        await mia.leave()
        now[0] += 49 * HOUR
        assert await running.app.state.rooms.expire() == 1
        assert await asked(http) == never
        assert [answer[0] for answer in never] == [404] * 6
        assert all(a != b for a, b in zip(there, never, strict=True)), "while it is there it does answer"
        await mia.enter(LINK)
        assert await mia.closed() == 4003
        gone = mia.heard[-1]
        await mia.leave()
        await mia.enter("0000000000")
        assert await mia.closed() == 4003
        assert mia.heard[-1] == gone
        await mia.gone()


def _counted() -> Callable[[int], bytes]:
    count = itertools.count(1)
    return lambda n: next(count).to_bytes(n, "little")


def test_a_link_is_fifty_bits_and_a_said_code_thirty() -> None:
    assert len(codes.ALPHABET) == len(set(codes.ALPHABET)) == 32
    assert not set("ilou") & set(codes.ALPHABET)
    made = Ids(lambda n: bytes(range(n)))
    assert (len(made.link()), len(made.say()), len(made.device())) == (10, 6, 8)
    assert {codes.make(1, lambda n, byte=byte: bytes([byte])) for byte in range(32)} == set(codes.ALPHABET)  # type: ignore[misc]


async def test_the_code_to_say_aloud_opens_one_door_only(home: House) -> None:
    """It is for POST /api/say; as a link, as a socket's address, as a picture or a device it is nothing."""
    mia, ben = await seated(home.url, "Mia", "Ben")
    say = mia.room["say"]
    for path in (f"/r/{say}", f"/api/rooms/{say}/qr.svg", f"/api/say?say={say}"):
        assert (await ben.http.get(path)).status_code in (404, 405)
    for path in ("/api/device", "/api/guest"):
        assert (await ben.http.post(path, json={"code": say})).status_code == 400
    eve = await Player(home.url, "Eve").arrive()
    await eve.enter(say)
    assert await eve.closed() == 4003
    for player in (mia, ben, eve):
        await player.gone()


async def test_a_code_aloud_is_for_open_lobbies(home: House) -> None:
    """Locked, playing: the answer is that of a code which never was. In a lobby again it works."""
    mia, ben = await seated(home.url, "Mia", "Ben", deals=1)
    say = mia.room["say"]

    async def found() -> Any:
        answer = await ben.http.post("/api/say", json={"say": say})
        return answer.status_code, answer.content

    wrong = await ben.http.post("/api/say", json={"say": "000000"})
    never = (wrong.status_code, wrong.content)
    assert (await found())[0] == 200
    await mia.do("lock", on=True)
    assert await found() == never == (404, never[1])
    await mia.do("lock", on=False)
    assert (await mia.do("start"))["t"] == "ack"
    assert await found() == never
    await mia.do("lock", on=True)
    assert await found() == never
    for player in (mia, ben):
        await player.gone()


async def test_five_tries_a_minute_whatever_is_tried(tmp_path: Path) -> None:
    """The default; a new session does not help, and neither does another door that takes codes."""
    async with house(tmp_path, says_per_minute=Settings().says_per_minute) as running:  # type: ignore[call-arg]
        tried = []
        for nth in range(7):
            async with httpx.AsyncClient(base_url=running.url) as http:
                await http.post("/api/guest", json={"name": f"Eve {nth}"})
                path, body = [("/api/say", {"say": "000000"}), ("/api/device", {"code": "00000000"})][nth % 2]
                answer = await http.post(path, json=body, headers={"x-forwarded-for": f"192.0.2.{nth}"})
                tried.append(answer.status_code)
        assert sorted(tried[:5]) == [400, 400, 404, 404, 404]
        assert tried[5:] == [429, 429]
        assert answer.headers["retry-after"] == "60"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),  # one household has 2^64 of them
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_an_address_is_a_household(one: str, other: str, same: bool) -> None:
    settings = Settings()  # type: ignore[call-arg]
    counted = [
        client_address({"type": "http", "client": (address, 1), "headers": []}, settings) for address in (one, other)
    ]
    assert (counted[0] == counted[1]) is same


async def test_no_record_list_or_preview_names_a_room(home: House) -> None:
    people = await started(home.url, "Mia", "Ben", deals=1)
    code = code_of(people[0])
    async with home.look() as connection:
        (said,) = (await connection.exec_driver_sql("SELECT say FROM rooms")).scalars().all()
    await play_out(people)
    match = people[0].table["match"]
    preview = (await people[0].http.get(f"/r/{code}", headers=HTML)).text
    assert code in preview, "the page itself knows where it is"
    metas = re.findall(r"<(?:meta|title|link)[^>]*>[^<]*", preview)
    assert metas
    assert not [meta for meta in metas if code in meta.lower() or said in meta.lower()]
    async with httpx.AsyncClient(base_url=home.url, headers={"accept": "*/*"}) as stranger:
        paths = [f"/matches/{match}", "/history", "/", *addresses(home.app, match=match)]
        for path in paths:
            text = (await stranger.get(path)).text.lower()
            assert "mia" in text or not path.startswith("/matches/")
            for secret in (code, said):
                assert secret not in text, path
    for player in people:
        await player.gone()


async def test_room_pages_are_for_no_search_engine(home: House) -> None:
    (mia,) = await seated(home.url, "Mia")
    for path in (f"/r/{code_of(mia)}", "/r/0000000000"):
        assert '<meta name="robots" content="noindex">' in (await mia.http.get(path, headers=HTML)).text
    await mia.gone()
