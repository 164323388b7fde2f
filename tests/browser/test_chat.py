"""People talk at a table: everybody in their own language, nothing lost, nothing doubled, nobody heard who is muted."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.app.player import Player, play_out
from tests.browser.conftest import Meet
from tests.browser.gathering import begin, gather
from tests.browser.person import Person, twin
from tests.browser.test_german import english_on
from tests.services.server import LiveServer

pytestmark = pytest.mark.timeout(240)
SAID = ".msg .b"


async def at_a_table(meet: Meet, size: tuple[int, int] = (1280, 800), **ways: Any) -> tuple[Person, list[Player], str]:
    """Mia in a browser, Ben without one, and a match begun."""
    mia = await meet("Mia", size=size, calm=True, **ways)
    address, people = await gather(mia, ("Ben",), "waterhole", deals=1)
    await begin(people)
    await mia.page.locator("#hand button").first.wait_for()
    return mia, people, address


async def open_chat(person: Person) -> None:
    """The tab beside the log, or the sheet."""
    await person.press(person.page.locator("[data-tab=chat], [data-sheet=chat]").locator("visible=true"))
    await person.page.locator("#side .chat").wait_for()


async def lines(person: Person) -> list[str]:
    """What stands in the list."""
    return [words.strip() for words in await person.page.locator(SAID).all_inner_texts()]


async def until_lines(person: Person, n: int) -> list[str]:
    """The list once it has so many lines, none of them on its way."""
    await person.page.wait_for_function(
        "n => document.querySelectorAll('.msg').length === n && !document.querySelector('.msg.sending')", arg=n
    )
    return await lines(person)


async def test_each_reads_it_in_their_own_language(meet: Meet) -> None:
    mia = await meet("Mia", language="en")
    ben = await meet("Ben", language="de", size=(390, 844), touch=True)
    eve = await meet("Eve", language="de")
    address = await mia.open_room()
    await ben.come(address)
    await ben.sit()
    await eve.come(address)
    # In the waiting room already.
    await ben.press(ben.page.locator("[data-phrase=hello]"))
    for person, words in ((mia, "Hello!"), (ben, "Hallo!"), (eve, "Hallo!")):
        assert await until_lines(person, 1) == [words]
    await mia.press(mia.page.locator("[data-part=start]"))
    await mia.page.locator("#hand button").first.wait_for()
    await open_chat(mia)
    await mia.page.locator("[data-phrase=good_luck]").click()
    await mia.page.locator("[data-emote=hippo]").click()
    typed = '<img src=x onerror=alert(1)> {{7*7}} & "quotes" <b>bold</b>'
    await mia.page.locator("[data-part=say-form] input").fill(typed)
    await mia.page.keyboard.press("Shift+Enter")
    assert await mia.page.locator(".msg.own").count() == 2, "Shift and Enter send nothing"
    await mia.page.keyboard.press("Enter")
    assert await until_lines(mia, 4) == ["Hello!", "Good luck, all", "Oh no", typed]
    assert await mia.page.locator("[data-part=say-form] input").input_value() == ""
    # On the phone the lines are counted until they are seen, and the last one stands at Mia's seat.
    count = ben.page.locator(".dock .chat-n")
    await count.filter(has_text="3 neue Zeilen").wait_for()
    assert typed in (await ben.page.locator(".bub").first.inner_text())
    await open_chat(ben)
    await eve.page.locator("[data-tab=chat]").click()
    for person in (ben, eve):
        assert await until_lines(person, 4) == ["Hallo!", "Viel Glück", "Oje", typed]
        assert await english_on(person, "chat") == []
    await count.wait_for(state="hidden")
    assert await ben.page.locator(".msg.own").count() == 1
    assert await mia.page.locator(".msg.own").count() == 3
    assert await mia.page.locator(".chat img, .chat b").count() == 0


async def test_it_is_read_aloud_once_and_not_one_s_own(meet: Meet) -> None:
    mia, people, _ = await at_a_table(meet)
    await mia.page.evaluate(
        """() => { window.heard = [];
        new MutationObserver(() => window.heard.push(document.querySelector('#live').textContent.trim()))
          .observe(document.querySelector('#live'), {childList: true, characterData: true, subtree: true}); }"""
    )
    await people[1].ask({"t": "say", "text": "my zebras"})
    await people[0].ask({"t": "say", "text": "from my other tab"})
    await people[1].ask({"t": "say", "emote": "fox"})
    await mia.page.wait_for_function("() => window.heard.some(words => words.includes('Nice'))")
    heard = await mia.page.evaluate("window.heard")
    assert [words for words in heard if "zebras" in words] == ["Ben: my zebras"]
    assert [words for words in heard if "other tab" in words] == []
    assert await mia.page.locator("[role=log]").get_attribute("aria-live") == "off"
    for player in people:
        await player.gone()


async def test_a_bubble_lies_on_no_card_and_no_button_and_goes(meet: Meet) -> None:
    for size, touch in (((1280, 800), False), ((390, 844), True), ((360, 640), True)):
        mia, people, _ = await at_a_table(meet, size, touch=touch)
        await play_out(people, seed=5, moves=12)
        await people[1].ask({"t": "say", "text": "Those were mine, and I had been saving them for such a long time"})
        await people[0].ask({"t": "say", "emote": "fox"})
        await mia.page.wait_for_function("() => document.querySelectorAll('.bub').length === 2")
        found = await mia.page.evaluate(
            """() => { const box = one => one.getBoundingClientRect();
            const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
              && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
            const others = [...document.querySelectorAll('.layer .card, .hand .spot, .btn, .take, .say')]
              .filter(one => one.getClientRects().length);
            return [...document.querySelectorAll('.bub')].flatMap(bub =>
              others.filter(one => meet(box(bub), box(one))).map(one => one.className || one.id)); }"""
        )
        assert found == [], size
        await mia.page.wait_for_function("() => !document.querySelector('.bub')", timeout=9000)
        for player in people:
            await player.gone()


async def test_who_is_muted_is_not_heard_here_and_not_after_a_reload(meet: Meet) -> None:
    mia, people, address = await at_a_table(meet)
    carla = await Player(mia.url, "Carla").arrive()
    await carla.enter(address.rsplit("/", 1)[1])
    await people[1].ask({"t": "say", "text": "rude"})
    await carla.ask({"t": "say", "text": "kind"})
    await open_chat(mia)
    assert await until_lines(mia, 2) == ["rude", "kind"]
    await mia.page.locator("[data-part=mutes-show]").click()
    await mia.page.get_by_role("switch", name="Mute Ben").check()
    assert await until_lines(mia, 1) == ["kind"]
    await mia.page.keyboard.press("Escape")
    await mia.page.locator("[data-tab=log]").click()
    await people[1].ask({"t": "say", "text": "rude again"})
    await carla.ask({"t": "say", "text": "kind again"})
    await mia.page.locator(".tabs .chat-n", has_text="1").wait_for()
    assert "rude again" not in (await mia.page.locator("#live").text_content() or "")
    assert "rude again" not in "".join(await mia.page.locator(".bub").all_inner_texts())
    await mia.page.reload()
    await open_chat(mia)
    assert await until_lines(mia, 2) == ["kind", "kind again"]
    await mia.page.locator("[data-part=mutes-show]").click()
    await mia.page.get_by_role("switch", name="Mute everybody").check()
    assert await until_lines(mia, 0) == []
    assert "hear nobody" in await mia.page.locator("[data-part=said-none]").inner_text()
    await mia.page.get_by_role("switch", name="Mute everybody").uncheck()
    await mia.page.get_by_role("switch", name="Mute Ben").uncheck()
    assert await until_lines(mia, 4) == ["rude", "kind", "rude again", "kind again"]
    for player in (*people, carla):
        await player.gone()


async def test_players_only_and_off(meet: Meet) -> None:
    mia, people, address = await at_a_table(meet)
    eve = await meet("Eve", calm=True)
    await eve.come(address)
    await eve.page.locator(".tabs").wait_for()
    await people[0].do("house", house={"chat": "players"})
    await eve.page.locator(".tabs").wait_for(state="hidden")
    await people[1].ask({"t": "say", "text": "among us"})
    await open_chat(mia)
    assert await until_lines(mia, 1) == ["among us"]
    assert await eve.page.locator(".chat").locator("visible=true").count() == 0
    assert "among us" not in await eve.page.content()
    await people[0].do("house", house={"chat": "off"})
    await mia.page.locator(".tabs").wait_for(state="hidden")
    await mia.page.locator("#log").wait_for()
    assert "among us" not in await mia.page.locator("main").inner_html()
    await mia.page.locator("#felt h1, #hand button").first.focus()
    await mia.page.keyboard.press("m")
    assert await mia.page.locator(".chat").locator("visible=true").count() == 0
    for player in people:
        await player.gone()


async def test_twelve_lines_said_offline_arrive_in_order_once(meet: Meet, start_server: Any) -> None:
    """R25; the server takes no more than a line a second, five at once."""
    server: LiveServer = start_server(WATERSIDE_CHAT_PER_SECOND="4", WATERSIDE_CHAT_BURST="5")
    mia = await meet("Mia", calm=True)
    mia.url = server.url
    _, people = await gather(mia, ("Ben",), "waterhole", deals=1)
    await begin(people)
    await mia.page.locator("#hand button").first.wait_for()
    await open_chat(mia)
    field = mia.page.locator("[data-part=say-form] input")
    await asyncio.to_thread(server.kill9)
    await mia.page.wait_for_function("() => !document.querySelector('#conn.good')")
    for nth in range(12):
        await field.fill(f"line {nth}")
        await field.press("Enter")
    assert await mia.page.locator(".msg.sending").count() == 12, "shown at once"
    # Also over a reload, once the server is there again.
    await asyncio.to_thread(server.restart)
    await mia.page.reload()
    await open_chat(mia)
    assert await until_lines(mia, 12) == [f"line {nth}" for nth in range(12)]
    late = await Player(server.url, "Late").arrive()
    await late.enter(mia.page.url.rsplit("/", 1)[1])
    heard = await late.until(lambda m: m["t"] == "chat")
    assert [line["text"] for line in heard["lines"]] == [f"line {nth}" for nth in range(12)]
    for player in (*people, late):
        await player.gone()


async def test_too_fast_keeps_the_words(meet: Meet, start_server: Any) -> None:
    server: LiveServer = start_server(WATERSIDE_CHAT_PER_SECOND="0.2", WATERSIDE_CHAT_BURST="1")
    mia = await meet("Mia", calm=True)
    mia.url = server.url
    _, people = await gather(mia, ("Ben",), "waterhole", deals=1)
    field = mia.page.locator("[data-part=say-form] input")
    await field.fill("one")
    await field.press("Enter")
    assert await until_lines(mia, 1) == ["one"]
    await field.fill("two")
    await field.press("Enter")
    await mia.page.locator("[data-part=chat-wrong]", has_text="slower").wait_for()
    assert await field.input_value() == "two"
    assert await until_lines(mia, 1) == ["one"]
    await field.fill("👩‍👩‍👧‍👦" * 140 + "a" * 161)
    assert "1 letter too many" in await mia.page.locator("[data-part=chat-wrong]").inner_text()
    await field.press("Enter")
    assert await until_lines(mia, 1) == ["one"]
    for player in people:
        await player.gone()


async def test_the_key_opens_it_and_the_focus_comes_back(meet: Meet) -> None:
    mia, people, _ = await at_a_table(meet)
    await mia.page.locator("#hand button").first.focus()
    await mia.page.keyboard.press("m")
    await mia.page.keyboard.type("s: my scores are no wish while I type")
    await mia.page.keyboard.press("Enter")
    assert await until_lines(mia, 1) == ["s: my scores are no wish while I type"]
    assert await mia.page.evaluate("document.activeElement.name") == "text", "one goes on typing"
    for player in people:
        await player.gone()
    ben, others, _ = await at_a_table(meet, (390, 844), touch=True)
    entry = ben.page.locator("[data-sheet=chat]")
    await entry.focus()
    await ben.page.keyboard.press("Enter")
    assert await ben.page.evaluate("document.activeElement.textContent") == "Chat"
    await ben.page.keyboard.press("Escape")
    assert await entry.evaluate("one => document.activeElement === one")
    for player in others:
        await player.gone()


async def test_somebody_who_thinks_long_can_be_nudged_once(meet: Meet) -> None:
    mia = await meet("Mia", calm=True)
    await mia.page.clock.install()
    address = await mia.open_room()
    host = await twin(mia, address)
    ben = await Player(mia.url, "Ben").arrive()
    await ben.enter(address.rsplit("/", 1)[1])
    await ben.do("sit", seat=1)
    await host.do("start")
    for player in (host, ben):
        await player.until(lambda m: m["t"] == "table")
    if host.table["view"]["facts"]["to_act"] == 0:
        await play_out([host, ben], moves=1)
    await mia.page.locator("#say", has_text="Ben").wait_for()
    nudge = mia.page.locator("#nudge")
    assert not await nudge.is_visible()
    await mia.page.clock.fast_forward(21_000)
    await nudge.wait_for()
    assert "Ben" in (await nudge.get_attribute("aria-label") or "")
    await nudge.click()
    line = await ben.until(lambda m: m["t"] == "chat")
    assert line["lines"][-1]["phrase"] == "your_turn"
    await nudge.wait_for(state="hidden")
    await mia.page.clock.fast_forward(21_000)
    assert not await nudge.is_visible()
    for player in (host, ben):
        await player.gone()
