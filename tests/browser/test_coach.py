"""The guide of a first game never lies on what it asks for, on a phone held sideways too."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Meet
from tests.browser.test_lessons import begin, follow_the_light

# What is under the middle of the light, and whether the whole card can be seen.
LOOK = """() => {
  const card = document.querySelector('.coach'), edge = card.getBoundingClientRect();
  const light = document.querySelector('.spotlight').getBoundingClientRect();
  const under = document.elementFromPoint(light.x + light.width / 2, light.y + Math.min(light.height / 2, 40));
  return [card.contains(under) ? 'covers the light' : '',
    edge.left < 0 || edge.top < 0 || edge.right > innerWidth || edge.bottom > innerHeight ? 'is cut off' : '']
    .join(' ').trim();
}"""


@pytest.mark.parametrize("size", [(844, 390), (640, 360), (360, 640)])
@pytest.mark.parametrize("game", ["waterhole", "kariba", "seven_waters"])
async def test_the_guide_lies_beside_what_it_asks_for(meet: Meet, game: str, size: tuple[int, int]) -> None:
    person = await meet("Mia", size=size, language="de", touch=True, calm=True)
    await begin(person, game)
    found = []
    for step in range(6):
        await person.page.locator(".spotlight").wait_for()
        await person.page.wait_for_timeout(100)
        if fault := await person.page.evaluate(LOOK):
            found.append(f"{step}: the card {fault}")
            break
        await follow_the_light(person)
    assert found == []
