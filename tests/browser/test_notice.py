"""What whoever runs the server has to say, in a real browser: at a table it comes by itself, and is read aloud once."""

from __future__ import annotations

from app import notice
from tests.browser.conftest import Meet
from tests.services.server import LiveServer

SAID = {"en": "A short pause at ten.", "de": "Um zehn eine kurze Pause."}


async def test_a_table_is_told_politely_in_its_own_language(meet: Meet, server: LiveServer) -> None:
    mia, ben = await meet("Mia", calm=True), await meet("Ben", language="de", calm=True)
    await ben.come(await mia.open_room())
    await ben.sit()
    await mia.press(mia.page.locator("[data-part=start]"))
    for person in (mia, ben):
        await person.page.locator("#hand button").first.wait_for()
    for person in (mia, ben):
        await person.page.evaluate(
            "window.heard = []; new MutationObserver(() => heard.push(document.getElementById('live').textContent))"
            ".observe(document.getElementById('live'), { childList: true })"
        )
    notice.put(server.data, SAID)
    for person, language in ((mia, "en"), (ben, "de")):
        page = person.page
        await page.locator("#banner", has_text=SAID[language]).wait_for()
        await page.wait_for_function("words => heard.some((one) => one.includes(words))", arg=SAID[language])
        assert SAID[language] not in await page.locator("#alert").inner_text(), "it interrupts nobody"
        assert sum(SAID[language] in words for words in await page.evaluate("heard")) == 1
    notice.put(server.data, {})
    await mia.page.locator("#banner").wait_for(state="hidden")
