"""Takes the pictures of one size, theme and language."""

from __future__ import annotations

from pathlib import Path

from tests.browser.person import Person

OUT = Path(__file__).parents[2] / "var" / "shots"


class Camera:
    """One person's eyes.

    Attributes:
        person: whose page is shown where nobody else is named. taken: how many pictures there are.
    """

    def __init__(self, person: Person, look: str) -> None:
        self.person = person
        self._look = look
        self.taken = 0

    async def shoot(self, name: str, person: Person | None = None) -> None:
        """One picture, once nothing moves."""
        page = (person or self.person).page
        await page.wait_for_timeout(250)
        await page.wait_for_function("() => !document.querySelector('.card.moved')")
        await page.screenshot(path=OUT / f"{name}-{self._look}.png")
        self.taken += 1
