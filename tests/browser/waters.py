"""Seven Waters with a browser: a deal that is written down, a story played in it, and how people do each action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.async_api import Locator

from tests.app.player import Player
from tests.browser.gathering import newest
from tests.browser.person import Person

Move = dict[str, Any]
ROPES = (
    (("7C",), ("8C", "3S"), ("JD", "2S", "5H"), ("9D", "AH", "6C", "KC")),
    (("KH",), ("4D", "4C"), ("7S", "2D", "QC"), ("3H", "9C", "JS", "AS")),
)
HANDS = (("3D", "4S", "X1"), ("TC", "5D", "6D"))
APEX, BOTTOM = "6H", ("TH", "5C", "4H", "7D", "AD", "QS", "X2")
# Slides with and without a joker, extra actions, a river that grows at both ends, a pool, both themes.
STORY: tuple[tuple[int, Move], ...] = (
    (0, {"type": "slide", "line": 1, "cards": ["3D", "4S"]}),
    (0, {"type": "draft", "row": 7, "pos": 1}),
    (1, {"type": "slide", "line": 1, "cards": ["TC"]}),
    (1, {"type": "river", "end": "start", "cards": ["5D", "6D"]}),
    (0, {"type": "draft", "row": 7, "pos": 2}),
    (1, {"type": "draft", "row": 7, "pos": 3}),
    (0, {"type": "slide", "line": 3, "cards": ["5C", "TH", "X1"]}),
    (0, {"type": "draft", "row": 7, "pos": 5}),
    (1, {"type": "river", "end": "low", "cards": ["4H"]}),
    (0, {"type": "draft", "row": 7, "pos": 6}),
    (1, {"type": "draft", "row": 7, "pos": 4}),
    (0, {"type": "theme", "card": "QS"}),
    (1, {"type": "river", "end": "high", "cards": ["7D"]}),
    (0, {"type": "pool", "cards": ["AD"]}),
    (1, {"type": "draft", "row": 7, "pos": 7}),
    (0, {"type": "draft", "row": 6, "pos": 1}),
    (1, {"type": "river", "end": "high", "cards": ["X2=8"]}),
)


def written(pack: Sequence[Any], deal_key: bytes, deal: int) -> list[Any]:
    """The pack so that this deal comes out: pyramid from the top, seat 0's ropes, seat 1's, three cards each."""
    ropes = [card for seat in ROPES for line in seat for card in line]
    named = {APEX, *BOTTOM, *ropes, *HANDS[0], *HANDS[1]}
    rest = [card for card in pack if card not in named]
    return [APEX, *rest, *BOTTOM, *ropes, *HANDS[0], *HANDS[1]]


def first_seat(deal_key: bytes, seats: int) -> int:
    """Seat 0 begins."""
    return 0


# --- what people do --------------------------------------------------------------------------------------------------


def _card(person: Person, face: str) -> Locator:
    return person.page.locator(f"#hand button[data-rank='{face[:2]}']")


def _cards(move: Move) -> list[str]:
    return [move["card"]] if "card" in move else list(move.get("cards", ()))


async def _sure(person: Person) -> bool:
    return await person.page.locator("#over .sheet.ask").count() > 0


def _named(move: Move) -> str | None:
    """What has to be said of a joker that may be one thing or the other."""
    jokers = [card for card in _cards(move) if "=" in card]
    return f"{move['end']}:{''.join(card[3] for card in jokers)}" if jokers else None


async def choose(person: Person, faces: Sequence[str], action: str = "") -> None:
    """Take up these cards, and say what they are for."""
    await person.page.keyboard.press("Escape")
    for face in faces:
        await person.press(_card(person, face))
    if action:
        await person.press(person.page.locator(f".choose[data-action='{action}']"))


async def by_finger(person: Person, move: Move) -> None:
    """Tap the card of the pyramid; or the cards of the hand, what they are for, and the button."""
    page = person.page
    if move["type"] == "draft":
        await person.press(page.locator(f"[data-place='pyramid:{move['row']}:{move['pos']}']"))
        if await _sure(person):
            await person.press(page.locator("#over .ask .btn.primary"))
        return
    for face in _cards(move):
        await person.press(_card(person, face))
    if move["type"] == "slide":
        line = page.locator(f".park.p2 [data-line='{move['line']}']")
        if "on" not in str(await line.get_attribute("class")).split():
            await person.press(line)
    else:
        await person.press(page.locator(f".choose[data-action='{move['type']}']"))
    if (named := _named(move)) and await page.locator(".question").count():
        await person.press(page.locator(f".answer[data-answer='{named}']"))
    await person.press(page.locator("#play"))


async def _walk(person: Person, wanted: str, key: str, most: int = 14) -> None:
    """Press an arrow key until what is wanted has the focus."""
    for _ in range(most):
        if await person.page.evaluate("s => document.activeElement?.matches(s) ?? false", wanted):
            return
        await person.page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {wanted}")


async def by_keyboard(person: Person, move: Move) -> None:
    """Tab and arrow keys, Space and Enter: no pointer at all."""
    keys = person.page.keyboard
    if move["type"] == "draft":
        await person.tab_to(".pyr")
        row = f"[data-place^='pyramid:{move['row']}:']"
        focused = await person.page.evaluate("Number(document.activeElement.dataset.place.split(':')[1])")
        await _walk(person, row, "ArrowDown" if focused < move["row"] else "ArrowUp")
        await _walk(person, f"[data-place='pyramid:{move['row']}:{move['pos']}']", "ArrowRight")
        await keys.press("Enter")
        if await _sure(person):
            await keys.press("Enter")
        return
    if _cards(move):
        await person.tab_to("#hand")
    for face in _cards(move):
        await _walk(person, f"[data-rank='{face[:2]}']", "ArrowRight")
        await keys.press("Space")
    if move["type"] != "slide":
        await person.tab_to(".chooser")
        await _walk(person, f"[data-action='{move['type']}'][aria-checked='true']", "ArrowRight")
    if (named := _named(move)) and await person.page.locator(".question").count():
        await person.tab_to(".question")
        await _walk(person, f"[data-answer='{named}'][aria-checked='true']", "ArrowRight")
    await person.tab_to("#play")
    await keys.press("Enter")


async def anything(person: Person) -> Move:
    """Something that is possible, as the page shows it: draft; with a full hand discard; in the last turns pass."""
    free = person.page.locator(".cell[data-free]")
    if await person.page.locator(".choose[data-action='pass']").count():
        return {"type": "pass"}
    if await person.page.locator(".choose[data-action='draft'][aria-disabled]").count():
        faces = await person.page.locator("#hand button").evaluate_all("all => all.map(one => one.dataset.rank)")
        return {"type": "discard", "cards": faces[:4]}
    _, row, pos = str(await free.first.get_attribute("data-place")).split(":")
    return {"type": "draft", "row": int(row), "pos": int(pos)}


# --- the same without a browser --------------------------------------------------------------------------------------


def possible(table: Mapping[str, Any], seat: int) -> Move:
    """The same from a table message: draft; with a full hand discard; in the last turns pass."""
    offer, hand = table["offer"], table["view"]["places"][f"hand:{seat}"]
    if offer["pass"]:
        return {"type": "pass"}
    if not offer["draft"]:
        return {"type": "discard", "cards": hand[:4]}
    row, pos = offer["draft"][0]
    return {"type": "draft", "row": row, "pos": pos}


async def play(people: Sequence[Player], seat: int, move: Move) -> None:
    """One action, known to everybody before the next."""
    await people[seat].sees(newest(people)["v"])
    answer = await people[seat].move(move)
    assert answer["t"] == "table", answer
    for player in people:
        await player.sees(answer["v"])


async def play_on(people: Sequence[Player], until: Callable[[Any], bool]) -> None:
    """Anything that is possible, until the facts are so."""
    while not until(facts := newest(people)["view"]["facts"]):
        seat = facts["to_act"]
        await people[seat].sees(newest(people)["v"])
        await play(people, seat, possible(people[seat].table, seat))
