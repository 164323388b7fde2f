"""The analysis of a match: asked for on its page, waited for, drawn; found again in the overview and in the replay."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from playwright.async_api import Page, Route

from app.web.scene import signed
from tests.app.player import play_out, started
from tests.browser.analysed import sketched
from tests.browser.conftest import Meet
from tests.browser.person import Person
from tests.browser.test_accessible import Tour
from tests.browser.test_german import english_on
from tests.browser.test_names import FOREIGN, MARKUP
from tests.services.server import LiveServer

pytestmark = pytest.mark.timeout(300)

Json = dict[str, Any]
LONG = "W" * 24
BOXES: list[tuple[str, Json, Sequence[str]]] = [
    ("waterhole", {"deals": 3}, ("Mia", "Ben", MARKUP[0], "Otto")),
    ("kariba", {"deals": 1, "market": True}, ("Mia", LONG)),
    ("seven_waters", {"contest": False}, ("Mia", "Ben")),
]
GAMES = [game for game, _, _ in BOXES]
SHIFTS = """() => { window.shifted = 0; new PerformanceObserver(list => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
}).observe({type: 'layout-shift', buffered: true}); }"""


async def played(server: LiveServer, game: str, options: Json, names: Sequence[str] = ("Mia", "Ben")) -> str:
    """A match that these have just played to its end."""
    people = await started(server.url, *names, game=game, **options)
    await play_out(people)
    match = str(people[0].table["match"])
    for player in people:
        await player.gone()
    return match


async def sketch(server: LiveServer, match: str, most: int = 3) -> Json:
    """What an analysis of this match could be."""
    async with httpx.AsyncClient(base_url=server.url) as http:
        at = f"/api/matches/{match}"
        record, moves = (await http.get(at)).json(), (await http.get(f"{at}/moves")).json()
        seats = {str(one["seat"]): f"?seat={one['seat']}" for one in record["seats"]}
        told = {name: (await http.get(f"{at}/replay{query}")).json() for name, query in {"watch": "", **seats}.items()}
    return sketched(record, moves["steps"], told, most)


async def answer(page: Page, *answers: tuple[int, Json]) -> list[str]:
    """Let the page be told this of an analysis, one after the other, the last one again and again; how it asked.
    A status of 0 is a line that broke."""
    asked: list[str] = []

    async def tell(route: Route) -> None:
        status, told = answers[min(len(asked), len(answers) - 1)]
        asked.append(route.request.method)
        if status:
            await route.fulfill(status=status, content_type="application/json", body=json.dumps(told))
        else:
            await route.abort()

    await page.route("**/api/matches/*/analysis", tell)
    return asked


async def drawn(person: Person, match: str) -> None:
    """On the page of its analysis, until everything is there."""
    await person.page.goto(f"{person.url}/matches/{match}/analysis")
    await person.page.locator("#analysis:not([aria-busy])").wait_for()


def won(told: Json) -> int:
    """What the winner's curve ends with, in percent: those who win together share it."""
    last: list[float] = told["curve"][-1]
    return round(100 * max(last))


async def middle(page: Page, which: str) -> tuple[float, float]:
    """Where the middle of something lies."""
    box = await page.locator(which).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def wide_enough(page: Page) -> bool:
    fits: bool = await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return fits


@pytest.mark.parametrize(("game", "options", "names"), BOXES, ids=GAMES)
async def test_curve_rings_and_turning_points(
    meet: Meet, server: LiveServer, game: str, options: Json, names: Sequence[str]
) -> None:
    match = await played(server, game, options, names)
    told = await sketch(server, match)
    mia = await meet("Mia", calm=True)
    page = mia.page
    asked = await answer(page, (200, told))
    await drawn(mia, match)
    assert asked == ["GET"], "what is kept is not asked for once more"
    assert await page.locator(".mtabs [aria-current]").inner_text() == "Analysis"
    assert await page.locator(".skill .gauge svg").count() == len(names)
    labels = [await one.get_attribute("aria-label") for one in await page.locator(".skill .gauge").all()]
    assert sorted(map(str, labels)) == sorted(
        f"{names[one['seat']]}: accuracy {one['accuracy']} of 100" for one in told["players"]
    )
    assert "Luck +6" in await page.locator(".skill li", has_text=names[0]).inner_text()
    assert await page.evaluate(FOREIGN) == 0
    assert await page.locator(".plot .ln").count() == len(names)
    assert await page.locator(".plot .pin").count() == 3
    assert await page.locator(".plot .dot").count() > 0
    # The curve of another seat, in its colour.
    await page.locator(".whose label", has_text=names[1]).click()
    assert await page.locator(".plot .ln:not(.other)").get_attribute("data-line") == "1"
    # In numbers: the beginning, every deal's end, and the turning points.
    deals = int(options.get("deals", 1))
    assert await page.locator("[data-part=table] tbody tr").count() == 1 + deals + 3
    assert str(won(told)) in await page.locator("[data-part=table] tbody tr").last.inner_text()
    # A card says what was played, what was better, what it cost and why, and leads to the moment before it.
    assert await page.locator(".turns .tp").count() == 3
    for nth, turn in enumerate(told["turning"]):
        card = page.locator(".turns .tp").nth(nth)
        assert await card.locator(".moment .was").count() == await card.locator(".moment .best").count() == 1
        assert f"{signed(-round(100 * turn['loss']))} %" in await card.locator(".delta").inner_text()
        assert len(await card.locator("p.small").inner_text()) > 20
        watch = str(await card.locator("a").get_attribute("href"))
        assert watch.endswith(f"/matches/{match}/replay?step={turn['step'] - 1}&as={turn['seat']}")
    await page.locator(".turns .tp").first.get_by_role("button", name="Play on from here").click()
    await page.wait_for_url("**/r/*")


async def test_along_the_curve_by_keyboard_and_by_pointer(meet: Meet, server: LiveServer) -> None:
    match = await played(server, "waterhole", {"deals": 1})
    told = await sketch(server, match)
    mia = await meet("Mia", calm=True)
    page, live = mia.page, mia.page.locator("[data-part=live]")
    await answer(page, (200, told))
    await drawn(mia, match)
    name = await page.locator(".whose label").first.inner_text()
    await mia.tab_to(".plot")
    await page.keyboard.press("ArrowRight")
    assert (await live.inner_text()).startswith(f"Deal 1: {name} ")
    await page.keyboard.press("ArrowRight")
    assert (await live.inner_text()).startswith(f"Move 1: {name} ")
    await page.keyboard.press("End")
    assert (await live.inner_text()).replace("\xa0", " ").strip().endswith(f" {won(told)} %")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("Enter")
    await page.wait_for_url(f"**/matches/{match}/replay?step={len(told['curve']) - 2}")
    await drawn(mia, match)
    box = await page.locator(".plot").bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60)
    assert "Move" in str(await page.locator(".plot .said").text_content())
    await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 60)
    await page.wait_for_url("**/replay?step=*")
    step = int(re.findall(r"step=(\d+)", page.url)[0])
    assert abs(step - len(told["curve"]) / 2) < len(told["curve"]) / 10
    ben = await meet("Ben", calm=True, size=(390, 844), touch=True)
    await answer(ben.page, (200, told))
    await drawn(ben, match)
    box = await ben.page.locator(".plot").bounding_box()
    assert box is not None
    await ben.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 60)
    await ben.page.wait_for_url("**/replay?step=*")
    step = int(re.findall(r"step=(\d+)", ben.page.url)[0])
    assert abs(step - len(told["curve"]) / 2) < len(told["curve"]) / 10


async def test_it_is_waited_for_calmly_and_nothing_jumps(meet: Meet, server: LiveServer) -> None:
    match = await played(server, "waterhole", {"deals": 3}, BOXES[0][2])
    told = await sketch(server, match)
    for size, most in (((1280, 800), 0.02), ((390, 844), 0.03)):
        mia = await meet("Mia", calm=True, size=size)
        page, live = mia.page, mia.page.locator("[data-part=live]")
        waiting = [(202, {"match": match, "progress": far}) for far in (None, 0, 0.1, 0.3)]
        asked = await answer(page, *waiting, (200, told))
        await page.add_init_script(f"({SHIFTS})()")
        await page.goto(f"{mia.url}/matches/{match}/analysis")
        bar = page.get_by_role("progressbar")
        await bar.wait_for()
        assert await live.inner_text() == "This match is being analysed"
        assert await bar.get_attribute("aria-labelledby") == "asked"
        await page.wait_for_function("() => document.querySelector('progress').value === 0.3")
        assert (await live.inner_text()).replace("\xa0", " ") == "30 % analysed"
        await page.locator("#analysis:not([aria-busy])").wait_for()
        assert await bar.is_hidden()
        assert await live.inner_text() == "The analysis is ready."
        assert asked == ["GET", "POST", "GET", "GET", "GET"]
        await page.wait_for_timeout(300)
        assert await page.evaluate("() => window.shifted") < most


async def test_a_refusal_is_said_and_asked_again(meet: Meet, server: LiveServer) -> None:
    match = await played(server, "waterhole", {"deals": 1})
    told = await sketch(server, match, most=0)
    mia = await meet("Mia", calm=True)
    page = mia.page
    busy = {
        "type": "about:blank",
        "title": "That was a little fast.",
        "status": 429,
        "code": "rate",
        "facts": {"retry_after": 600},
    }
    await answer(page, (429, busy), (0, {}), (200, told))
    await page.goto(f"{mia.url}/matches/{match}/analysis")
    await page.locator("[role=alert]", has_text="That was a little fast").wait_for()
    mia.complaints.clear()  # the browser says aloud that this was refused
    await page.get_by_role("button", name="Try again").click()
    await page.locator("[role=alert]", has_text="No connection").wait_for()
    await page.get_by_role("button", name="Try again").click()
    await page.locator("#analysis:not([aria-busy])").wait_for()
    assert await page.locator("[role=alert]").is_hidden()
    # Nobody has thrown this match away.
    assert await page.locator("#turned").inner_text() == "Turning points"
    assert "well played all round" in await page.locator("[data-part=none]").inner_text()
    assert await page.locator(".turns").is_hidden()
    assert await page.locator("[data-part=pins]").is_hidden()


async def test_axe_finds_nothing_and_german_fits_a_small_phone(meet: Meet, server: LiveServer) -> None:
    tour = Tour()
    looks: list[tuple[Any, tuple[int, int], str]] = [
        ("light", (1280, 800), "en"),
        ("dark", (360, 640), "de"),
        ("light", (390, 844), "de"),
        ("dark", (1280, 800), "en"),
    ]
    boxes = [*BOXES, ("kariba", {"deals": 3}, (LONG, "Ben", "Carla", "Otto", "Zoë"))]
    for (game, options, names), (theme, size, language) in zip(boxes, looks, strict=True):
        match = await played(server, game, options, names)
        mia = await meet("Mia", theme=theme, size=size, language=language, calm=True)
        await answer(mia.page, (200, await sketch(server, match)))
        await drawn(mia, match)
        await tour.look(mia, f"{game}, {len(names)}", ".turns .tp .moment")
        assert await wide_enough(mia.page)
        if language == "de":
            assert await english_on(mia, "analysis") == []
            assert not re.search(r"\{\w+\}", await mia.page.locator("#analysis").inner_text())
        await mia.page.set_viewport_size({"width": 360, "height": 640})
        await asyncio.sleep(0.1)
        if LONG not in names:  # the head of such a match is wider at this size, whatever the page
            assert await wide_enough(mia.page)
        plot = await mia.page.locator(".plot .chart").bounding_box()
        assert plot is not None
        assert plot["width"] <= 340
    assert tour.found == []
    assert len(tour.seen) == len(boxes)


@pytest.mark.parametrize(("size", "language"), [((1280, 800), "en"), ((390, 844), "de")])
async def test_from_the_overview_to_the_replay(
    meet: Meet, server: LiveServer, size: tuple[int, int], language: str
) -> None:
    """Nothing is recorded here: the server looks at the match, and three pages show what it found."""
    match = await played(server, "waterhole", {"deals": 1})
    mia = await meet("Mia", calm=True, size=size, language=language)
    page = mia.page
    await page.goto(f"{mia.url}/matches/{match}")
    await page.locator("#analysed:not([aria-busy])").wait_for()
    assert await page.locator("#analysed .gauge").first.is_hidden(), "looking at a match asks for nothing"
    await page.locator("#analysed a").click()
    await page.locator("#analysis:not([aria-busy])").wait_for(timeout=120_000)
    async with httpx.AsyncClient(base_url=server.url) as http:
        told = (await http.get(f"/api/matches/{match}/analysis")).json()
        steps = (await http.get(f"/api/matches/{match}/moves")).json()["steps"]
    assert len(told["curve"]) == len(steps)
    assert await page.locator(".turns .tp").count() == len(told["turning"])
    assert await wide_enough(page)
    accuracy = {str(one["accuracy"]) for one in told["players"]}
    assert set(await page.locator(".skill .gauge .num").all_inner_texts()) == accuracy
    if language == "de":
        assert await english_on(mia, "analysis") == []
    await page.goto(f"{mia.url}/matches/{match}")
    await page.locator("#analysed .gauge svg").first.wait_for()
    assert set(await page.locator("#analysed .gauge .num").all_inner_texts()) == accuracy
    costly = [move for move in told["moves"] if move["flagged"] and move["better"]]
    assert costly, "two who play at random leave something lying"
    await page.goto(f"{mia.url}/matches/{match}/replay?step={costly[0]['step'] - 1}")
    await page.locator("#scrub:not([aria-busy])").wait_for()
    assert await page.locator(".track .cost").count() == sum(move["flagged"] for move in told["moves"])
    assert await page.locator(".track .pin").count() == len(told["turning"])
    lead = "Better for" if language == "en" else "Besser für"
    assert lead in await page.locator("#instead").inner_text()
    ring = await middle(page, ".better-ring")
    place = await middle(page, f"[data-place='herd:{costly[0]['better']['cards'][0]}']")
    assert ring == pytest.approx(place, abs=2)
    assert lead in str(await page.locator("[data-part=track]").get_attribute("aria-valuetext"))
    assert await wide_enough(page)
    tour = Tour()
    await tour.look(mia, "replay, judged", ".better-ring")
    assert tour.found == []
    if language == "de":
        assert await english_on(mia, "replay") == []
    calm = next(step for step in range(1, len(steps)) if step + 1 not in {move["step"] for move in costly})
    await page.goto(f"{mia.url}/matches/{match}/replay?step={calm}")
    await page.locator("#scrub:not([aria-busy])").wait_for()
    assert await page.locator(".better-ring").is_hidden()
