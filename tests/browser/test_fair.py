""" "Check this deal" on the page of a finished match: the browser does the sum again, and finds what was changed."""

from __future__ import annotations

import json
from typing import Any

from axe_playwright_python.async_playwright import Axe

from tests.app.player import play_out, started
from tests.browser.conftest import Meet
from tests.browser.test_accessible import RULES
from tests.services.server import LiveServer


async def finished(server: LiveServer, game: str, **options: Any) -> str:
    people = await started(server.url, "Mia", "Ben", game=game, **options)
    await play_out(people)
    over = await people[0].until(lambda m: m["t"] == "room" and m["phase"] == "over")
    for player in people:
        await player.gone()
    return str(over["last_match"])


async def test_an_honest_match_is_fair_in_the_readers_browser(meet: Meet, server: LiveServer) -> None:
    for game, language, options in (("waterhole", "en", {"deals": 3}), ("seven_waters", "de", {})):
        match = await finished(server, game, **options)
        for theme, size in (("light", (1280, 800)), ("dark", (390, 844))):
            reader = await meet(f"Eve {game} {theme}", language=language, theme=theme, size=size)
            await reader.page.goto(f"{server.url}/matches/{match}")
            await reader.page.locator("#check[data-fair=true]").wait_for()
            said = await reader.page.locator("#check").inner_text()
            assert all(word in said for word in ("fair", "Mia", "Ben"))
            report = await Axe().run(reader.page, options=RULES)
            assert report.response["violations"] == []


async def test_a_changed_order_is_found(meet: Meet, server: LiveServer) -> None:
    match = await finished(server, "waterhole", deals=3)
    eve = await meet("Eve")

    async def changed(route: Any) -> None:
        answer = await route.fetch()
        fairness = await answer.json()
        fairness["deals"][1]["order"].reverse()
        await route.fulfill(response=answer, body=json.dumps(fairness))

    await eve.page.route("**/fairness", changed)
    await eve.page.goto(f"{server.url}/matches/{match}")
    await eve.page.locator("#check[data-fair=false]", has_text="the order of deal 2").wait_for()
