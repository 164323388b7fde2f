"""The socket of a replay over a real server: a leader's steps, and who is not let in."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
import websockets

from app.rooms import between, screening
from tests.app.house import House, house
from tests.app.player import Player, play_out, started
from tests.app.two import moved


async def finished(url: str) -> tuple[str, list[Player]]:
    """A match that has just ended, and who played it."""
    people = await started(url, "Mia", "Ben", deals=1)
    await play_out(people)
    return str(people[0].table["match"]), people


async def looking(player: Player, match: str, origin: str | None = None, cookie: bool = True) -> Any:
    """This player's page of the replay."""
    session = "; ".join(f"{name}={value}" for name, value in player.http.cookies.items())
    return await websockets.connect(
        player.url.replace("http", "ws", 1) + f"/ws/matches/{match}",
        origin=origin or player.url,  # type: ignore[arg-type]
        additional_headers={"Cookie": session} if cookie else {},
        compression=None,
    )


async def told(page: Any, **wanted: Any) -> Any:
    """The first picture in which all this is so."""
    async with asyncio.timeout(20):
        while True:
            message = json.loads(await page.recv())
            if all(message.get(name) == value for name, value in wanted.items()):
                return message


async def closed(page: Any) -> int:
    try:
        while True:
            await page.recv()
    except websockets.ConnectionClosed as error:
        return int(error.rcvd.code) if error.rcvd else 1006


async def test_everybody_on_the_page_goes_where_the_leader_goes(served: House) -> None:
    match, (mia, ben) = await finished(served.url)
    first, second = await looking(mia, match), await looking(ben, match)
    await first.send(json.dumps({"t": "lead", "step": 4}))
    picture = await told(second, step=4)
    assert picture["leader"] == {"guest": mia.guest, "name": "Mia"}
    assert {one["name"] for one in picture["people"]} == {"Mia", "Ben"}
    await second.send(json.dumps({"t": "at", "step": 1}))
    await first.send(json.dumps({"t": "at", "step": 5}))
    assert (await told(second, step=5))["you"] == {"guest": ben.guest, "leads": False}
    await first.close()
    await told(second, leader=None, step=None)
    await second.close()
    for player in (mia, ben):
        await player.gone()
    assert served.app.state.screenings.screens.open == {}, "nothing of it is kept"


async def test_who_is_not_let_in(served: House) -> None:
    match, (mia, ben) = await finished(served.url)
    running = await started(served.url, "Cem", "Dua", deals=1)
    with pytest.raises(websockets.InvalidStatus) as refused:
        await looking(mia, match, origin="https://elsewhere.example")
    assert refused.value.response.status_code == 403
    assert await closed(await looking(mia, match, cookie=False)) == 4004
    assert await closed(await looking(mia, "m_nothing")) == 4003
    assert await closed(await looking(mia, running[0].table["match"])) == 4003, "a running match has no replay"
    for player in (mia, ben, *running):
        await player.gone()


@pytest.mark.parametrize(
    "frame",
    ['{"t":"at"}', '{"t":"lead","step":-1}', '{"t":"at","step":1,"as":2}', "[" * 900, '{"t":"at","step":1e99}', b"\0"],
)
async def test_a_frame_that_is_none_closes_its_own_page_only(served: House, frame: str | bytes) -> None:
    match, (mia, ben) = await finished(served.url)
    first, second = await looking(mia, match), await looking(ben, match)
    await first.send(json.dumps({"t": "lead", "step": 2}))
    await told(second, step=2)
    await second.send(frame)
    assert await closed(second) == 4009
    await first.send(json.dumps({"t": "at", "step": 3}))
    assert len((await told(first, step=3))["people"]) == 1
    await first.close()
    for player in (mia, ben):
        await player.gone()


async def test_too_fast_and_too_many(tmp_path: Any) -> None:
    async with house(tmp_path, sockets_per_guest=2, watchers_per_room=3) as running:
        match, (mia, ben) = await finished(running.url)
        pages = [await looking(player, match) for player in (mia, mia, ben)]
        assert await closed(await looking(mia, match)) == 1013
        assert await closed(await looking(ben, match)) == 1013
        for page in pages:
            await page.close()
        for player in (mia, ben):
            await player.gone()
    async with house(tmp_path / "slow", commands_per_second=1, commands_burst=500) as running:
        match, (mia, ben) = await finished(running.url)
        page = await looking(mia, match)
        for step in range(600):
            await page.send(json.dumps({"t": "at", "step": step}))
        assert await closed(page) == 4008
        for player in (mia, ben):
            await player.gone()


def names(picture: Any) -> set[str]:
    return {one["name"] for one in picture["people"]}


async def seen(page: Any, *people: str) -> Any:
    """The first picture with exactly these people."""
    async with asyncio.timeout(20):
        while names(picture := json.loads(await page.recv())) != set(people):
            pass
    return picture


async def test_on_two_servers_all_follow_one_leader(two: list[House]) -> None:
    match, (mia, ben) = await finished(two[0].url)
    await moved(ben, two[1])
    first = await looking(mia, match)
    await first.send(json.dumps({"t": "lead", "step": 4}))
    await told(first, step=4)
    second = await looking(ben, match)
    picture = await told(second, step=4)
    assert (picture["leader"]["name"], names(picture)) == ("Mia", {"Mia", "Ben"}), "whoever comes later knows it all"
    await seen(first, "Mia", "Ben")
    await first.send(json.dumps({"t": "at", "step": 5}))
    assert (await told(second, step=5))["you"] == {"guest": ben.guest, "leads": False}
    await second.send(json.dumps({"t": "lead", "step": 9}))
    picture = await told(first, step=9)
    assert (picture["leader"]["name"], picture["you"]["leads"]) == ("Ben", False)
    await first.send(json.dumps({"t": "lead", "step": None}))  # too late: somebody else leads
    await second.send(json.dumps({"t": "at", "step": 10}))
    await told(first, step=10)
    await second.close()
    assert (await seen(first, "Mia"))["leader"] is None
    await first.close()
    for player in (mia, ben):
        await player.gone()


async def test_a_server_that_dies_takes_its_leader_with_it(two: list[House], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screening, "GONE_MS", 1_500)
    monkeypatch.setattr(between, "AGAIN_MS", 300)
    monkeypatch.setattr(between, "LOOK_S", 0.1)
    match, (mia, ben) = await finished(two[0].url)
    await moved(ben, two[1])
    first, second = await looking(mia, match), await looking(ben, match)
    await second.send(json.dumps({"t": "lead", "step": 3}))
    await told(first, step=3)
    with pytest.raises(TimeoutError):  # what is told anew from time to time changes nothing
        await asyncio.wait_for(told(first, step=None), 2)
    bus = two[1].app.state.rooms.bus
    tell = bus.tell
    monkeypatch.setattr(bus, "tell", lambda topic, body: None)
    picture = await told(first, step=None)
    assert (picture["leader"], names(picture)) == (None, {"Mia"})
    monkeypatch.setattr(bus, "tell", tell)  # it was only cut off
    assert names(await told(first, step=3)) == {"Mia", "Ben"}
    for page in (first, second):
        await page.close()
    for player in (mia, ben):
        await player.gone()
