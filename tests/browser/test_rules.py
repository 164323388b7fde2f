"""The rules as pages that axe has nothing against, and as a sheet over the table that opens where it matters."""

from __future__ import annotations

import json
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import WebSocketRoute

from tests.app.player import Player, play_out
from tests.browser.conftest import Meet
from tests.browser.gathering import begin, gather
from tests.browser.looks import LOOKS
from tests.browser.person import Person, twin
from tests.browser.test_accessible import RULES
from tests.services.server import LiveServer

pytestmark = pytest.mark.timeout(300)

GAMES = ("waterhole", "kariba", "seven_waters")
SIZES = ((1280, 800), (390, 844))
SHEET = "[role=dialog]:has(.rules-body)"


async def faults(person: Person, where: str) -> list[str]:
    """What axe finds, and whether anything sticks out at the side."""
    report = await Axe().run(person.page, options=RULES)
    found = [
        f"{where}: {one['id']} {[node['target'] for node in one['nodes']][:3]}" for one in report.response["violations"]
    ]
    wide = await person.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return [*found, *([f"{where}: too wide"] if wide else [])]


@pytest.mark.parametrize(("theme", "language"), LOOKS)
async def test_axe_finds_nothing_on_the_pages(meet: Meet, language: str, theme: Any) -> None:
    found = []
    for size in SIZES:
        mia = await meet("Mia", size=size, theme=theme, language=language, calm=True)
        for game in GAMES:
            await mia.page.goto(f"{mia.url}/rules/{game}")
            assert await mia.page.get_attribute("html", "lang") == language
            found += await faults(mia, f"{game} {size[0]}")
    assert found == []


async def test_pages_are_a_click_away(meet: Meet) -> None:
    mia = await meet("Mia")
    await mia.page.goto(mia.url)
    assert await faults(mia, "home") == []
    await mia.page.locator(".bar a[href$='/rules']").click()
    await mia.page.wait_for_url("**/rules/waterhole")
    await mia.page.locator("main .seg a[href$='/rules/seven_waters']").click()
    await mia.page.wait_for_url("**/rules/seven_waters")
    await mia.page.locator(".contents a[href='#pool']").click()
    await mia.page.wait_for_function("() => Math.abs(document.getElementById('pool').getBoundingClientRect().top) < 60")


async def at_the_table(meet: Meet, server: LiveServer, **ways: Any) -> tuple[Person, list[Player]]:
    """Mia in her browser and Ben without one, at her turn; she as `people[0]` too."""
    mia = await meet("Mia", calm=True, **ways)
    return mia, await dealt(mia, server)


async def dealt(mia: Person, server: LiveServer) -> list[Player]:
    """Mia's room with Ben in it, dealt, at her turn."""
    address = await mia.open_room()
    ben = await Player(server.url, "Ben").arrive()
    await ben.enter(address.rsplit("/", 1)[1])
    await ben.do("sit", seat=1)
    host = await twin(mia, address)
    await host.do("start")
    await host.until(lambda m: m["t"] == "table")
    await hers(mia, [host, ben])
    return [host, ben]


async def hers(mia: Person, people: list[Player]) -> None:
    """Play until it is Mia's turn."""
    while people[0].table["view"]["facts"]["to_act"] != 0:
        await play_out(people, moves=1)
    await mia.page.wait_for_function("() => document.title.startsWith('●')")


async def meant(mia: Person) -> str:
    """The section that the sheet has turned to, in sight and focused."""
    await mia.page.locator(f"{SHEET} .meant").wait_for()
    await mia.page.wait_for_function("() => document.activeElement.closest('.meant')")
    inside = await mia.page.evaluate(
        """() => { const box = one => document.querySelector(one).getBoundingClientRect();
        const there = box('.meant').top - box('.ruled > .in').top;
        return there >= -1 && there < box('.ruled > .in').height - 40 }"""
    )
    assert inside
    return (await mia.page.locator(".meant").get_attribute("id") or "").removeprefix("rule-")


def due(play: dict[str, Any]) -> str:
    """The section about what this play would do."""
    if not play["prey"]:
        return "turn"
    return "smallest" if play["rank"] == 1 else "gap" if play["rank"] - play["prey"] > 1 else "chase"


async def test_the_sheet_opens_where_it_matters(meet: Meet, server: LiveServer) -> None:
    mia, people = await at_the_table(meet, server)
    page = mia.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/rules/" in request.url else None)
    await mia.tab_to("#hand")
    await page.keyboard.press("r")
    assert await meant(mia) == "turn"
    assert await page.locator("#main").get_attribute("inert") is not None
    assert await page.locator("body > .bar").get_attribute("inert") is not None
    assert await faults(mia, "sheet") == []
    for _ in range(40):  # the focus goes round in the sheet and, past its end, in the browser's own bar
        await page.keyboard.press("Tab")
        assert await page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('.ruled')"
        )
    await page.keyboard.press("Escape")
    await page.locator(SHEET).wait_for(state="hidden")
    assert await page.evaluate("document.activeElement.closest('#hand') !== null")
    assert await page.locator("#main").get_attribute("inert") is None

    sections = set()
    for _ in range(12):
        await hers(mia, people)
        play = max(people[0].table["offer"]["plays"], key=lambda one: (one["captured"], one["n"]))
        cards = page.locator(f"#hand button[data-rank='{play['rank']}']")
        for nth in range(play["n"]):
            await cards.nth(nth).click()
        await page.locator(".bar [data-rules]").click()
        assert await meant(mia) == due(play)
        sections.add(due(play))
        await page.locator(".ruled [data-part=close]").click()
        assert await page.evaluate("document.activeElement.matches('.bar [data-rules]')")
        if len(sections) > 1:
            break
        await page.keyboard.press("Escape")
        await play_out(people, moves=2)
    assert len(sections) > 1
    assert len(asked) == 1  # it was fetched when it was asked for, and once
    for player in people:
        await player.gone()


async def test_the_sheet_says_when_the_own_turn_comes(meet: Meet, server: LiveServer) -> None:
    mia, people = await at_the_table(meet, server, size=(390, 844), language="de", theme="dark", touch=True)
    await play_out(people, moves=1)
    await mia.page.wait_for_function("() => !document.title.startsWith('●')")
    await mia.page.locator(".bar [data-rules]").tap()
    await mia.page.locator(f"{SHEET} .fig").first.wait_for()
    turn = mia.page.locator(f"{SHEET} .yourturn")
    assert not await turn.is_visible()
    await play_out(people, moves=1)
    await turn.wait_for()
    assert await faults(mia, "sheet, own turn") == []
    await mia.page.touchscreen.tap(200, 20)  # beside it
    await mia.page.locator(SHEET).wait_for(state="hidden")
    await mia.page.keyboard.press("?")
    assert "Regeln öffnen" in await mia.page.locator("[role=dialog] .keys").inner_text()
    for player in people:
        await player.gone()


async def test_a_refusal_leads_to_its_rule(meet: Meet, server: LiveServer) -> None:
    def through(ours: WebSocketRoute) -> None:
        """A page that asks for what no page of ours asks for: cards of two ranks."""
        theirs = ours.connect_to_server()

        def forward(frame: str | bytes) -> None:
            told = json.loads(frame)
            if told["t"] == "move":
                told["move"]["cards"] = [1, 2]
            theirs.send(json.dumps(told))

        ours.on_message(forward)

    mia = await meet("Mia", calm=True)
    await mia.page.route_web_socket("**/ws/rooms/*", through)
    host, ben = await dealt(mia, server)
    await mia.play_by_pointer()
    read = mia.page.locator("#banner button")
    await read.click()
    assert await meant(mia) == "turn"
    await mia.page.locator("#banner").wait_for(state="hidden", timeout=20_000)
    await mia.page.keyboard.press("Escape")  # the button that opened the sheet is gone: the focus is kept all the same
    assert await mia.page.evaluate("document.activeElement.matches('.bar [data-rules]')")
    for player in (host, ben):
        await player.gone()


async def test_the_sheet_in_the_waiting_room_and_without_a_network(meet: Meet) -> None:
    mia = await meet("Mia", calm=True)
    await mia.open_room()
    await mia.page.route("**/rules/*", lambda route: route.abort())
    await mia.page.locator(".bar [data-rules]").click()
    await mia.page.locator(".ruled [role=alert]").wait_for()
    await mia.page.keyboard.press("Escape")
    await mia.page.unroute("**/rules/*")
    await mia.page.locator(".howto summary").click()
    await mia.page.locator(".howto [data-rules]").click()
    await mia.page.locator(f"{SHEET} .fig").first.wait_for()
    assert await mia.page.evaluate("document.activeElement.closest('.ruled') !== null")
    await mia.page.keyboard.press("Escape")
    await mia.page.locator("[data-part=house] label", has_text="Kariba").click()
    await mia.page.locator("[data-part=game-name]", has_text="Kariba").wait_for()
    await mia.page.locator(".bar [data-rules]").click()
    await mia.page.locator(f"{SHEET} a[href='#rule-market']").click()  # followed in the sheet: the address stays
    assert await meant(mia) == "market"
    assert "#" not in mia.page.url


async def test_the_sheet_opens_at_the_action_between_the_parks(meet: Meet) -> None:
    mia = await meet("Mia", calm=True)
    _, people = await gather(mia, ["Ben"], "seven_waters")
    await begin(people)
    await hers(mia, people)
    for action in ("draft", "slide", "river", "pool", "theme", "discard"):
        await mia.page.locator(f".choose[data-action={action}]").click()
        await mia.page.locator(".bar [data-rules]").click()
        assert await meant(mia) == action
        await mia.page.keyboard.press("Escape")
    for player in people:
        await player.gone()


async def test_the_sheet_opens_at_the_market_while_somebody_draws(meet: Meet) -> None:
    mia = await meet("Mia", calm=True)
    _, people = await gather(mia, ["Ben"], "kariba", market=True)
    await begin(people)
    await hers(mia, people)
    await mia.play_by_pointer()
    await mia.page.locator(".deck .take").wait_for()
    await mia.page.locator(".bar [data-rules]").click()
    assert await meant(mia) == "market"
    for player in people:
        await player.gone()
