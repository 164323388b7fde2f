"""A real page behind a bad network: whatever breaks, its move is made once and it is playing again by itself."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Any, NamedTuple

import pytest
from playwright.async_api import Browser

from tests.app.player import Player
from tests.browser.person import Person, twin
from tests.services.proxy import Proxy, network
from tests.services.server import LiveServer

WAKE_S = 2.0  # what docs/protocol.md says: a ping at once, 2 s limit, then another socket
GRACE_S = 3.0  # for a loaded machine to dial and draw
NO_WARNING = "() => !document.querySelector('#banner.warn:not([hidden])')"
MINE = "() => document.title.startsWith('●')"


class Scene(NamedTuple):
    """Mia's page behind the proxy, Ben without a browser, and Mia's second tab on a good line, to look with."""

    proxy: Proxy
    mia: Person
    ben: Player
    eye: Player

    async def turn(self) -> int:
        """Until it is Mia's turn and her page says so; the turn's number."""
        while (table := newest(self.ben, self.eye))["view"]["facts"]["to_act"] != 0:
            await self.ben.sees(table["v"])
            await self.ben.move(self.ben.plays()[0])
        await self.mia.page.wait_for_function(MINE)
        await self.mia.page.wait_for_function(NO_WARNING)
        return int(table["turn"])

    async def ben_moves(self) -> None:
        """Ben makes his move, and Mia's page need not have heard of it."""
        table = newest(self.ben, self.eye)
        await self.ben.sees(table["v"])
        assert (await self.ben.move(self.ben.plays()[0]))["t"] == "table"

    async def made(self, turn: int, rank: int) -> None:
        """Mia's move of this turn is made, once, and with this rank; her page goes on."""
        table = await self.eye.until(lambda m: m["t"] == "table" and m["turn"] > turn)
        plays = [
            e for m in self.eye.heard if m["t"] == "table" for i in m["news"] for e in i["events"] if e["e"] == "play"
        ]
        mine = [event for event in plays if event["seat"] == 0]
        assert mine[-1]["rank"] == rank
        assert table["turn"] == turn + 1
        assert len(mine) == sum(1 for step in range(turn + 1) if step % 2 == self.parity()), "no move twice"
        await self.mia.page.wait_for_function("() => !document.querySelector('.pend')")

    def parity(self) -> int:
        """Of two, the one who begins has the even turns."""
        return int(self.eye.table["view"]["facts"]["first"])


def later(turn: int, message: Any) -> bool:
    """Whether this is the table after the decision `turn`."""
    return bool(message["t"] == "table" and message["turn"] > turn)


def newest(*players: Player) -> Any:
    return max((player.table for player in players), key=lambda table: int(table["v"]))


@pytest.fixture
async def scene(browser: Browser, server: LiveServer) -> AsyncIterator[Scene]:
    async with network(server.url) as proxy:
        mia = await Person.arrive(browser, proxy.url, "Mia", calm=True)
        address = await mia.open_room()
        eye = await _good_line(mia, server.url, address)
        ben = await Player(server.url, "Ben").arrive()
        await ben.enter(address.rsplit("/", 1)[1])
        assert (await ben.do("sit", seat=1))["t"] == "ack"
        assert (await eye.do("options", options={"deals": 1}))["t"] == "ack"
        assert (await eye.do("start"))["t"] == "ack"
        for player in (eye, ben):
            await player.until(lambda m: m["t"] == "table")
        await mia.page.locator("#hand button").first.wait_for()
        yield Scene(proxy, mia, ben, eye)
        proxy.resume()
        assert mia.complaints == []
        for player in (eye, ben):
            await player.gone()
        await mia.context.close()


async def _good_line(mia: Person, url: str, address: str) -> Player:
    """Mia once more, as another device that comes to the server itself."""
    tab = await twin(mia, address)
    told = (await tab.do("code"))["data"]
    await tab.gone()
    eye = Player(url, "Mia")
    (await eye.http.post("/api/guest", json={"code": told["code"]})).raise_for_status()
    await eye.enter(address.rsplit("/", 1)[1])
    await eye.until(lambda m: m["t"] == "room")
    return eye


async def plays(mia: Person) -> int:
    """The first card is chosen and played; its rank."""
    card = mia.page.locator("#hand button").first
    rank = int(await card.get_attribute("data-rank") or 0)
    await card.click()
    await mia.page.locator("#play").click()
    return rank


async def look(mia: Person) -> None:
    """Somebody looks at the page again: what the browser says then."""
    await mia.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


async def test_an_answer_that_is_swallowed(scene: Scene) -> None:
    """R14, R24, R34: a second socket carries the same move; it is made once."""
    for _ in range(3):
        turn = await scene.turn()
        scene.proxy.taken = 0
        scene.proxy.swallows = lambda frame: b'"ack":"' in frame and scene.proxy.taken == 0
        rank = await plays(scene.mia)
        await scene.made(turn, rank)
        await scene.mia.page.wait_for_function("() => !document.title.startsWith('●')")
        scene.proxy.swallows = None


@pytest.mark.parametrize("way", ["up", "down"])
async def test_a_line_that_breaks_in_the_middle_of_a_move(scene: Scene, way: str) -> None:
    """R14: cut with the move, or with its answer, half through."""
    turn = await scene.turn()
    for link in scene.proxy.sockets:
        setattr(link, f"cut_{way}", 60)
    rank = await plays(scene.mia)
    await scene.made(turn, rank)
    await scene.turn()


async def test_a_line_that_falls_silent(scene: Scene) -> None:
    """R14: a move into a line that nobody has reset."""
    turn = await scene.turn()
    scene.proxy.stall()
    rank = await plays(scene.mia)
    await scene.made(turn, rank)
    scene.proxy.resume()  # the first one arrives late, under the same id
    await scene.turn()


async def test_a_tab_that_slept_is_awake_within_two_seconds(scene: Scene) -> None:
    """R22: its socket looks open and is mute; what was missed is drawn without a reload."""
    turn = await scene.turn()
    assert await plays(scene.mia)
    await scene.eye.until(partial(later, turn))
    scene.proxy.stall()
    await scene.ben_moves()
    pages = list(scene.mia.navigations)
    began = time.monotonic()
    await look(scene.mia)
    await scene.mia.page.wait_for_function(MINE)
    assert time.monotonic() - began < WAKE_S + GRACE_S
    assert scene.mia.navigations == pages
    turn = await scene.turn()
    await scene.made(turn, await plays(scene.mia))


async def renderers(browser: Browser) -> list[int]:
    """The processes in which this browser's pages run."""
    session = await browser.new_browser_cdp_session()
    told = await session.send("SystemInfo.getProcessInfo")
    await session.detach()
    return [one["id"] for one in told["processInfo"] if one["type"] == "renderer"]


async def test_a_page_that_stood_still(scene: Scene, browser: Browser) -> None:
    """R22: the machine slept, the page with it: nobody tells it that it is awake but its own clock's jump."""
    turn = await scene.turn()
    await plays(scene.mia)
    await scene.eye.until(partial(later, turn))
    pages = await renderers(browser)
    for page in pages:
        os.kill(page, signal.SIGSTOP)
    try:
        scene.proxy.stall()
        await scene.ben_moves()
        await asyncio.sleep(5)  # so long is what is tried here
    finally:
        for page in pages:
            os.kill(page, signal.SIGCONT)
    began = time.monotonic()
    await scene.mia.page.wait_for_function(MINE)
    assert time.monotonic() - began < WAKE_S + GRACE_S
    turn = await scene.turn()
    await scene.made(turn, await plays(scene.mia))


async def test_back_from_the_cache(scene: Scene) -> None:
    """R22: a page that was put aside lets go of its socket, and takes it up again when it is shown."""
    turn = await scene.turn()
    await plays(scene.mia)
    await scene.eye.until(partial(later, turn))
    aside = "name => dispatchEvent(new PageTransitionEvent(name, { persisted: true }))"
    await scene.mia.page.evaluate(aside, "pagehide")
    for link in scene.proxy.sockets:
        await link.gone.wait()
    await scene.ben_moves()
    await scene.mia.page.evaluate(aside, "pageshow")
    turn = await scene.turn()
    await scene.made(turn, await plays(scene.mia))


async def test_offline_and_online(scene: Scene) -> None:
    """R14, R15: said at once, refused with the plan kept; back by itself with what was missed."""
    mia = scene.mia
    turn = await scene.turn()
    scene.proxy.refuses = True
    await mia.context.set_offline(True)
    scene.proxy.cut()
    await mia.page.locator("#banner", has_text="You are offline").wait_for()
    await asyncio.sleep(1.5)  # for so long a move is taken on trust
    await plays(mia)
    await mia.page.locator("#banner", has_text="Your plan stays").wait_for()
    scene.proxy.refuses = False
    await mia.context.set_offline(False)
    await mia.page.wait_for_function(NO_WARNING)
    assert newest(scene.ben, scene.eye)["turn"] == turn, "nothing was sent behind her back"
    rank = await mia.page.locator("#hand button[aria-selected=true]").first.get_attribute("data-rank")
    await mia.page.locator("#play").click()
    await scene.made(turn, int(rank or 0))


async def test_a_proxy_without_websockets(scene: Scene) -> None:
    """R31: the page says so; it does not hang with a bare "joining"."""
    scene.proxy.blocks_upgrades = True
    scene.proxy.cut()
    await scene.mia.page.reload()
    await scene.mia.page.locator("#banner.warn").wait_for()
    scene.proxy.blocks_upgrades = False
    await scene.mia.page.locator("#hand button").first.wait_for()
