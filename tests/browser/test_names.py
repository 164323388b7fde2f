"""Names as people type them: shown as typed everywhere, never run, never out of the page; and nothing secret kept."""

from __future__ import annotations

from typing import Any

import pytest

from tests.app.player import Player, play_out
from tests.browser.conftest import Meet
from tests.browser.person import Person, twin
from tests.services.server import LiveServer

MARKUP = ["<img src=x onerror=x=1>", "</script><b>Zoe</b>", "{{7*7}}\"'&amp;"]
LONG = ["W" * 24, "Donaudampfschifffahrtska", "مرحبا بكم في الملعب معنا"]
FOREIGN = "() => document.querySelectorAll('img[src=x], body b b, script:not([src])').length + (window.x ?? 0)"
# Nothing that holds a name makes the page wider than the window: a table may scroll in a frame of its own.
WIDER = """names => {
  const framed = (one) => one && (getComputedStyle(one).overflowX !== 'visible' || framed(one.parentElement));
  const holds = (one) => names.some((name) => one.innerText?.includes(name));
  return [...document.querySelectorAll('main *')]
    .filter((one) => holds(one) && one.scrollWidth > innerWidth && !framed(one))
    .map((one) => one.outerHTML.slice(0, 200));
}"""


async def gather(meet: Meet, names: list[str], **ways: Any) -> tuple[Person, list[Player], str]:
    """A table of people with these names, the first of them with a browser; the match is a single deal."""
    host = await meet(names[0], calm=True, **ways)
    address = await host.open_room()
    people = [await twin(host, address)]
    assert (await people[0].do("options", options={"deals": 1}))["t"] == "ack"
    for seat, name in enumerate(names[1:], 1):
        people.append(await Player(host.url, name).arrive())
        await people[-1].enter(address.rsplit("/", 1)[1])
        assert (await people[-1].do("sit", seat=seat))["t"] == "ack"
    return host, people, address


async def seen(person: Person, names: list[str], where: str, fits: bool = True) -> None:
    """The names stand there as they were typed, nothing of them is anything but text, and the page is not wider."""
    for name in names:
        await person.page.locator(where).get_by_text(name).first.wait_for(state="attached")
    assert await person.page.evaluate(FOREIGN) == 0
    if fits:
        assert await person.page.evaluate(WIDER, names) == []


@pytest.mark.parametrize(("names", "size"), [(MARKUP, (1280, 800)), (LONG, (320, 640))], ids=["markup", "long-at-320"])
async def test_a_name_is_text_on_every_page(meet: Meet, server: LiveServer, names: list[str], size: Any) -> None:
    """R61, R62."""
    host, people, _ = await gather(meet, names, size=size)
    eye = await Player(server.url, names[1]).arrive()
    await eye.enter(people[1].socket.request.path.rsplit("/", 1)[1])
    await seen(host, names, "#lobby")
    assert (await people[0].do("start"))["t"] == "ack"
    for player in people:
        await player.until(lambda m: m["t"] == "table")
    await host.page.locator("#hand button").first.wait_for()
    await play_out(people, moves=6)
    await seen(host, names[1:], "#table")
    await play_out(people)
    await host.page.locator("#end").wait_for()
    await seen(host, names, "#end", fits=size[0] > 320)
    match = people[0].table["match"]
    for path in ("/history", f"/matches/{match}"):
        await host.page.goto(host.url + path)
        await seen(host, names, "main", fits=size[0] > 320)
    for player in (*people, eye):
        await player.gone()


async def test_nothing_secret_is_kept_in_the_browser(meet: Meet, server: LiveServer) -> None:
    """R04: console, storage, globals and caches of a player's page know no more than the screen."""
    said: list[str] = []
    host, people, _ = await gather(meet, ["Mia", "Ben"])
    host.page.on("console", lambda message: said.append(message.text))
    assert (await people[0].do("start"))["t"] == "ack"
    for player in people:
        await player.until(lambda m: m["t"] == "table")
    await host.page.locator("#hand button").first.wait_for()
    await play_out(people, moves=10)
    assert said == []
    kept = await host.page.evaluate(
        "async () => JSON.stringify([{...localStorage}, {...sessionStorage}, await caches.keys(),"
        " (await navigator.serviceWorker?.getRegistrations() ?? []).length])"
    )
    session = next(cookie["value"] for cookie in await host.context.cookies())
    for secret in (session, "hand", "deck", "seed", "order", "view"):
        assert secret not in kept
    blank = await host.context.new_page()
    await blank.goto(f"{host.url}/healthz")
    plain = set(await blank.evaluate("Object.getOwnPropertyNames(globalThis)"))
    own = await host.page.evaluate("Object.getOwnPropertyNames(globalThis)")
    # Beside what every page has there are only elements with ids, which a browser names by itself.
    added = [name for name in own if name not in plain and not name.isdigit()]
    held = await host.page.evaluate("names => names.filter((name) => !(globalThis[name] instanceof Node))", added)
    assert held == []
    for player in people:
        await player.gone()
