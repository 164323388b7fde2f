"""axe-core finds nothing where people talk, take themselves to another device, or find their open tables."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.browser.conftest import Meet
from tests.browser.gathering import begin, gather
from tests.browser.looks import LOOKS
from tests.browser.test_accessible import Tour
from tests.services.server import LiveServer

pytestmark = pytest.mark.timeout(240)
STATES = {
    "waiting room, talking",
    "beside the felt",
    "whom one hears",
    "too long",
    "on its way",
    "the sheet",
    "bubbles",
    "a code",
    "bringing a code",
    "asked once",
    "open tables",
}


@pytest.mark.parametrize(("theme", "language"), LOOKS)
async def test_axe_finds_nothing(meet: Meet, server: LiveServer, theme: Any, language: str) -> None:
    mia = await meet("Mia", theme=theme, language=language, calm=True)
    ben = await meet("Ben", theme=theme, language=language, calm=True, size=(390, 844), touch=True)
    tour, page = Tour(), mia.page
    address, people = await gather(mia, ("Carla",), "waterhole", deals=1)
    carla = people[1]
    await ben.come(address)
    for body in ({"text": "Ready when you are"}, {"phrase": "good_luck"}, {"emote": "hippo"}):
        await carla.ask({"t": "say", **body})
    await tour.look(mia, "waiting room, talking", "#lobby .msg")
    await begin(people)
    await page.locator("[data-tab=chat]").click()
    await tour.look(mia, "beside the felt", "#side .msg")
    await page.locator("[data-part=mutes-show]").click()
    await tour.look(mia, "whom one hears", ".mutes")
    await page.locator("[data-part=mutes-show]").click()
    field = page.locator("[data-part=say-form] input")
    await field.fill("a" * 301)
    await tour.look(mia, "too long", "[data-part=chat-wrong]:not(:empty)")
    await field.fill("")
    await carla.ask({"t": "say", "text": "My poor zebras"})
    await tour.look(ben, "bubbles", ".bub")
    await ben.press(ben.page.locator("[data-sheet=chat]"))
    await tour.look(ben, "the sheet", "#side .msg")
    await page.locator(".bar [data-device]").click()
    await tour.look(mia, "a code", ".along .qr")
    code = await page.locator(".along .saycode [aria-hidden]").inner_text()
    await page.keyboard.press("Escape")
    phone = await meet("Mia", theme=theme, language=language, calm=True, size=(390, 844))
    await phone.page.goto(f"{mia.url}/device")
    await tour.look(phone, "bringing a code", "#arrive")
    await phone.page.locator("#arrive input").fill(code)
    await phone.page.keyboard.press("Enter")
    await tour.look(phone, "asked once", "#arrive-ask")
    await phone.page.goto(mia.url)
    await asyncio.to_thread(server.kill9)
    await page.wait_for_function("() => !document.querySelector('#conn.good')")
    await field.fill("on its way")
    await field.press("Enter")
    await tour.look(mia, "on its way", ".msg.sending")
    await asyncio.to_thread(server.restart)
    await page.wait_for_function("() => !document.querySelector('.msg.sending')")
    await page.goto(mia.url)
    await tour.look(mia, "open tables", "#tables a")
    assert tour.seen == STATES
    assert tour.found == []
    for player in people:
        await player.gone()
