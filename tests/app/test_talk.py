"""Chat over real sockets: stored before it is answered, heard once by everybody who may hear it, kept for who comes."""

from __future__ import annotations

from typing import Any

from tests.app.house import House, house
from tests.app.player import Player, play_out, seated, started


def lines(player: Player) -> list[Any]:
    return [line for message in player.heard if message["t"] == "chat" for line in message["lines"]]


async def heard(player: Player, n: int) -> Any:
    await player.until(lambda m: m["t"] == "chat" and m["lines"][-1]["n"] >= n)
    return lines(player)[-1]


async def test_a_line_is_heard_by_all_and_answered_when_it_is_stored(served: House) -> None:
    mia, ben, eye = await seated(served.url, "Mia", "Ben", watchers=1)
    answer = await mia.ask({"t": "say", "text": "Guten Abend"})
    assert answer["t"] == "ack"
    for player in (mia, ben, eye):
        line = await heard(player, 1)
        assert {**line, "at": 0} == {"n": 1, "at": 0, "guest": mia.guest, "name": "Mia", "text": "Guten Abend"}
    for player in (mia, ben, eye):
        await player.gone()


async def test_the_same_line_again_is_said_once(served: House) -> None:
    mia, ben = await seated(served.url, "Mia", "Ben")
    for _ in range(3):
        assert (await mia.ask({"t": "say", "text": "once"}, id="same"))["t"] == "ack"
    await mia.ask({"t": "say", "emote": "fox"})
    await heard(ben, 2)
    assert [line.get("text") or line.get("emote") for line in lines(ben)] == ["once", "fox"]
    for player in (mia, ben):
        await player.gone()


async def test_who_comes_later_hears_the_last_fifty_in_order(served: House) -> None:
    (mia,) = await seated(served.url, "Mia")
    code = await _code(mia)
    for nth in range(60):
        assert (await mia.ask({"t": "say", "text": f"line {nth}"}))["t"] == "ack"
    await mia.leave()
    served.app.state.rooms._forget(code)  # noqa: SLF001 - the room is loaded anew
    ben = await Player(served.url, "Ben").arrive()
    await ben.enter(code)
    await ben.until(lambda m: m["t"] == "chat")
    assert [line["text"] for line in lines(ben)] == [f"line {nth}" for nth in range(10, 60)]
    for player in (mia, ben):
        await player.gone()


async def test_closed_to_spectators_they_neither_read_nor_write(served: House) -> None:
    mia, ben, eye = await seated(served.url, "Mia", "Ben", watchers=1)
    await mia.do("house", house={"chat": "players"})
    refused = await eye.ask({"t": "say", "text": "let me in"})
    assert (refused["code"], refused["facts"]) == ("role", {"needs": "chat"})
    await mia.ask({"t": "say", "text": "just us"})
    await heard(ben, 1)
    assert (await eye.do("name", name="Eve"))["t"] == "ack"  # everything before it has come
    assert lines(eye) == []
    late = await Player(served.url, "Late").arrive()
    await late.enter(await _code(mia))
    await late.until(lambda m: m["t"] == "room")
    await late.do("name", name="Later")
    assert lines(late) == []
    for player in (mia, ben, eye, late):
        await player.gone()


async def test_who_may_hear_again_is_told_what_was_said_but_not_what_was_among_players(served: House) -> None:
    mia, ben, eye = await seated(served.url, "Mia", "Ben", watchers=1)
    await mia.ask({"t": "say", "text": "to all"})
    await heard(eye, 1)
    await mia.do("house", house={"chat": "players"})
    await mia.ask({"t": "say", "text": "just us"})
    await mia.do("house", house={"chat": "off"})
    since = len(eye.heard), len(ben.heard)
    await mia.do("house", house={"chat": "all"})
    told = await eye.until(lambda m: m["t"] == "chat", since[0])
    assert [line["text"] for line in told["lines"]] == ["to all"]
    told = await ben.until(lambda m: m["t"] == "chat", since[1])
    assert [line["text"] for line in told["lines"]] == ["to all", "just us"]
    assert all("to" not in line for line in told["lines"])
    since = len(eye.heard), 0
    assert (await ben.do("stand"))["t"] == "ack"
    assert (await eye.do("sit", seat=1))["t"] == "ack"
    told = await eye.until(lambda m: m["t"] == "chat", since[0])
    assert [line["text"] for line in told["lines"]] == ["to all", "just us"]
    for player in (mia, ben, eye):
        await player.gone()


async def test_talk_never_makes_a_move_stale_and_is_in_no_record(served: House) -> None:
    mia, ben = await started(served.url, "Mia", "Ben", deals=1)
    mover = (mia, ben)[mia.table["view"]["facts"]["to_act"]]
    turn = mover.table["turn"]
    await ben.ask({"t": "say", "phrase": "your_turn"})
    assert (await mover.move(mover.plays()[0], turn=turn))["t"] == "table"
    await mia.ask({"t": "say", "text": "canary in the record"})
    await play_out([mia, ben])
    over = await mia.until(lambda m: m["t"] == "room" and m["phase"] == "over")
    for path in ("", "/moves", "/fairness", "/replay"):
        answer = await mia.http.get(f"/api/matches/{over['last_match']}{path}")
        assert answer.status_code == 200
        assert "canary" not in answer.text
    for player in (mia, ben):
        await player.gone()


async def test_too_much_at_once_is_refused_and_nothing_is_lost(tmp_path: Any) -> None:
    async with house(tmp_path, chat_per_second=1, chat_burst=5) as running:
        (mia,) = await seated(running.url, "Mia")
        answers = [await mia.ask({"t": "say", "text": f"{nth}"}) for nth in range(12)]
        acked = [nth for nth, answer in enumerate(answers) if answer["t"] == "ack"]
        assert acked[:5] == [0, 1, 2, 3, 4]
        assert {answer["code"] for answer in answers if answer["t"] == "nack"} == {"rate"}
        await heard(mia, len(acked))
        assert [int(line["text"]) for line in lines(mia)] == acked
        await mia.gone()


async def _code(player: Player) -> str:
    return str((await player.http.get("/api/tables")).json()[0]["code"])
