"""The levels of bots in a real browser: which of them count cards is said in words and by a sign, and on the narrowest
phones every button is whole and large enough for a finger."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe

from tests.browser.conftest import Meet
from tests.browser.person import Person, twin
from tests.browser.test_accessible import RULES

LEVELS = ["easy", "medium", "hard", "expert"]
WORDS = {
    "en": ("counts cards", "Hard and expert count cards: they remember what was captured and drafted."),
    "de": (
        "zählt die Karten mit",
        "Stark und Experte zählen mit: Sie merken sich, welche Karten erbeutet und genommen wurden.",
    ),
}
# What sticks out of its panel, what is cut, what a finger would miss: the ring round a button counts as the button.
FAULTS = """() => [...document.querySelectorAll(".levels label, .opts .seg:has(.counts) label")].flatMap((label) => {
  const box = label.getBoundingClientRect(), frame = label.closest(".seatrow, .panel").getBoundingClientRect();
  const ring = getComputedStyle(label, "::after"), more = -parseFloat(ring.top) - parseFloat(ring.bottom);
  const faults = [];
  if (box.left < frame.left + 4 || box.right > frame.right - 4) faults.push("sticks out");
  if (label.scrollWidth > label.clientWidth || box.height > 40) faults.push("is cut or broken");
  if (box.width < 44 || box.height + more < 44) faults.push("is too small");
  return faults.map((fault) => `${label.textContent} ${fault}`);
})"""


async def with_bots(meet: Meet, levels: list[str], **ways: Any) -> tuple[Person, Any]:
    """A waiting room with a bot of each of these levels, and its host once more without a browser."""
    mia = await meet("Mia", calm=True, **ways)
    host = await twin(mia, await mia.open_room())
    assert (await host.do("game", game="kariba"))["t"] == "ack"
    for seat, level in enumerate(levels, 1):
        assert (await host.do("bot", seat=seat, level=level))["t"] == "ack"
    await mia.page.locator("[data-part=levels]").nth(len(levels) - 1).wait_for()
    return mia, host


@pytest.mark.parametrize("language", ["en", "de"])
async def test_which_levels_count_cards_is_said(meet: Meet, language: str) -> None:
    sign, sentence = WORDS[language]
    mia, host = await with_bots(meet, LEVELS, language=language)
    page = mia.page
    assert (await page.locator("[data-part=counting]").inner_text()).strip() == sentence
    for nth in range(4):
        row = page.locator("[data-part=seats] > li").nth(nth + 1)
        assert await row.locator("[data-part=sub] .counts").count() == (nth > 1)
        spoken = await row.get_by_role("radio").evaluate_all("all => all.map((one) => one.labels[0].textContent)")
        assert [text.endswith(sign) for text in spoken] == [False, False, True, True], spoken
        assert await row.get_by_role("radio", name=sign).count() == 2
    title = await page.locator("[data-part=sub] .counts").first.get_attribute("title")
    assert title == sign
    # A level chosen anew takes the sign along.
    second = page.locator("[data-part=seats] > li").nth(1)
    await second.locator("label").nth(3).click()
    await second.locator("[data-part=sub] .counts").wait_for()
    assert (await host.do("start"))["t"] == "ack"
    await page.locator("#table .seat").first.wait_for()
    signs = await page.locator("#table .seats .seat").evaluate_all(
        "all => all.map((one) => one.querySelector('.pic .counts')?.textContent.trim() ?? '')"
    )
    assert signs == [sign, "", sign, sign]
    await host.gone()


async def test_without_bots_nothing_is_said(meet: Meet) -> None:
    mia, host = await with_bots(meet, ["hard"])
    await mia.page.locator("[data-part=counting]").wait_for()
    assert (await host.do("unbot", seat=1))["t"] == "ack"
    await mia.page.locator("[data-part=counting]").wait_for(state="hidden")
    await host.gone()


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("de", "dark")])
async def test_on_a_phone_every_level_is_whole(meet: Meet, language: str, theme: str) -> None:
    mia, host = await with_bots(meet, LEVELS, language=language, theme=theme, size=(360, 640), touch=True)
    page, axe = mia.page, Axe()
    for width, height in ((320, 568), (360, 640), (390, 844), (768, 1024), (1280, 800)):
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(FAULTS) == [], width
        if width >= 360:
            assert await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), width
        if width in (360, 1280):
            report = await axe.run(page, options=RULES)
            assert [found["id"] for found in report.response["violations"]] == []
    assert (await host.do("start"))["t"] == "ack"
    await page.locator("#table .pic .counts").first.wait_for()
    for size in ((390, 844), (1280, 800)):
        await page.set_viewport_size({"width": size[0], "height": size[1]})
        report = await axe.run(page, options=RULES)
        assert [found["id"] for found in report.response["violations"]] == []
    await host.gone()
