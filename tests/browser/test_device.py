"""The same guest on another device, by a code or its picture; and the way back to one's open tables."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest

from tests.app.player import Player, play_out
from tests.browser.conftest import Meet
from tests.browser.gathering import begin, gather
from tests.browser.person import Person
from tests.browser.test_german import english_on

pytestmark = pytest.mark.timeout(180)


async def hand(person: Person) -> list[str]:
    """The cards of the own hand, by rank."""
    await person.page.locator("#hand button").first.wait_for()
    ranks: list[str] = await person.page.locator("#hand button").evaluate_all("all => all.map(one => one.dataset.rank)")
    return ranks


async def shown_code(person: Person) -> str:
    """The code of the dialog as it is shown."""
    symbols = person.page.locator(".ask .saycode [aria-hidden]")
    await symbols.wait_for()
    return await symbols.inner_text()


async def test_a_code_typed_on_a_phone_leads_to_the_same_seat_and_hand(meet: Meet) -> None:
    mia = await meet("Mia", calm=True)
    address, people = await gather(mia, ("Ben",), "waterhole", deals=1)
    await begin(people)
    cards = await hand(mia)
    await mia.page.locator(".bar [data-device]").click()
    code = await shown_code(mia)
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4} [0-9A-HJKMNP-TV-Z]{4}", code)
    assert "5 minutes left" in await mia.page.locator(".sheet.ask").inner_text()
    await mia.page.locator(".ask .qr").wait_for()
    phone = await meet("Mimi", size=(390, 844), language="de", touch=True)
    await phone.page.goto(phone.url)
    await phone.page.locator("input[name=name]").fill("Mimi")
    await phone.page.evaluate("localStorage.setItem('name', 'Mimi')")
    await phone.page.get_by_role("link", name="Ich habe einen Code").click()
    assert await english_on(phone, "device") == []
    field = phone.page.locator("#arrive input")
    await field.fill("4f7k")
    await field.press("Enter")
    assert "acht Zeichen" in await phone.page.locator("#arrive-wrong").inner_text()
    await field.fill(code.lower())
    await field.press("Enter")
    await phone.page.get_by_role("heading", name="Hier als Mia spielen?").wait_for()
    assert "Mimi" in await phone.page.locator("#arrive-was").inner_text()
    assert await english_on(phone, "asked") == []
    await phone.press(phone.page.locator("#arrive-yes"))
    await phone.page.wait_for_url(f"**/r/{address.rsplit('/', 1)[1]}")
    assert await hand(phone) == cards
    assert await hand(mia) == cards, "the first device plays on"
    # The code is used up, and nothing of it stands in an address.
    other = await meet("Zoe")
    await other.page.goto(f"{other.url}/device#{code.replace(' ', '')}")
    await other.page.locator("#arrive-wrong", has_text="does not work").wait_for()
    other.complaints.clear()  # the browser says aloud that this was 400
    assert all(code.replace(" ", "").lower() not in url.lower() for url in [other.page.url, *phone.navigations])
    for player in people:
        await player.gone()


async def test_the_picture_leads_to_the_table_it_was_shown_at(meet: Meet) -> None:
    mia = await meet("Mia", calm=True, language="de")
    first = await mia.open_room()
    await mia.open_room("kariba")
    await mia.come(first)
    links: list[str] = []
    mia.page.on("request", lambda one: links.append(one.post_data or "") if one.url.endswith("/api/qr") else None)
    await mia.page.locator("#lobby [data-device]").click()
    code = (await shown_code(mia)).replace(" ", "")
    picture = mia.page.locator(".ask .qr")
    await picture.wait_for()
    assert "<path" in unquote(await picture.get_attribute("src") or "")
    assert await english_on(mia, "dialog") == []
    (link,) = re.findall(r"http[^\"]+", links[0])
    assert link == f"{mia.url}/device#{code}.{first.rsplit('/', 1)[1]}"
    phone = await meet("Mia", size=(390, 844))
    await phone.page.goto(link)
    await phone.press(phone.page.get_by_role("button", name="Play as Mia"))
    await phone.page.wait_for_url(first)
    await phone.page.locator("[data-part=seats] b", has_text="Mia").wait_for()


async def test_leaving_offers_it_too(meet: Meet) -> None:
    mia = await meet("Mia", size=(360, 640), touch=True, calm=True)
    _, people = await gather(mia, ("Ben",), "waterhole", deals=1)
    await begin(people)
    await hand(mia)
    await mia.press(mia.page.locator("#leave"))
    await mia.press(mia.page.get_by_role("button", name="Play on another device"))
    assert len(await shown_code(mia)) == 9
    first = await shown_code(mia)
    await mia.press(mia.page.get_by_role("button", name="New code"))
    await mia.page.wait_for_function(
        "first => ![first, undefined].includes(document.querySelector('.ask .saycode [aria-hidden]')?.textContent)",
        arg=first,
    )
    for player in people:
        await player.gone()


async def test_open_tables_on_the_start_page(meet: Meet) -> None:
    mia = await meet("Mia", calm=True, language="de")
    await mia.page.goto(mia.url)
    tables = mia.page.locator("#tables")
    await mia.page.wait_for_load_state("networkidle")
    assert not await tables.is_visible(), "there are none"
    await mia.open_room("kariba")
    address, people = await gather(mia, ("<b>Ben</b> & Co",), "waterhole", deals=1)
    await begin(people)
    if people[0].table["view"]["facts"]["to_act"] == 1:
        await play_out(people, moves=1)
    await mia.page.goto(mia.url)
    await tables.wait_for()
    rows = await tables.locator("li").all_inner_texts()
    assert [row.splitlines()[0] for row in rows] == ["Wasserloch", "Kariba"]
    assert "Du bist dran" in rows[0]
    assert "<b>Ben</b> & Co" in rows[0], "a name is shown as typed"
    assert "Du bist dran" not in rows[1]
    assert await english_on(mia, "home") == []
    await mia.page.locator("#take-along").click()
    assert len(await shown_code(mia)) == 9
    await mia.page.keyboard.press("Escape")
    await tables.locator("a").first.click()
    await mia.page.wait_for_url(address)
    await hand(mia)
    stranger = await meet("Eve")
    await stranger.page.goto(stranger.url)
    await stranger.page.wait_for_load_state("networkidle")
    assert not await stranger.page.locator("#tables").is_visible()
    for player in people:
        await player.gone()


async def test_a_lesson_is_an_open_table_too(meet: Meet) -> None:
    mia = await meet("Mia", calm=True)
    await mia.page.goto(mia.url)
    await mia.page.locator("#learn").click()
    await mia.page.locator("#hand button").first.wait_for()
    room = mia.page.url
    assert await mia.page.locator(".tabs").is_visible() is False, "nobody to talk to in a lesson"
    await mia.page.goto(mia.url)
    entry = mia.page.locator("#tables a", has_text="Lesson")
    await entry.click()
    await mia.page.wait_for_url(room)


async def test_a_spectator_takes_the_place_along(meet: Meet) -> None:
    mia = await meet("Mia")
    address = await mia.open_room()
    eve = await Player(mia.url, "Eve").arrive()
    await eve.enter(address.rsplit("/", 1)[1])
    code = (await eve.do("code"))["data"]["code"]
    phone = await meet("Eve")
    await phone.page.goto(f"{phone.url}/device#{code}.{address.rsplit('/', 1)[1]}")
    await phone.page.locator("#arrive-yes").click()
    await phone.page.wait_for_url(address)
    await eve.gone()
