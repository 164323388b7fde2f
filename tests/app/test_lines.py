"""Lines frame by frame: right ones and wrong ones, however they arrive, on the short way as on the stock way."""

from __future__ import annotations

import asyncio
import json
import random
from functools import partial
from typing import Any

import pytest

from tests.app.desk import HELLO, Desk, closed, ping, plugged, pong, said
from tests.services.raw import BINARY, CLOSE, CONT, PING, PONG, TEXT, RawSocket, frame

pytestmark = pytest.mark.usefixtures("way")
MOST = 4096


def shows(name: str, message: dict[str, Any]) -> bool:
    """Whether it is the room with this name at its first seat."""
    return message["t"] == "room" and (message["seats"][0] or {}).get("name") == name


# --- frames as they may come -----------------------------------------------------------------------------------------


async def test_a_message_in_pieces_with_control_frames_between(desk: Desk) -> None:
    text = ping(7)
    await desk.raw.write(
        frame(TEXT, text[:3], fin=False),
        frame(PING, b"a"),
        frame(CONT, text[3:5], fin=False),
        frame(PONG, b"nobody asked"),
        frame(CONT, text[5:]),
        frame(PING, b""),
    )
    heard = [await said(desk.raw) for _ in range(3)]
    assert sorted(one.payload for one in heard if one.opcode == PONG) == [b"", b"a"]
    assert [json.loads(one.payload)["n"] for one in heard if one.opcode == TEXT] == [7]


async def test_a_frame_cut_at_every_byte(desk: Desk) -> None:
    text = ping(3)
    for size in (len(text), 125, 126, 4000):
        whole = frame(TEXT, text + b" " * (size - len(text)))
        for nth, cut in enumerate([*range(1, 20), len(whole) - 1]):
            await desk.raw.write(whole[:cut])
            await asyncio.sleep(0.001)  # so that it arrives by itself
            await desk.raw.write(whole[cut:], frame(TEXT, ping(1000 + nth)))
            assert await pong(desk.raw) == 3
            assert await pong(desk.raw) == 1000 + nth


async def test_byte_by_byte(desk: Desk) -> None:
    text = ping(8)
    for byte in frame(TEXT, text[:4], fin=False) + frame(PING, b"p") + frame(CONT, text[4:]) + frame(TEXT, ping(9)):
        await desk.raw.write(bytes([byte]))
        await asyncio.sleep(0)
    assert (await said(desk.raw)).payload == b"p"
    assert [await pong(desk.raw), await pong(desk.raw)] == [8, 9]


async def test_many_frames_in_one_packet_keep_their_order(desk: Desk) -> None:
    """Plain ones, ones in pieces, and a plain one right behind those."""
    frames: list[bytes] = []
    for nth in range(60):
        text = ping(nth)
        pieces = (frame(TEXT, text[:5], fin=False), frame(CONT, text[5:])) if nth % 3 == 0 else (frame(TEXT, text),)
        frames += pieces
    packet = b"".join(frames)
    await desk.raw.write(packet + frame(TEXT, ping(60))[:9])
    assert [await pong(desk.raw) for _ in range(60)] == list(range(60))
    await desk.raw.write(frame(TEXT, ping(60))[9:])
    assert await pong(desk.raw) == 60


async def test_a_frame_with_a_mask_and_letters_that_are_not_ascii(desk: Desk) -> None:
    chance = random.Random(3)
    for nth, name in enumerate(("Müa", "Mia 🐦", "米亚", "M" * 20)):
        text = json.dumps({"t": "cmd", "do": "name", "id": f"n{nth}", "name": name}, ensure_ascii=False).encode()
        mask = chance.randbytes(4)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(text))
        await desk.raw.write(frame(TEXT, text)[: -4 - len(text)] + mask + masked)
        assert (await desk.mia.until(partial(shows, name)))["seats"][0]["guest"] == desk.mia.guest


async def test_what_is_told_while_half_a_frame_is_there(desk: Desk) -> None:
    whole = frame(TEXT, ping(5))
    await desk.raw.write(whole[:8])
    assert (await desk.mia.do("name", name="Mia M"))["t"] == "ack"
    assert b"Mia M" in (await said(desk.raw)).payload
    await desk.raw.write(whole[8:])
    assert await pong(desk.raw) == 5


async def test_hello_and_what_follows_it_in_one_packet(desk: Desk) -> None:
    late = await RawSocket.open(desk.house.url, desk.code, dict(desk.mia.http.cookies.items()))
    await late.write(HELLO + frame(TEXT, ping(1)) + frame(TEXT, ping(2)[:4], fin=False))
    assert await pong(late) == 1
    await late.write(frame(CONT, ping(2)[4:]))
    assert await pong(late) == 2
    late.cut()


# --- frames that may not come ----------------------------------------------------------------------------------------

WRONG = {
    "too long": (1009, frame(TEXT, b"x" * (MOST + 1))),
    "the head of one too long": (1009, frame(TEXT, b"x" * (MOST + 1))[:8]),
    "the head of one of 2^63": (1009, b"\x81\xff" + (2**63).to_bytes(8, "big") + bytes(4)),
    "too long in pieces": (1009, frame(TEXT, b"x" * MOST, fin=False) + frame(CONT, b"x")),
    "not UTF-8": (1007, frame(TEXT, b'{"t":"\xff"}')),
    "half a letter": (1007, frame(TEXT, '"ü'.encode()[:-1])),
    "not UTF-8 in pieces": (1007, frame(TEXT, b"\xc3", fin=False) + frame(CONT, b"\x28")),
    "no mask": (1002, frame(TEXT, ping(1), masked=False)),
    "a reserved bit": (1002, frame(TEXT, ping(1), rsv=4)),
    "another reserved bit": (1002, frame(TEXT, ping(1), rsv=1)),
    "a reserved opcode": (1002, frame(3, ping(1))),
    "a reserved opcode's head": (1002, b"\x8b\x80"),
    "a piece of nothing": (1002, frame(CONT, ping(1))),
    "a message within another": (1002, frame(TEXT, ping(1), fin=False) + frame(TEXT, ping(1))),
    "a ping in pieces": (1002, frame(PING, b"a", fin=False)),
    "a long ping": (1002, frame(PING, b"a" * 126)),
    "a goodbye of one byte": (1002, frame(CLOSE, b"\x03")),
    "a goodbye with a wrong code": (1002, frame(CLOSE, (1005).to_bytes(2, "big"))),
    "a goodbye that is not UTF-8": (1007, frame(CLOSE, (1000).to_bytes(2, "big") + b"\xff")),
    "a goodbye within a message": (1002, frame(TEXT, b"{", fin=False) + frame(CLOSE, b"")),
    "binary": (4009, frame(BINARY, ping(1))),
    "binary in pieces": (4009, frame(BINARY, ping(1), fin=False) + frame(CONT, b"")),
}


async def test_a_wrong_frame_closes(desk: Desk) -> None:
    for name, (code, wrong) in WRONG.items():
        raw = await plugged(desk.mia)
        await raw.write(frame(TEXT, ping(1)))
        assert await pong(raw) == 1
        await raw.write(wrong)
        assert await closed(raw) == code, name
        await raw.write(frame(CLOSE, b""))
        assert await raw.ended(), name
    await desk.sound()


async def test_the_longest_frame_is_read(desk: Desk) -> None:
    text = ping(4)
    await desk.raw.write(frame(TEXT, text + b" " * (MOST - len(text))))
    assert await pong(desk.raw) == 4
    await desk.raw.write(frame(TEXT, text, fin=False), frame(CONT, b" " * (MOST - len(text))))
    assert await pong(desk.raw) == 4


async def test_what_comes_behind_a_wrong_frame_is_not_heard(desk: Desk) -> None:
    await desk.raw.write(frame(TEXT, b"\xff") + frame(TEXT, b'{"t":"cmd","do":"name","id":"x","name":"Late"}'))
    assert await closed(desk.raw) == 1007
    assert desk.mia.room["seats"][0]["name"] == "Mia"
