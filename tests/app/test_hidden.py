"""Ways in which hidden cards came out elsewhere: by leaving and coming back, by public ids, by a second client."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.app.house import House
from tests.app.player import Player, play_out, started

BOXES = [
    ("waterhole", {"deals": 1}),
    ("kariba", {"deals": 1, "market": True}),
    ("seven_waters", {"contest": False}),
]


def _code(player: Player) -> str:
    return str(player.socket.request.path.rsplit("/", 1)[1])


def _shown(table: dict[str, Any], *places: str) -> list[Any]:
    return [table["view"]["places"].get(place) for place in places]


@pytest.mark.parametrize(("game", "options"), BOXES)
async def test_from_the_first_byte_a_viewer_has_their_own_cards_only(
    served: House, game: str, options: dict[str, Any]
) -> None:
    """R01, R13: first message, reconnect, and the same person once more as a spectator with another browser."""
    people = await started(served.url, "Mia", "Ben", watchers=1, game=game, **options)
    await play_out(people[:2], moves=5)
    code = _code(people[0])
    for player in people:
        await player.leave()
        await player.enter(code, last=None)
        await player.until(lambda m: m["t"] == "table", len(player.heard))
    for viewer, player in enumerate(people):
        for message in (m for m in player.heard if m["t"] == "table"):
            for place, faces in message["view"]["places"].items():
                kind, _, seat = place.partition(":")
                if kind in ("hand", "theme", "discard") and seat != str(viewer):
                    assert isinstance(faces, int), (place, viewer)
                if kind == "deck":
                    assert isinstance(faces, int)
                if kind == "pyramid":
                    assert faces == 1 or isinstance(faces, list | str)
    for player in people:
        await player.gone()


async def test_who_leaves_their_seat_and_comes_back_to_watch_sees_the_open_table(served: House) -> None:
    """R03: the public view, whatever this browser has been before; what lies face down stays so."""
    mia, ben, eye = await started(served.url, "Mia", "Ben", watchers=1, game="seven_waters")
    await play_out([mia, ben], moves=6)
    code = _code(mia)
    other = await Player(served.url, "Ben's sister").arrive()
    await other.enter(code)
    await ben.leave()
    assert (await other.do("claim", seat=1))["t"] == "ack"
    assert (await mia.do("approve", guest=other.guest, yes=True))["t"] == "ack"
    since = len(ben.heard)
    await ben.enter(code, last=None)
    table = await ben.until(lambda m: m["t"] == "table", since)
    await eye.leave()
    since = len(eye.heard)
    await eye.enter(code, last=None)
    public = await eye.until(lambda m: m["t"] == "table", since)
    assert (table["view"], table["offer"], table["news"]) == (public["view"], None, public["news"])
    assert all(isinstance(faces, int) for faces in _shown(table, "hand:0", "hand:1"))
    for player in (mia, ben, eye, other):
        await player.gone()


async def test_public_ids_open_nothing(served: House) -> None:
    """R10: every id that others see, tried as a session, as a code, and in the socket's hello."""
    mia, ben, eye = await started(served.url, "Mia", "Ben", watchers=1, deals=1)
    code = _code(mia)
    name = next(iter(ben.http.cookies.keys()))
    secret = ben.http.cookies[name]
    heard = json.dumps([player.heard for player in (mia, ben, eye)])
    assert secret not in heard
    public = {ben.guest, mia.guest, mia.room["match"], code, mia.room["say"] or code, ben.guest.removeprefix("g_")}
    for id in public:
        async with httpx.AsyncClient(base_url=served.url, cookies={name: id}) as thief:
            assert (await thief.get("/api/tables")).json() == []
            assert (await thief.post("/api/guest", json={"code": id})).status_code in (400, 429)
        nobody = Player(served.url, "")
        nobody.http.cookies.set(name, id, domain="127.0.0.1")
        await nobody.enter(code, hello=False)
        assert await nobody.closed() == 4004
        await nobody.gone()
    sly = await Player(served.url, "Sly").arrive()
    await sly.enter(code, hello=False)
    await sly.say({"t": "hello", "p": 1, "want": "play", "tab": ben.guest, "build": secret[:64]})
    table = await sly.until(lambda m: m["t"] == "table")
    assert (table["offer"], table["view"]["own"]) == (None, None)
    for player in (mia, ben, eye, sly):
        await player.gone()


async def test_there_is_no_taking_back(served: House) -> None:
    """R64, R68: nothing undoes a move, so nobody looks at a card and puts it back."""
    people = await started(served.url, "Mia", "Ben", game="kariba", deals=1, market=True)
    await play_out(people, moves=3)
    before = people[0].table["v"]
    for do in ("undo", "redo", "takeback", "takeback_offer"):
        for player in people:
            answer = await player.do(do)
            assert (answer["t"], answer["code"]) == ("nack", "bad")
    for move in ({"type": "undo"}, {"type": "redo", "to": 1}):
        assert (await people[0].move(move))["code"] in ("bad", "not_your_turn")
    assert people[0].table["v"] == before
    for player in people:
        await player.gone()
