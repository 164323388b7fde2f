"""Kariba in a real browser: five seats with the market, one of them by finger in German, one by keyboard in English."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from pathlib import Path

import httpx
import pytest

from tests.browser.conftest import Meet
from tests.browser.gathering import begin, gather, newest, step
from tests.browser.person import Person
from tests.browser.test_story import recorded, told

pytestmark = pytest.mark.timeout(300)
FAULTS = Path(__file__).with_name("faults.js").read_text("utf-8")
LYING = """() => {
  const herds = [...document.querySelectorAll(".place")].map((place) => {
    const count = place.querySelector(".tag .num");
    return count.hidden ? place.querySelectorAll(".pips .f").length : Number(count.innerText.slice(1));
  });
  const lying = herds.reduce((sum, n) => sum + n, document.querySelectorAll("#hand button, .stall.spot").length);
  return document.querySelectorAll(".layer .card").length === lying;
}"""
SIZES = ((1280, 800), (768, 1024), (844, 390), (390, 844), (360, 640))


async def drawing(person: Person) -> bool:
    """Whether there is something to draw on this page."""
    return await person.page.locator(".take").count() > 0


async def favourite(person: Person) -> tuple[int, int]:
    """The rank this hand holds most of, and how many."""
    ranks = await person.page.locator("#hand button").evaluate_all("spots => spots.map(spot => spot.dataset.rank)")
    ((rank, n),) = Counter(map(int, ranks)).most_common(1)
    return rank, n


class Finger:
    """Taps cards, face-up cards, the deck and the button, in turn."""

    def __init__(self) -> None:
        self.draws = 0

    async def act(self, person: Person) -> None:
        """One play or one draw."""
        page = person.page
        if await drawing(person):
            ways = (page.locator(".stall .take").first, page.locator(".deck .take"), page.locator("#play"))
            way = ways[self.draws % 3]
            self.draws += 1
            # With an empty pile the button draws nothing: it leads to the face-up cards.
            pile = await page.locator(".deck .take").count()
            await person.press(way if pile and await way.count() else page.locator(".take").first)
            return
        rank, n = await favourite(person)
        cards = page.locator(f"#hand button[data-rank='{rank}']")
        for nth in range(n):
            await person.press(cards.nth(nth))
        await person.press(page.locator("#play"))


class Keys:
    """Digits, arrows, Enter and Space; never a pointer."""

    def __init__(self) -> None:
        self.draws = 0

    async def act(self, person: Person) -> None:
        """One play or one draw."""
        page, keys = person.page, person.page.keyboard
        if not await drawing(person):
            rank, n = await favourite(person)
            for _ in range(n):
                await keys.press(str(rank))
            await keys.press("Enter")
            return
        self.draws += 1
        ranks = await page.locator(".stall .take").evaluate_all("takes => takes.map(take => take.dataset.source)")
        if self.draws % 3 == 1 and ranks:
            await keys.press(ranks[0])
        elif self.draws % 3 == 2:
            await person.tab_to(".take")
            await keys.press("ArrowRight")
            await keys.press("Space")
        elif await page.locator(".deck .take").count():
            await page.locator("#hand button").first.focus()
            await keys.press("Enter")
        else:
            await keys.press(ranks[0])


async def open_table(mia: Person, ben: Person) -> None:
    """From the landing page to the first deal, by clicks: Kariba, one deal, the market, three bots."""
    address = await mia.open_room("kariba")
    await mia.press(mia.page.get_by_text("1 deal", exact=True))
    await mia.page.get_by_role("switch", name="Face-up market").check()
    await ben.come(address)
    await ben.sit()
    for nth in range(3):
        await mia.press(mia.page.get_by_role("button", name="Add bot").first)
        await mia.page.locator("[data-part=seats] .bot, [data-part=seats] b").nth(2 + nth).wait_for()
    assert "5" in await mia.page.locator("[data-part=taken]").inner_text()
    await mia.press(mia.page.locator("[data-part=start]"))
    for person in (mia, ben):
        await person.page.locator("#hand button").first.wait_for()


async def test_five_seats_with_the_market_to_the_end(meet: Meet) -> None:
    mia = await meet("Mia")
    ben = await meet("Ben", size=(390, 844), language="de", touch=True)
    await open_table(mia, ben)
    assert await ben.page.locator(".stall").count() == 3
    ways: dict[Person, Finger | Keys] = {mia: Keys(), ben: Finger()}
    seen = {"other draws": False, "reload": False}
    for _ in range(400):
        if all([await person.over() for person in ways]):
            break
        for person, way in ways.items():
            if await person.over() or not await person.my_turn():
                continue
            if person is mia and await drawing(mia) and not seen["other draws"]:
                words = ben.page.locator("#say", has_text=re.compile(r"Mia zieht Karten: \d von \d\."))
                await words.wait_for()
                seen["other draws"] = True
            if person is ben and await drawing(ben) and not seen["reload"]:
                await ben.page.reload()
                await ben.page.locator(".deck .take").wait_for()
                seen["reload"] = True
            await settled(person)
            await told(person, way.act)
        await asyncio.sleep(0.03)
    assert seen == {"other draws": True, "reload": True}
    said = await recorded(mia.url)
    assert len(said) == 5
    assert {"Mia", "Ben"} < set(said)
    for person in ways:
        assert await person.totals() == said
    await judge_log(mia, ben)
    await judge_record(mia.url, {0, 1})


async def settled(person: Person) -> None:
    """Soon every card that lies open is one picture, and there are no others: none is doubled, none left behind."""
    await person.page.wait_for_function(LYING)


async def judge_log(mia: Person, ben: Person) -> None:
    """Draws and refills are told in the reader's language."""
    english, german = [await person.page.locator("#log").text_content() or "" for person in (mia, ben)]
    for words in (r"took .* from the market", r"drew", r"New in the market"):
        assert re.search(words, english), words
    for words in (r"nimmt .* aus der Auslage", r"zieht", r"Neu in der Auslage"):
        assert re.search(words, german), words
    assert not re.search(r"\b(took|drew|market|played)\b", german)


async def judge_record(url: str, humans: set[int]) -> None:
    """Both humans drew from the deck and from the market."""
    async with httpx.AsyncClient(base_url=url) as http:
        newest = (await http.get("/api/matches?limit=1")).json()["items"][0]
        steps = (await http.get(f"/api/matches/{newest['match']}/moves")).json()["steps"]
        record = (await http.get(f"/api/matches/{newest['match']}")).json()
    assert (record["game"], record["options"]) == ("kariba", {"deals": 1, "market": True})
    draws = [(s["seat"], s["move"]["source"] == "deck") for s in steps if s.get("move", {}).get("type") == "draw"]
    assert {(seat, deck) for seat in humans for deck in (True, False)} <= set(draws)


async def test_five_seats_fit_every_size_while_drawing(meet: Meet) -> None:
    mia = await meet("Mia", calm=True)
    _, people = await gather(mia, ("Ben", "Carla", "Otto", "Finn"), "kariba", market=True)
    await begin(people)
    faults: list[str] = []
    for _ in range(40):
        await step(people)
        facts = newest(people)["view"]["facts"]
        if facts["phase"] == "draw" and facts["to_act"] == 0:
            await mia.page.locator(".take").first.wait_for()
            for width, height in SIZES:
                await mia.page.set_viewport_size({"width": width, "height": height})
                await mia.page.wait_for_timeout(60)
                faults += [f"{width}x{height}: {fault}" for fault in await mia.page.evaluate(FAULTS)]
    assert "\n".join(sorted(set(faults))) == ""
    for player in people:
        await player.gone()
