"""A guided first game in a real room: it asks, refuses what it did not ask for, waits, and ends as a match."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.app.house import House
from tests.app.player import Message, Player
from tests.engine.lessons import of

GAMES = ("waterhole", "kariba", "seven_waters")


async def pupil(url: str, game: str) -> tuple[Player, str]:
    """Mia with a lesson begun: her room's code as well."""
    mia = await Player(url, "Mia").arrive()
    answer = await mia.http.post("/api/rooms", json={"game": game, "kind": "lesson", "key": "lesson-of-mia"})
    assert answer.status_code == 201, answer.text
    code = answer.json()["code"]
    await mia.enter(code)
    for do, fields in (("sit", {"seat": 0}), ("bot", {"seat": 1, "level": "easy"}), ("start", {})):
        answered = await mia.do(do, **fields)
        assert answered["t"] == "ack", answered
    await mia.until(lambda m: m["t"] == "table" and m["lesson"] is not None)
    return mia, code


def asked_after(turn: int, message: Message) -> bool:
    """Whether the pupil is asked for something new, or the match is over."""
    if message["t"] != "table" or message["turn"] <= turn:
        return False
    return bool((message["lesson"] or {}).get("move")) or message["offer"] is None


@pytest.mark.parametrize("game", GAMES)
async def test_a_lesson_from_its_first_step_to_the_end_of_its_match(served: House, game: str) -> None:
    mia, _ = await pupil(served.url, game)
    steps = []
    while True:
        asked = mia.table["lesson"]
        assert asked["of"] == len(of(game).keys)
        steps.append((asked["nth"], asked["step"]))
        turn = mia.table["turn"]
        answer = await mia.move(asked["move"])
        assert answer["t"] == "table", answer
        await mia.until(partial(asked_after, turn))
        if mia.table["offer"] is None:
            break
    assert list(dict.fromkeys(step for _, step in steps)) == of(game).keys
    assert [nth for nth, _ in steps] == sorted(nth for nth, _ in steps)
    match = mia.table["match"]
    record = (await mia.http.get(f"/api/matches/{match}")).json()
    assert record["kind"] == "lesson"
    assert record["scores"]["winners"] == [0]
    fairness = (await mia.http.get(f"/api/matches/{match}/fairness")).json()
    assert fairness["scheme"] == "written"
    assert fairness["deals"][0]["order"] == list(of(game).order)
    listed = (await mia.http.get("/api/matches")).json()["items"]
    assert match not in [item["match"] for item in listed]
    await mia.gone()


@pytest.mark.parametrize("game", GAMES)
async def test_what_is_not_asked_for_is_refused_with_its_step(served: House, game: str) -> None:
    mia, _ = await pupil(served.url, game)
    wanted = mia.table["lesson"]["move"]
    other: dict[str, Any] = {"type": "play", "cards": [3 if wanted.get("cards") == [2] else 1]}
    if game == "seven_waters":
        other = {"type": "draft", "row": 7, "pos": 4}
    before = mia.table
    answer = await mia.move(other)
    assert (answer["t"], answer["code"]) == ("nack", "illegal")
    assert answer["facts"] == {"rule": "lesson", "step": before["lesson"]["step"]}
    # What the rules refuse has the rule's own reason.
    illegal = {"type": "draft", "row": 1, "pos": 1} if game == "seven_waters" else {"type": "play", "cards": [8, 8]}
    answer = await mia.move(illegal)
    assert answer["facts"]["rule"] == ("covered" if game == "seven_waters" else "not_held")
    assert mia.table is before
    await mia.gone()


async def test_it_is_left_and_taken_up_again(served: House) -> None:
    mia, code = await pupil(served.url, "waterhole")
    await mia.move(mia.table["lesson"]["move"])
    await mia.until(lambda m: m["t"] == "table" and (m.get("lesson") or {}).get("step") == "three")
    await mia.leave()
    # The same key gives the same room.
    again = await mia.http.post("/api/rooms", json={"game": "waterhole", "kind": "lesson", "key": "lesson-of-mia"})
    assert again.json()["code"] == code
    await mia.enter(code)
    table = await mia.until(lambda m: m["t"] == "table", len(mia.heard))
    assert table["lesson"]["step"] == "three"
    assert table["lesson"]["nth"] == 2
    await mia.gone()


async def test_again_is_for_a_pupil_and_a_bot(served: House) -> None:
    mia, _ = await pupil(served.url, "waterhole")
    while mia.table["offer"] is not None:
        turn = mia.table["turn"]
        await mia.move(mia.table["lesson"]["move"])
        await mia.until(partial(asked_after, turn))
    await mia.until(lambda m: m["t"] == "room" and m["phase"] == "over")
    await mia.do("unbot", seat=1)
    assert (await mia.do("again"))["facts"] == {"rule": "lesson_seats"}
    await mia.do("bot", seat=1, level="easy")
    assert (await mia.do("again"))["t"] == "ack"
    await mia.until(lambda m: m["t"] == "table" and m["match"] != mia.heard[0].get("match") and m["turn"] == 0)
    await mia.gone()


async def test_a_lesson_reads_its_options_like_any_room(served: House) -> None:
    mia = await Player(served.url, "Mia").arrive()
    asked = {"game": "waterhole", "kind": "lesson", "key": "lesson-junk", "options": {"junk": 5}}
    assert (await mia.http.post("/api/rooms", json=asked)).status_code == 400
    await mia.gone()


async def test_only_the_pupil_is_asked(served: House) -> None:
    mia, code = await pupil(served.url, "kariba")
    finn = await Player(served.url, "Finn").arrive()
    await finn.enter(code, want="watch")
    seen = await finn.until(lambda m: m["t"] == "table")
    assert seen["lesson"] is None
    for player in (mia, finn):
        await player.gone()


async def test_a_room_of_lessons_keeps_its_game_and_its_two_seats(served: House) -> None:
    mia = await Player(served.url, "Mia").arrive()
    for game, kind in (("waterhole", "exam"), ("nothing", "lesson")):
        answer = await mia.http.post("/api/rooms", json={"game": game, "kind": kind, "key": f"{game}-{kind}"})
        assert answer.status_code == 400, answer.text
    made = await mia.http.post("/api/rooms", json={"game": "kariba", "kind": "lesson", "key": "kariba-lesson"})
    await mia.enter(made.json()["code"])
    await mia.until(lambda m: m["t"] == "room")
    assert mia.room["options"] == {"deals": 1, "market": True}
    for do, fields in (("game", {"game": "waterhole"}), ("options", {"options": {"deals": 3}})):
        answer_ = await mia.do(do, **fields)
        assert answer_["facts"]["rule"] == "lesson_fixed"
    await mia.do("sit", seat=0)
    await mia.do("bot", seat=1, level="easy")
    await mia.do("bot", seat=2, level="easy")
    refused = await mia.do("start")
    assert refused["facts"]["rule"] == "lesson_seats"
    await mia.gone()
