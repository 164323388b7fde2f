"""A German page says nothing in English: no sentence of the English catalogue is found where the German one differs."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.web import text
from tests.app.player import play_out
from tests.browser.conftest import Meet
from tests.browser.person import Person, twin
from tests.browser.test_lessons import begin, follow_the_light
from tests.services.server import LiveServer

ROOT = Path(__file__).parents[2]
WORDS = 3  # fewer of them in a row may be a name or the same in both languages


def fragments(sentence: str) -> Iterator[str]:
    """What a reader sees of a text between its slots, where it is long enough to be told from another language."""
    for piece in re.split(r"[{}<>|]|\s#\s", sentence):
        words = re.sub(r"\s+", " ", piece).strip(" ,.:;!?…·")
        if len(words.split()) >= WORDS:
            yield words


def english() -> set[str]:
    """Pieces of the English catalogue that stand nowhere in the German one."""
    catalogues = [
        [
            value
            for file in sorted((text.FOLDER / lang).glob("*.json"))
            for value in json.loads(file.read_text()).values()
        ]
        for lang in ("en", "de")
    ]
    german = "\n".join(catalogues[1])
    return {piece for sentence in catalogues[0] for piece in fragments(sentence) if piece not in german}


SAID = """() => [...document.querySelectorAll('body *')].flatMap(e => [
  ...[...e.childNodes].filter(n => n.nodeType === 3).map(n => n.textContent),
  ...['aria-label', 'title', 'placeholder', 'alt', 'content'].map(a => e.getAttribute(a) ?? '')])
  .concat(document.title).join('\\n').replace(/[ \\u00a0]+/g, ' ')"""


async def english_on(person: Person, what: str) -> list[str]:
    """What is English on the page that is shown."""
    shown = await person.page.evaluate(SAID)
    return [f"{what}: {piece}" for piece in sorted(english()) if piece in shown]


def test_the_catalogue_has_enough_to_be_found() -> None:
    pieces = english()
    assert len(pieces) > 300
    assert "Take a card with a golden frame" in pieces or any("golden frame" in piece for piece in pieces)


async def test_it_is_found_where_it_is(meet: Meet) -> None:
    mia = await meet("Mia", language="en")
    await mia.page.goto(mia.url)
    assert len(await english_on(mia, "home")) >= 8


@pytest.mark.parametrize("game", ["waterhole", "kariba", "seven_waters"])
async def test_no_english_on_german_pages(meet: Meet, server: LiveServer, game: str) -> None:
    mia = await meet("Mia", language="de", calm=True)
    page, found = mia.page, []
    address = await mia.open_room(game)
    found += await english_on(mia, "waiting room")
    ben = await meet("Ben", language="de", calm=True)
    await ben.come(address)
    found += await english_on(ben, "newcomer")
    await ben.sit()
    await mia.press(page.locator("[data-part=start]"))
    await page.locator("#table").wait_for()
    await asyncio.sleep(0.5)
    for person in (mia, ben):
        found += await english_on(person, "table")
        await person.press(person.page.locator("#hand button").first)
        found += await english_on(person, "a card chosen")
    await page.keyboard.press("?")
    found += await english_on(mia, "keys")
    await page.keyboard.press("Escape")
    players = [await twin(one, address) for one in (mia, ben)]
    for player in players:
        await player.until(lambda m: m["t"] == "table")
    await play_out(players, moves=12)
    found += await english_on(mia, "twelve moves later")
    if game == "seven_waters":
        await play_out(players)
        await page.locator("[data-part=see-parks]").wait_for()
        found += await english_on(mia, "the parks are open")
    for player in players:
        await player.gone()
    for path in ("/", "/history", f"/rules/{game}", "/nowhere", "/r/nothere123", "/api"):
        await page.goto(server.url + path)
        if path != "/api":
            found += await english_on(mia, path)
    mia.complaints.clear()  # the browser says aloud that two of these were 404
    assert found == []


@pytest.mark.parametrize("game", ["waterhole", "kariba", "seven_waters"])
async def test_no_english_in_a_german_lesson(meet: Meet, game: str) -> None:
    mia = await meet("Mia", language="de", calm=True)
    await begin(mia, game)
    found = await english_on(mia, "first step")
    await follow_the_light(mia)
    await asyncio.sleep(0.5)
    found += await english_on(mia, "one touch later")
    assert found == []
