"""Lines that are slow, and how they end, on the short way as on the stock way; and which way is taken."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app.lines import Line, StockLine
from app.rooms.longway import LongWay
from app.rooms.mailbox import OpenRoom
from tests.app.desk import Desk, closed, narrow, ping, plugged, pong, said
from tests.app.house import house
from tests.app.player import Player, play_out, seated, started
from tests.services.raw import CLOSE, PING, TEXT, Heard, RawSocket, frame

pytestmark = pytest.mark.usefixtures("way")


# --- readers who are slow --------------------------------------------------------------------------------------------


async def test_a_player_who_read_nothing_is_shown_all_of_it_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    narrow(monkeypatch)
    async with house(tmp_path, watchers_per_room=9) as running:
        mia, eye = await seated(running.url, "Mia", watchers=1)
        player, spectator = await plugged(mia, 4096), await plugged(eye, 4096)
        await eye.leave()
        for plug in (player, spectator):
            plug.hold()
        for nth in range(400):
            assert (await mia.do("name", name=f"Mia {nth}"))["t"] == "ack"
        assert len(mia.room["watchers"]) == 1, "nobody is let go in the middle of a word"
        player.go_on()
        while b"Mia 399" not in (await said(player)).payload:
            pass
        assert (await mia.do("stand"))["t"] == "ack"
        while json.loads((await said(player)).payload).get("seats", [mia])[0]:
            pass
        spectator.go_on()
        assert await closed(spectator) == 1013
        await spectator.write(frame(CLOSE, b""))
        assert await spectator.ended()
        player.cut()
        for one in (mia, eye):
            await one.gone()


async def test_pings_of_somebody_who_reads_nothing_do_not_pile_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    made = narrow(monkeypatch)
    plug = await plugged(desk.mia, 4096)
    plug.hold()
    flood = frame(PING, b"x" * 125) * 2000
    for _ in range(8):
        await plug.write(flood)
        assert made[-1].transport.get_write_buffer_size() < 200_000
    plug.go_on()
    await plug.write(frame(TEXT, ping(5)))
    assert await pong(plug) == 5
    plug.cut()


async def test_a_goodbye_waits_behind_what_was_said_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    narrow(monkeypatch)
    async with house(tmp_path) as running:
        mia, ben = await seated(running.url, "Mia", "Ben")
        plug = await plugged(ben, 4096)
        plug.hold()
        for nth in range(100):
            assert (await mia.do("name", name=f"Mia {nth}"))["t"] == "ack"
        assert (await mia.do("kick", guest=ben.guest))["t"] == "ack"
        # Whoever is sent away is not heard any more, whatever they still say.
        await plug.write(*(frame(TEXT, ping(nth)) for nth in range(50)))
        plug.go_on()
        words = []
        while (heard := await said(plug)).opcode != CLOSE:
            words.append(json.loads(heard.payload)["t"])
        assert (words[-1], heard.code) == ("bye", 4001)
        assert "pong" not in words
        plug.cut()
        for one in (mia, ben):
            await one.gone()


# --- ends ------------------------------------------------------------------------------------------------------------


async def watched(desk: Desk) -> tuple[Player, RawSocket]:
    """Ben, who sits at Mia's table by a raw socket only."""
    ben = await Player(desk.house.url, "Ben").arrive()
    await ben.enter(desk.code)
    assert (await ben.do("sit", seat=1))["t"] == "ack"
    plug = await plugged(ben)
    await ben.leave()
    assert desk.mia.room["seats"][1]["state"] == "present"
    return ben, plug


async def away(desk: Desk) -> None:
    """Whoever sits beside Mia is seen as gone."""
    since = len(desk.mia.heard) - 1
    await desk.mia.until(lambda m: m["t"] == "room" and bool(m["seats"][1]) and m["seats"][1]["state"] == "away", since)


@pytest.mark.parametrize("how", ["half", "reset", "cut"])
async def test_a_line_that_ends_without_a_word(desk: Desk, how: str) -> None:
    ben, plug = await watched(desk)
    await plug.write(frame(TEXT, ping(1))[:7])
    getattr(plug, how)()
    await away(desk)
    if how == "half":
        assert await plug.ended()
    plug.cut()
    await ben.gone()


async def test_a_client_says_goodbye(desk: Desk) -> None:
    for words in (b"", (1000).to_bytes(2, "big"), (4321).to_bytes(2, "big") + b"so long"):
        ben, plug = await watched(desk)
        await plug.write(frame(TEXT, ping(1)))
        assert await pong(plug) == 1
        await plug.write(frame(CLOSE, words) + frame(TEXT, ping(2)))
        assert await said(plug) == Heard(CLOSE, words)
        assert await plug.ended()
        await away(desk)
        assert (await desk.mia.do("kick", guest=ben.guest))["t"] == "ack"
        await ben.gone()


async def test_the_server_says_goodbye_and_is_answered(desk: Desk) -> None:
    ben, plug = await watched(desk)
    assert (await desk.mia.do("kick", guest=ben.guest))["t"] == "ack"
    assert await closed(plug) == 4001
    await plug.write(frame(TEXT, ping(1)))
    began = asyncio.get_running_loop().time()
    await plug.write(frame(CLOSE, (4001).to_bytes(2, "big")))
    assert await plug.ended()
    assert asyncio.get_running_loop().time() - began < 5
    await ben.gone()


async def test_the_server_says_goodbye_and_is_not_answered(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = StockLine.connection_made

    def hasty(self: StockLine, transport: asyncio.BaseTransport) -> None:
        self.close_timeout = 0.3
        honest(self, transport)

    monkeypatch.setattr(StockLine, "connection_made", hasty)
    ben, plug = await watched(desk)
    assert (await desk.mia.do("kick", guest=ben.guest))["t"] == "ack"
    assert await closed(plug) == 4001
    assert await plug.ended()
    await ben.gone()


async def test_a_server_that_stops_tells_every_line(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        (mia,) = await seated(running.url, "Mia")
        plug = await plugged(mia)
    words = []
    while (heard := await said(plug)).opcode != CLOSE:
        words.append(json.loads(heard.payload))
    assert (words[-1]["t"], heard.code) == ("bye", 1012)
    plug.cut()
    await mia.gone()


async def test_a_fault_of_ours_closes_one_line_and_is_written_down(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fails(self: OpenRoom, *words: Any) -> None:
        raise RuntimeError("a fault")

    with monkeypatch.context() as patch:
        patch.setattr(OpenRoom, "post", fails)
        await desk.raw.write(frame(TEXT, b'{"t":"cmd","do":"stand","id":"a"}') + frame(TEXT, ping(1)))
        assert await closed(desk.raw) == 1013
    assert (await desk.mia.do("stand"))["t"] == "ack"
    assert "socket_failed" in "".join(capfd.readouterr())


# --- which way -------------------------------------------------------------------------------------------------------


async def test_the_short_way_has_no_task_of_its_own(desk: Desk, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = len(asyncio.all_tasks())
    plugs = [await plugged(desk.mia) for _ in range(4)]
    assert len(asyncio.all_tasks()) - before == {"short": 0, "stock": 2}[way] * len(plugs)
    for plug in plugs:
        plug.cut()


async def test_a_server_that_has_no_such_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """uvicorn's own protocol, as it is: the long way is found by itself."""
    honest: Any = uvicorn.Config
    taken: list[LongWay] = []
    begin = LongWay.__init__

    def plain(*words: Any, **more: Any) -> Any:
        return honest(*words, **{**more, "ws": WebSocketsSansIOProtocol})

    def begun(self: LongWay, *words: Any) -> None:
        taken.append(self)
        begin(self, *words)

    monkeypatch.setattr(LongWay, "__init__", begun)
    monkeypatch.setattr(uvicorn, "Config", plain)
    async with house(tmp_path) as running:
        people = await started(running.url, "Mia", "Ben", deals=1)
        assert await play_out(people) >= 40
        for player in people:
            await player.gone()
    assert len(taken) == 2


def test_a_line_is_uvicorns_but_for_what_is_heard_and_written() -> None:
    """What is uvicorn's business stays there: a new version of it is looked at again where this fails."""
    changed = {name for name in vars(Line) if name in vars(WebSocketsSansIOProtocol)}
    assert changed - {"__module__", "__doc__", "__init__"} == {
        "data_received", "handle_connect", "pause_writing", "resume_writing", "run_asgi", "send_receive_event_to_app",
    }  # fmt: skip
