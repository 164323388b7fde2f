"""Looking things up after the match: the list and its filters, a player's page, the leaderboard, one's own data."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import Browser

from tests.app.player import Player, play_out
from tests.browser.conftest import Meet
from tests.browser.person import Person
from tests.browser.test_accessible import Tour
from tests.browser.test_german import english_on
from tests.services.server import LiveServer

pytestmark = pytest.mark.timeout(300)


async def played(people: list[Player], game: str = "waterhole", **options: Any) -> str:
    """A match of these people, one seat after the other, to its end."""
    code = await people[0].open_room(game, **options)
    for seat, player in enumerate(people):
        player.heard.clear()
        player.table = {}
        await player.enter(code)
        assert (await player.do("sit", seat=seat))["t"] == "ack"
    assert (await people[0].do("start"))["t"] == "ack"
    for player in people:
        await player.until(lambda m: m["t"] == "table")
    await play_out(people)
    match = str(people[0].table["match"])
    for player in people:
        await player.leave()
    return match


async def known(person: Person) -> Player:
    """The guest that this browser is, without the browser."""
    await person.page.goto(person.url)
    await person.page.evaluate("name => localStorage.setItem('name', name)", person.name)
    player = await Player(person.url, person.name).arrive()
    for name, value in player.http.cookies.items():
        await person.context.add_cookies([{"name": name, "value": value, "url": person.url}])
    return player


async def matches(person: Person) -> list[str]:
    """The matches in the list that is shown."""
    await person.page.locator("#looking").wait_for(state="hidden")
    links: list[str] = await person.page.locator(".hist a").evaluate_all("all => all.map((one) => one.pathname)")
    return [link.rsplit("/", 1)[1] for link in links]


@pytest.mark.parametrize(("size", "language"), [((1280, 800), "en"), ((390, 844), "de")])
async def test_what_is_looked_for_is_found_and_stands_in_the_address(
    meet: Meet, server: LiveServer, size: tuple[int, int], language: str
) -> None:
    mia = await meet("Mia", size=size, language=language, calm=True)
    me = await known(mia)
    ben, cem = [await Player(server.url, name).arrive() for name in ("Ben", "Cem")]
    first = await played([me, ben], deals=1)
    second = await played([ben, cem], "kariba", deals=1, market=True)
    third = await played([me, cem], "seven_waters")
    page = mia.page
    await page.goto(f"{mia.url}/history")
    assert await matches(mia) == [third, first], "who has played here sees their own first"
    await page.locator("[name=mine]").uncheck()
    await page.wait_for_url("**mine=0")
    assert await matches(mia) == [third, second, first]
    await page.locator("[name=name]").fill("ben")
    await page.locator("[name=name]").press("Enter")
    await page.wait_for_url("**name=ben**")
    assert await matches(mia) == [second, first], "capitals do not matter"
    await page.locator("[name=game]").select_option("kariba")
    await page.wait_for_url("**game=kariba**")
    assert await matches(mia) == [second]
    await page.reload()
    assert await matches(mia) == [second]
    assert await page.locator("[name=name]").input_value() == "ben"
    await page.go_back()
    await page.wait_for_url(lambda url: "kariba" not in url)
    assert await matches(mia) == [second, first]
    await page.locator("[name=name]").fill("nobody at all")
    await page.locator("[name=name]").press("Enter")
    await page.locator("#none").wait_for()
    await page.locator("#none a").first.click()
    assert await matches(mia) == [third, second, first]
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if language == "de":
        assert await english_on(mia, "list") == []
    # On to a match, its player, and back to what that player has done.
    await page.locator(".hist a").last.click()
    await page.locator(f".about a[href*='{ben.guest}']").click()
    await page.locator("h1", has_text="Ben").wait_for()
    assert await page.locator(".last24 li").count() == 2
    await page.locator(".games a", has_text="Kariba").click()
    await page.wait_for_url("**game=kariba**")
    assert await page.locator(".last24 li").count() == 1
    if language == "de":
        assert await english_on(mia, "player") == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for player in (me, ben, cem):
        await player.gone()


async def test_one_chooses_to_stand_on_the_leaderboard(meet: Meet, server: LiveServer) -> None:
    mia = await meet("Mia", calm=True)
    me = await known(mia)
    others = [await Player(server.url, name).arrive() for name in ("Ben", "Cem", "Dua")]
    for nth in range(5):
        await played([me, others[nth % 3]], deals=1)
    page = mia.page
    await page.goto(f"{mia.url}/leaderboard?game=waterhole")
    await page.locator(".empty").wait_for()
    await page.locator("main a[href$='/me']").click()
    await page.locator("#leaderboard").check()
    await page.locator(".toast", has_text="You stand on the leaderboard").wait_for()
    await page.goto(f"{mia.url}/leaderboard?game=waterhole")
    assert await page.locator(".board-table tbody th").all_inner_texts() == ["M\nMia"]
    await page.goto(f"{mia.url}/me")
    await page.locator("#leaderboard").uncheck()
    await page.locator(".toast", has_text="You do not stand").wait_for()
    await page.goto(f"{mia.url}/leaderboard?game=waterhole")
    await page.locator(".empty").wait_for()
    for player in (me, *others):
        await player.gone()


async def test_what_is_stored_can_be_taken_along_and_deleted(meet: Meet, server: LiveServer) -> None:
    mia = await meet("Mia", calm=True, size=(390, 844), language="de")
    me = await known(mia)
    ben = await Player(server.url, "Ben").arrive()
    match = await played([me, ben], deals=1)
    page = mia.page
    await page.goto(f"{mia.url}/me")
    await page.locator("#facts", has_text=me.guest).wait_for()
    async with page.expect_download() as taken:
        await page.locator("a[download]").click()
    assert match in (await (await taken.value).path()).read_text()
    await page.locator("#delete").click()
    await page.locator(".sheet.ask button").first.click()
    await page.locator("#known").wait_for()
    await page.locator("#delete").click()
    await page.locator(".sheet.ask button").last.click()
    await page.locator("#unknown", has_text="Gelöscht").wait_for()
    assert await page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]") == []
    await page.goto(f"{mia.url}/matches/{match}")
    assert "Mia" not in await page.locator("main").inner_text()
    assert "Ben" in await page.locator("main").inner_text()
    assert await english_on(mia, "match") == []
    for player in (me, ben):
        await player.gone()


async def test_times_are_the_readers_own_on_a_night_when_clocks_change(
    browser: Browser, start_server: Callable[..., LiveServer]
) -> None:
    """The server lives in New York and writes UTC; the reader in Berlin reads their own clock, one hour of it twice."""
    server = start_server(TZ="America/New_York")
    mia, ben = [await Player(server.url, name).arrive() for name in ("Mia", "Ben")]
    await played([mia, ben], deals=1)
    context = await browser.new_context(timezone_id="Europe/Berlin", locale="en")
    page = await context.new_page()
    record = (await mia.http.get("/api/matches")).json()["items"][0]
    assert record["ended_at"].endswith("Z")

    async def told(route: Any) -> None:
        """The same match, ended before and after three o'clock becomes two."""
        ends = ("2026-10-25T01:30:00.000Z", "2026-10-25T00:30:00.000Z", "2026-10-24T21:59:00.000Z")
        items = [{**record, "match": f"m_{nth}", "ended_at": at} for nth, at in enumerate(ends)]
        await route.fulfill(json={"items": items, "next": None})

    await page.route("**/api/matches?*", told)
    await page.goto(f"{server.url}/history?mine=0")
    await page.locator(".hist a").nth(2).wait_for()
    assert await page.locator(".day h2").all_inner_texts() == ["Sunday, October 25", "Saturday, October 24"]
    times = [time.replace("\u202f", " ") for time in await page.locator(".hist time").all_inner_texts()]
    assert times == ["2:30 AM", "2:30 AM", "11:59 PM"]
    assert "Berlin" in await page.locator("#zone").inner_text()
    await context.close()
    for player in (mia, ben):
        await player.gone()


async def test_axe_finds_nothing_on_what_is_looked_up(meet: Meet, server: LiveServer) -> None:
    mia = await meet("Mia", calm=True)
    me = await known(mia)
    others = [await Player(server.url, name).arrive() for name in ("Ben", "Cem", "Dua")]
    for nth in range(5):
        await played([me, others[nth % 3]], deals=1)
    await me.http.post("/api/me", json={"leaderboard": True}, headers={"Origin": server.url})
    tour, page = Tour(), mia.page
    themes: tuple[Any, ...] = ("light", "dark")
    for theme, (path, shown) in itertools.product(
        themes,
        (
            ("/history", ".hist a"),
            ("/history?name=nobody&mine=0", "#none"),
            (f"/players/{me.guest}", ".last24"),
            ("/leaderboard", ".board-table"),
            ("/me", "#facts"),
        ),
    ):
        await page.emulate_media(color_scheme=theme)
        await page.goto(f"{mia.url}{path}")
        await tour.look(mia, f"{path} {theme}", shown)
    assert tour.found == []
    assert len(tour.seen) == 10
    for player in (me, *others):
        await player.gone()
