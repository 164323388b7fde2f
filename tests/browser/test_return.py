"""Five times kill -9 with a move sent and not answered: the page comes back by itself, and the move is made once."""

from __future__ import annotations

import asyncio
import os
import signal
import time

import httpx
import pytest

from tests.app.player import play_out
from tests.browser.conftest import Meet
from tests.browser.person import Person, twin
from tests.services.server import LiveServer

pytestmark = pytest.mark.timeout(300)
KILLS = 5
# The green "back online" may still stand; a warning may not.
TURN = "() => document.title.startsWith('●') && !document.querySelector('#banner.warn:not([hidden])')"


async def play_into_a_kill(mia: Person, server: LiveServer, frozen: bool) -> int:
    """Play the first card; the server dies with it on its way. Frozen: before it could even read it. The rank."""
    card = mia.page.locator("#hand button").first
    rank = int(await card.get_attribute("data-rank") or 0)
    await card.click()
    if frozen:
        os.kill(server.process.pid, signal.SIGSTOP)
    await mia.page.locator("#play").click()
    await asyncio.to_thread(server.kill9)
    return rank


async def test_five_kills(meet: Meet, server: LiveServer) -> None:
    mia = await meet("Mia", calm=True)
    address = await mia.open_room()
    await mia.press(mia.page.get_by_text("1 deal", exact=True))
    await mia.press(mia.page.get_by_role("button", name="Add bot").first)
    await mia.press(mia.page.locator("[data-part=start]"))
    await mia.page.locator("#hand button").first.wait_for()
    pages, played = list(mia.navigations), []
    for kill in range(KILLS):
        await mia.page.wait_for_function(TURN)
        lines = await mia.page.locator("#log li").count()
        played.append(await play_into_a_kill(mia, server, frozen=kill % 2 == 0))
        await asyncio.to_thread(server.restart)
        opened = time.monotonic()
        # The move is in the log, the bot has answered, and it is Mia's turn again.
        await mia.page.wait_for_function("n => document.querySelectorAll('#log li').length >= n", arg=lines + 2)
        await mia.page.wait_for_function(TURN)
        assert time.monotonic() - opened < 1, "the next move is possible within 1 s of the server's return"
        assert mia.navigations == pages, "the page did not navigate"
    host = await twin(mia, address)
    while host.table["view"]["facts"]["phase"] != "over":
        if host.table["view"]["facts"]["to_act"] == 0:
            await play_out([host], moves=1)
        else:
            await asyncio.sleep(0.005)
    async with httpx.AsyncClient(base_url=mia.url) as http:
        steps = (await http.get(f"/api/matches/{host.table['match']}/moves")).json()["steps"]
    mine = [step["move"]["cards"][0] for step in steps if step.get("seat") == 0]
    assert mine[:KILLS] == played, "each move exactly once, in its order"
    await host.gone()
