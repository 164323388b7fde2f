"""`make shots`: every screen in every size, theme and language, into var/shots/; and the picture of the README.

ONLY=kariba SIZE=phone take the pictures of one part, or of one size.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import Browser, async_playwright

from app.rooms import shuffle
from tests.app.house import House, house
from tests.app.player import Player, play_out
from tests.browser import shots_kariba, shots_waters
from tests.browser.camera import OUT, Camera
from tests.browser.person import Person, twin
from tests.services import chromium

ROOT = Path(__file__).parents[2]
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "small": (360, 640), "tablet": (768, 1024), "rail": (844, 390)}
LOOKS = (("light", "en"), ("dark", "de"))
TOUCHED = ("phone", "small", "rail")
T = TypeVar("T")
NAMES = ("Mia", "Ben", "Carla", "Finn")


async def pages(camera: Camera, served: House) -> None:
    """The pages away from the table."""
    page = camera.person.page
    for name, path in (
        ("home", "/"),
        ("history-empty", "/history"),
        ("noroom", "/r/aaaaaaaaaa"),
        ("lost", "/nothing"),
        ("api", "/api"),
        ("rules-waterhole", "/rules/waterhole"),
        ("rules-kariba", "/rules/kariba"),
        ("rules-seven-waters", "/rules/seven_waters"),
    ):
        await page.goto(served.url + path)
        await camera.shoot(name)


async def table(camera: Camera, browser: Browser, served: House, ways: dict[str, Any]) -> None:
    """A room's whole life with four players, the camera's person being the host."""
    mia = camera.person
    address = await mia.open_room()
    code = address.rsplit("/", 1)[1]
    await camera.shoot("lobby-host")
    eve = await Person.arrive(browser, served.url, "Eve", calm=True, **ways)
    await eve.come(address)
    await camera.shoot("lobby-newcomer", eve)
    friends = [await Player(served.url, name).arrive() for name in NAMES[1:]]
    for seat, friend in enumerate(friends, 1):
        await friend.enter(code)
        await friend.do("sit", seat=seat)
    host = await twin(mia, address)
    await camera.shoot("lobby-full")
    await host.do("start")
    await host.until(lambda m: m["t"] == "table")
    people = [host, *friends]
    await play_out(people, seed=5, moves=17)
    while people[0].table["view"]["facts"]["to_act"] != 0:
        await play_out(people, seed=6, moves=1)
    await mia.page.wait_for_function("() => document.title.startsWith('●')")
    await camera.shoot("table-turn")
    await best(mia, host)
    await camera.shoot("table-chosen")
    await mia.page.keyboard.press("Escape")
    await play_out(people, seed=7, moves=1)
    await mia.page.wait_for_function("() => !document.title.startsWith('●')")
    await camera.shoot("table-waiting")
    await camera.shoot("watching", eve)
    while host.table["view"]["facts"]["phase"] != "between":
        await play_out(people, seed=8, moves=1)
    await mia.page.locator(".deal-end").wait_for()
    await camera.shoot("deal-end")
    await play_out(people, seed=9)
    await mia.page.locator("#end").wait_for()
    await camera.shoot("end")
    await mia.page.goto(f"{served.url}/history")
    await mia.page.locator("main li a").first.wait_for()
    await camera.shoot("history")
    await mia.page.locator("main li a").first.click()
    await mia.page.wait_for_url("**/matches/*")
    await camera.shoot("match")
    for player in people:
        await player.gone()
    await eve.context.close()


async def best(mia: Person, host: Player) -> None:
    """Choose the cards that would catch most."""
    play = max(host.table["offer"]["plays"], key=lambda one: (one["captured"], one["n"]))
    cards = mia.page.locator(f"#hand button[data-rank='{play['rank']}']")
    for nth in range(play["n"]):
        await mia.press(cards.nth(nth))


def _order(pack: Sequence[T], deal_key: bytes, deal: int) -> list[T]:
    """The same deals in every picture."""
    return random.Random(deal).sample(list(pack), len(pack))


def _first_seat(deal_key: bytes, seats: int) -> int:
    return 0


async def film(browser: Browser, part: str, size: str, theme: str, language: str) -> int:
    """All pictures of one size, theme and language; how many."""
    ways: dict[str, Any] = {"size": SIZES[size], "theme": theme, "language": language, "touch": size in TOUCHED}
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder)) as served:
            mia = await Person.arrive(browser, served.url, "Mia", calm=True, **ways)
            camera = Camera(mia, f"{size}-{theme}-{language}")
            if part in ("", "waterhole"):
                await pages(camera, served)
                await table(camera, browser, served, ways)
            if part in ("", "kariba") and size in shots_kariba.SIZES:
                await shots_kariba.film(camera, browser, served, ways)
            if part in ("", "waters") and size in shots_waters.SIZES:
                await shots_waters.film(camera, browser, served, ways)
            await mia.context.close()
            return camera.taken


async def main() -> None:
    """All pictures; prints how many."""
    OUT.mkdir(parents=True, exist_ok=True)
    shuffle.order, shuffle.first_seat = _order, _first_seat
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**chromium.launch())  # type: ignore[arg-type]
        part, size = os.environ.get("ONLY") or "", os.environ.get("SIZE") or ""
        sizes = [size] if size else [*SIZES]
        taken = [await film(browser, part, one, *look) for one in sizes for look in LOOKS]
        await browser.close()
    if not part and "desktop" in sizes:
        shutil.copy(OUT / "table-chosen-desktop-light-en.png", ROOT / "docs" / "table.png")
    print(json.dumps({"shots": sum(taken)}))


if __name__ == "__main__":
    asyncio.run(main())
