"""The short way and the stock protocol, byte for byte: any stream of frames, right or wrong, cut anywhere.

What comes in one packet makes a difference to uvicorn's own protocol: it loses messages that arrive together with a
wrong frame. So it is handed each frame by itself, and the short way, however its packets are cut, must do the same.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.server import ServerState

from app import lines
from app.lines import Line, StockLine
from tests.services.raw import BINARY, CLOSE, CONT, PING, PONG, TEXT, frame

MOST = 300
HEAD = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire(asyncio.Transport):
    """A transport that keeps what is written.

    Attributes:
        written: all of it. closed: whether it was closed. paused: nothing may be read.
    """

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = self.paused = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        assert not self.closed, "nothing is written after the end"
        self.written += bytes(data)

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


class App:
    """An application that hears; it takes the line where there is one. It is an ear (`app.lines.Ear`).

    Attributes:
        heard: texts and binary messages, and the end as None.
    """

    def __init__(self, early: int) -> None:
        """`early`: how many messages are asked for in the stock way before a line is taken."""
        self.heard: list[str | bytes | None] = []
        self._early = early
        self._end = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        line, count = lines.of(scope), 0
        while not self._end.is_set() and (line is None or count < self._early):
            message, count = await receive(), count + 1
            if message["type"] == "websocket.disconnect":
                self.gone()
            elif message.get("text") is not None:
                self.hear(message["text"])
            else:
                self.heard.append(b"binary")
        if line is not None:
            line.take(self)
        await self._end.wait()

    def hear(self, text: str) -> None:
        self.heard.append(text)

    def hear_bytes(self) -> None:
        self.heard.append(b"binary")

    def go_on(self) -> None:
        raise AssertionError("it was never full")

    def gone(self) -> None:
        if not self._end.is_set():
            self.heard.append(None)
            self._end.set()


async def _turns() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


async def heard(kind: type[StockLine], pieces: Sequence[bytes], early: int = 0) -> tuple[Any, bytes, bool]:
    """What the application heard, what the peer was sent, and whether the line was closed."""
    app, wire = App(early), Wire()
    config = uvicorn.Config(
        app, ws=kind, ws_max_size=MOST, ws_per_message_deflate=False, log_config=None, ws_ping_interval=None
    )
    config.load()
    line = kind(config, ServerState(), {})
    line.connection_made(wire)
    line.data_received(HEAD)
    await _turns()
    for piece in pieces:
        if wire.closed:
            break
        line.data_received(piece)
        await _turns()
        assert not wire.paused, "whoever has heard all there is reads on"
    told = list(app.heard)
    if not wire.closed:
        wire.close()
    line.connection_lost(None)
    await _turns()
    return told, wire.written, line.close_sent


def _wide(text: bytes, very: bool) -> bytes:
    """A text frame that says its length in more bytes than it needs."""
    length = b"\xff" + len(text).to_bytes(8, "big") if very else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + text


def right() -> st.SearchStrategy[bytes]:
    """Frames that a client may send, a message in pieces with control frames among them."""
    texts = st.text(max_size=40).map(str.encode) | st.sampled_from([b"", b"x" * MOST, b"y" * 126, "ü🐦".encode() * 20])
    masks = st.binary(min_size=4, max_size=4)

    def masked(opcode: int, payload: bytes, mask: bytes, fin: bool = True) -> bytes:
        whole = frame(opcode, payload, fin=fin)
        body = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
        return whole[: len(whole) - len(payload) - 4] + mask + body

    small = st.binary(max_size=125)
    control = st.builds(masked, st.sampled_from([PING, PONG]), small, masks)
    plain = st.builds(masked, st.just(TEXT), texts, masks)
    hexes = st.binary(max_size=90).map(lambda some: some.hex().encode())
    wide = st.builds(_wide, hexes, st.booleans())
    return plain | plain | plain | control | wide


def in_pieces() -> st.SearchStrategy[list[bytes]]:
    """A message in pieces, right or wrong."""
    parts = st.lists(st.binary(max_size=120) | st.text(max_size=30).map(str.encode), min_size=1, max_size=4)

    def cut(opcode: int, payloads: list[bytes], between: bytes, ends: bool) -> list[bytes]:
        made = [frame(opcode if nth == 0 else CONT, part, fin=False) for nth, part in enumerate(payloads)]
        if ends:
            made.append(frame(CONT, b"", fin=True))
        return [piece for one in made for piece in (one, between) if piece]

    return st.builds(cut, st.sampled_from([TEXT, TEXT, BINARY]), parts, st.just(b"") | right(), st.booleans())


def wrong() -> st.SearchStrategy[bytes]:
    """Frames of any sort."""
    return (
        st.builds(
            lambda opcode, payload, fin, rsv, masked: frame(opcode, payload, fin=fin, rsv=rsv, masked=masked),
            st.integers(0, 15) | st.sampled_from([CLOSE, CONT, TEXT]),
            st.binary(max_size=MOST + 60),
            st.booleans(),
            st.sampled_from([0, 0, 0, 1, 2, 4, 7]),
            st.sampled_from([True, True, True, False]),
        )
        | st.builds(frame, st.sampled_from([TEXT, CONT]), st.integers(MOST - 40, MOST + 40).map(bytes))
        | st.sampled_from([frame(CLOSE, b""), frame(CLOSE, b"\x03\xe8bye"), frame(BINARY, b"b"), frame(TEXT, b"\xff")])
    )


STREAMS = st.lists(right().map(lambda one: [one]) | in_pieces() | wrong().map(lambda one: [one]), max_size=12).map(
    lambda many: [piece for one in many for piece in one]
)

BITS = st.integers(1, 20)


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    made = asyncio.new_event_loop()
    yield made
    made.close()


@settings(max_examples=400, deadline=None)
@given(frames=STREAMS, cuts=st.lists(st.floats(0, 1), max_size=12), early=st.integers(0, 2), part=st.none() | BITS)
def test_both_hear_and_say_the_same(
    loop: asyncio.AbstractEventLoop, frames: list[bytes], cuts: list[float], early: int, part: int | None
) -> None:
    """`part`: so much of the last frame comes, and no more."""
    frames = [*frames[:-1], *(last[:part] for last in frames[-1:])]
    stream = b"".join(frames)
    at = [0, *sorted({round(cut * len(stream)) for cut in cuts}), len(stream)]
    packets = [stream[begin:end] for begin, end in itertools.pairwise(at) if begin < end]
    stock = loop.run_until_complete(heard(StockLine, frames))
    for taken in (early, 1000):  # taken soon, and never
        assert loop.run_until_complete(heard(Line, packets, taken)) == stock


@settings(max_examples=100, deadline=None)
@given(frames=STREAMS)
def test_byte_by_byte_it_is_the_same(loop: asyncio.AbstractEventLoop, frames: list[bytes]) -> None:
    single = [bytes([byte]) for byte in b"".join(frames)[:700]]
    assert loop.run_until_complete(heard(Line, single)) == loop.run_until_complete(heard(StockLine, single))


def test_any_bytes_at_all(loop: asyncio.AbstractEventLoop) -> None:
    for first in range(256):
        for second in (0, 5, 125, 126, 127, 128, 133, 253, 254, 255):
            bytewise = [bytes([byte]) for byte in (first, second, *bytes(24))]
            assert loop.run_until_complete(heard(Line, bytewise)) == loop.run_until_complete(heard(StockLine, bytewise))
