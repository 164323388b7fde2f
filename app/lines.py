"""WebSocket lines as uvicorn's sans-IO protocol keeps them, and a short way over them for whole text frames.

Handshake, pings, fragments, limits and the closing handshake are uvicorn's. A line puts itself into the ASGI scope
(`of`); an application that takes it (`Line.take`) is called with each text, and writes its messages straight to the
transport: no queue, no task that wakes up, no middleware in between. It may return and keeps the line, so an idle one
holds neither a task nor the request. Whoever does not take it gets the stock way.
"""

from __future__ import annotations

from collections.abc import Mapping
from struct import Struct
from typing import Any, Protocol, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

try:
    from websockets.speedups import apply_mask
except ImportError:  # a platform without its compiled half
    from websockets.utils import apply_mask

EXTENSION = "waterside.line"
HEAD_END = b"\r\n\r\n"
WHOLE_TEXT = 0x81  # the first byte of a text frame that is a whole message
OPCODES = frozenset({0, 1, 2, 8, 9, 10})
SHORT, MIDDLE, LONG = 126, 127, 65_536
_middle, _long = Struct("!BBH").pack, Struct("!BBQ").pack
WRONG, PART = -1, 0


class Ear(Protocol):
    """Who has taken a line. None of these may raise."""

    def hear(self, text: str) -> None:
        """A text message."""

    def hear_bytes(self) -> None:
        """A binary message."""

    def go_on(self) -> None:
        """The line was full and is no more."""

    def gone(self) -> None:
        """The line is closed, or closing: nothing is heard or written any more. May be said more than once."""


def of(scope: Mapping[str, Any]) -> Line | None:
    """The line of a socket that was accepted; None where a server has no such thing."""
    found = scope.get("extensions", {}).get(EXTENSION)
    return found if isinstance(found, Line) else None


class StockLine(WebSocketsSansIOProtocol):
    """uvicorn's WebSockets. Whoever says anything is there: some proxies let no protocol pong through. And whoever is
    not there is cut off: a goodbye that nobody reads would keep the line, and the seat present, for ever."""

    heard_at = 0.0
    linger_s = 5.0

    def data_received(self, data: bytes) -> None:
        self.heard_at = self.loop.time()
        super().data_received(data)

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:  # pongs for somebody who reads nothing would pile up without an end
            self.conn.data_to_send()

    def keepalive_timeout(self) -> None:
        if self.heard_at <= self.ping_sent_at:
            super().keepalive_timeout()
            self.loop.call_later(self.linger_s, self.transport.abort)
        else:
            self.pong_timer = self.pending_ping_payload = None
            self.schedule_ping()


class Line(StockLine):
    """A line that may be taken.

    uvicorn's parser is handed whole frames only, so between two of them it is at rest, and a frame that is plain need
    not go through it. What begins wrongly it gets at once, with all that follows: it knows how to say so.

    Attributes:
        full: more waits to be sent than the system takes; what is written all the same waits in memory.
    """

    full = False
    _ear: Ear | None = None
    _stock = True  # the parser gets the bytes as they come: until the handshake is over
    _rest = b""  # the beginning of a frame

    # --- in ------------------------------------------------------------------------------------------------------

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = cast(Any, self)

    def data_received(self, data: bytes) -> None:
        if self._stock:
            super().data_received(data)
            # uvicorn hands over the request's head by itself; were there more, the parser would have it already.
            self._stock = not (self.handshake_initiated and data.find(HEAD_END) == len(data) - len(HEAD_END))
            return
        self.heard_at = self.loop.time()
        if self._rest:
            data, self._rest = self._rest + data, b""
        at, size = 0, len(data)
        while at < size:
            in_pieces = self.conn.current_size
            end = frame_end(data, at, self.config.ws_max_size - (in_pieces or 0))
            if end == WRONG:
                end = size
            elif end == PART or end > size:
                self._rest = data[at:]
                return
            elif data[at] == WHOLE_TEXT and in_pieces is None and self._heard(data, at, end):
                at = end
                continue
            super().data_received(data[at:end])
            if self.transport.is_closing():
                return
            at = end

    def _heard(self, data: bytes, at: int, end: int) -> bool:
        """Hand a plain frame to whoever has taken the line; False: it must go through the parser."""
        if self._ear is None or self.close_sent:
            return False
        second = data[at + 1] & 127
        body = at + (6 if second < SHORT else 8 if second == SHORT else 14)
        try:
            text = apply_mask(data[body:end], data[body - 4 : body]).decode()
        except UnicodeDecodeError:
            return False
        self._ear.hear(text)
        return True

    def send_receive_event_to_app(self) -> None:
        paused = self.read_paused
        super().send_receive_event_to_app()
        if self._ear is not None and self.read_paused and not paused:  # there is no queue that could grow
            self.read_paused = False
            self.transport.resume_reading()

    async def run_asgi(self) -> None:
        """As uvicorn does it; but whoever has taken the line has not done with it by returning."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        else:
            if not self.handshake_complete:
                self.logger.error("ASGI callable returned without completing handshake.")
                self.send_500_response()
            if self._ear is not None:
                self.scope = self.request = self.response = cast(Any, None)  # much of what a line would hold
                return
        if self.close_timer is None:
            self.transport.close()

    # --- for whoever takes it ------------------------------------------------------------------------------------

    def take(self, ear: Ear) -> None:
        """From now on this ear hears what comes, beginning with what has come and was not asked for."""
        waiting, self.queue = self.queue, cast(Any, _Told(ear))
        self._ear = ear
        while not waiting.empty():
            self.queue.put_nowait(waiting.get_nowait())
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def write(self, message: bytes) -> None:
        """Send a text message. Nothing happens on a line that is closed or closing."""
        if self.disconnected or self.conn.state is not OPEN:
            return
        size = len(message)
        if size < SHORT:
            head = bytes((WHOLE_TEXT, size))
        elif size < LONG:
            head = _middle(WHOLE_TEXT, SHORT, size)
        else:
            head = _long(WHOLE_TEXT, MIDDLE, size)
        self.transport.writelines((head, message))

    def deafen(self) -> None:
        """Read nothing any more until the line is closed: whoever does not read a goodbye is not heard, either."""
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def close(self, code: int, reason: str) -> None:
        """Begin the closing handshake, behind all that was written; its end is waited for as uvicorn does."""
        if self.disconnected or self.conn.state is not OPEN or self.transport.is_closing():
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})

    def pause_writing(self) -> None:
        super().pause_writing()
        self.full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self.full = False
        if self._ear is not None:
            self._ear.go_on()


class _Told:
    """Stands where uvicorn has its queue, and hands on what is put into it."""

    __slots__ = ("_ear",)

    def __init__(self, ear: Ear) -> None:
        self._ear = ear

    def put_nowait(self, event: Mapping[str, Any]) -> None:
        if event["type"] == "websocket.disconnect":
            self._ear.gone()
        elif "text" in event:
            self._ear.hear(event["text"])
        else:
            self._ear.hear_bytes()


def frame_end(data: bytes, at: int, most: int) -> int:
    """Where the frame that begins here ends, which may be behind the data; PART where its head has not all come, WRONG
    where the parser needs no more of it to refuse it."""
    left = len(data) - at
    if left < 2:
        return PART
    first, second = data[at], data[at + 1]
    if first & 15 not in OPCODES or second < 128:
        return WRONG
    size, head = second - 128, 6
    if size >= SHORT:
        head = 8 if size == SHORT else 14
        if left < head - 4:
            return PART
        size = int.from_bytes(data[at + 2 : at + head - 4], "big")
    return at + head + size if size <= most else WRONG
