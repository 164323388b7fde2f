"""Somebody with a browser: does what people do, by pointer, finger or keyboard, and sees what is on the page."""

from __future__ import annotations

import re
from typing import Any

from playwright.async_api import Browser, BrowserContext, Locator, Page

from tests.app.player import Player

# A socket that the server cut is said aloud by the browser itself; that is no fault of the page.
EXPECTED = re.compile(r"WebSocket connection to|ERR_CONNECTION_REFUSED|net::ERR_")


class Person:
    """One browser context with one page.

    Attributes:
        name: what this person is called. page: the tab. complaints: errors the console told of.
    """

    def __init__(self, context: BrowserContext, page: Page, url: str, name: str) -> None:
        self.context = context
        self.page = page
        self.url = url
        self.name = name
        self.complaints: list[str] = []
        self.navigations: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("framenavigated", lambda frame: self.navigations.append(frame.url))

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not EXPECTED.search(text):
            self.complaints.append(text)

    @classmethod
    async def arrive(
        cls,
        browser: Browser,
        url: str,
        name: str,
        size: tuple[int, int] = (1280, 800),
        language: str = "en",
        theme: Any = "light",
        touch: bool = False,
        calm: bool = False,
    ) -> Person:
        """A new browser with nothing in it; `calm`: this person has asked for no motion."""
        context = await browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            color_scheme=theme,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce" if calm else "no-preference",
        )
        context.set_default_timeout(30_000)
        return cls(context, await context.new_page(), url, name)

    # --- getting to a table --------------------------------------------------------------------------------------

    async def open_room(self, game: str = "") -> str:
        """From the landing page to a new room of one's own, for the first game or this one; its address."""
        await self.page.goto(self.url)
        if game:
            await self.press(self.page.locator(f".game-card[data-game={game}] .name"))
        await self.page.locator("input[autocomplete=nickname]").fill(self.name)
        await self.press(self.page.locator("[data-act=create], button[type=submit]").first)
        await self.page.wait_for_url("**/r/*")
        await self.page.locator("[data-part=seats] b", has_text=self.name).wait_for()
        return self.page.url

    async def come(self, address: str) -> None:
        """Open a room by its link."""
        await self.page.goto(address)
        await self.page.locator("#lobby, #table, #end").locator("visible=true").first.wait_for()

    async def sit(self) -> None:
        """Say a name and take a seat, by pointer or finger."""
        await self.page.locator("[data-part=newcomer] input[name=name]").fill(self.name)
        await self.press(self.page.locator("[data-part=newcomer] button[type=submit]"))
        await self.page.locator("[data-part=seats] b", has_text=self.name).wait_for()

    async def press(self, button: Locator) -> None:
        """Click, or tap where this person uses a finger."""
        if await self.page.evaluate("navigator.maxTouchPoints"):
            await button.tap()
        else:
            await button.click()

    # --- at the table --------------------------------------------------------------------------------------------

    async def my_turn(self) -> bool:
        """Whether the page says so."""
        return (await self.page.title()).startswith("●")

    async def over(self) -> bool:
        """Whether the end of the match is shown."""
        return await self.page.locator("#end").is_visible()

    async def play_by_pointer(self) -> None:
        """Choose the first card and press the button."""
        await self.press(self.page.locator("#hand button").first)
        await self.press(self.page.locator("#play"))

    async def play_by_keyboard(self) -> None:
        """Tab to the hand, choose with Space, play with Enter: no pointer at all."""
        if not await self.page.evaluate("document.activeElement?.closest('#hand') !== null"):
            await self.tab_to("#hand")
        await self.page.keyboard.press("Space")
        await self.page.keyboard.press("Enter")

    async def tab_to(self, selector: str, most: int = 60) -> None:
        """Press Tab until the focus is inside."""
        for _ in range(most):
            if await self.page.evaluate("s => document.activeElement?.closest(s) !== null", selector):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not come to {selector}")

    async def totals(self) -> dict[str, int]:
        """Names and totals as the end of the match shows them."""
        rows: list[list[str]] = await self.page.locator("#end tbody tr").evaluate_all(
            "rows => rows.map(row => [row.querySelector('th').innerText, row.querySelector('td:last-child').innerText])"
        )
        return {name.strip().splitlines()[-1].strip(): int(total) for name, total in rows}


async def twin(person: Person, address: str) -> Player:
    """The same guest once more, without a browser: a second tab that can play fast."""
    player = Player(person.url, person.name)
    for cookie in await person.context.cookies():
        player.http.cookies.set(cookie["name"], cookie["value"], domain="127.0.0.1")
    await player.enter(address.rsplit("/", 1)[1])
    await player.until(lambda m: m["t"] == "room")
    if player.room["match"]:
        await player.until(lambda m: m["t"] == "table")
    return player
