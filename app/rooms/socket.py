"""One browser tab's socket: greets it, hears its frames, keeps a bounded queue out. How frames travel is a way's matter
(way, shortway, longway): no other files touch a room's WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any

import orjson
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from app import lines
from app.rooms import wire
from app.rooms.hub import Hub
from app.rooms.longway import LongWay, next_frame
from app.rooms.mailbox import OpenRoom
from app.rooms.pace import Pace
from app.rooms.shortway import ShortWay
from app.rooms.state import Refusal
from app.rooms.way import Way
from app.settings import Settings
from app.store.guests import Guest

_note = structlog.get_logger()
Said = Callable[[], Mapping[str, str]]  # what whoever runs the server has to say, by language
PROTOCOL = 1
HELLO_S = 20.0
QUEUE = 64
# So many refusals for speed in a row and the socket is closed.
TOO_FAST = 60


class Socket:
    """A viewer over a WebSocket (see `app.rooms.viewer.Viewer`), and whose way it is (see `app.rooms.way.Talker`)."""

    __slots__ = (
        "_behind", "_build", "_hub", "_notice", "_pace", "_refused", "_room", "_sent", "_settings", "_way",
        "ears", "farewell", "guest", "last", "name", "out",
    )  # fmt: skip

    def __init__(
        self, websocket: WebSocket, guest: Guest, hub: Hub, settings: Settings, build: str, notice: Said
    ) -> None:
        self.guest = guest.id
        self.name = guest.name
        self.last: int | None = None
        self.ears: frozenset[str] = frozenset()
        self.out: list[bytes] = []
        self.farewell: tuple[int, str] | None = None
        self._sent: int | None = None  # `last` when the queue was last empty
        self._hub = hub
        self._settings = settings
        self._build = build
        self._notice = notice
        self._room: OpenRoom | None = None
        self._behind = False
        self._pace = Pace(settings, asyncio.get_running_loop().time())
        self._refused = 0
        line = lines.of(websocket.scope)
        self._way: Way = ShortWay(line, self) if line else LongWay(websocket, self)

    # --- out -----------------------------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        """Queue a message. A player who reads too slowly gets one fresh picture later, a spectator is closed."""
        if self.farewell:
            return
        if len(self.out) < QUEUE:
            self.out.append(message)
        elif self._room and self._room.state.seat_of(self.guest) is not None:
            self.out.clear()
            self._behind = True
            self.last = self._sent  # the news that was dropped is told again
        else:
            self.out.clear()
            self.close(1013, "slow", 1000)
        self._way.go()

    def close(self, code: int, why: str, retry_ms: int | None) -> None:
        """Say bye, then close with this code."""
        if self.farewell:
            return
        self.out.append(orjson.dumps({"t": "bye", "code": code, "why": why, "retry_ms": retry_ms}))
        self.farewell = (code, why)
        self._way.go()

    def sent(self) -> None:
        """Nothing waits any more: whoever fell behind is shown all of it anew."""
        self._sent = self.last
        if self._behind and self._room:
            self._behind = False
            self._room.show(self)

    # --- in ------------------------------------------------------------------------------------------------------

    async def serve(self, websocket: WebSocket, code: str) -> asyncio.Future[None] | None:
        """The whole life of the socket, from hello to the end; on the short way the greeting, and then what is done at
        the end. A place among those who wait was taken for it."""
        end = None
        try:
            try:
                await self._greet(websocket, code)
            finally:
                self._hub.waiting.give(self.guest)
            if self._room:
                end = await self._way.listen()
        except WebSocketDisconnect:
            pass
        except wire.Unreadable:
            self.close(4009, "unreadable", None)
        finally:
            if end:
                end.add_done_callback(self._leave)
            else:
                self._leave()
                await self._way.end()
        return end

    def _leave(self, _: object = None) -> None:
        if self._room:
            self._hub.leave(self._room, self)

    async def _greet(self, websocket: WebSocket, code: str) -> None:
        """The first frame must be hello; then the room is shown."""
        try:
            hello = wire.read(await asyncio.wait_for(next_frame(websocket), HELLO_S))
        except TimeoutError:
            return self.close(4009, "no_hello", None)
        if not isinstance(hello, wire.Hello):
            return self.close(4009, "no_hello", None)
        if hello.p != PROTOCOL:
            return self.close(4002, "protocol", None)
        room = await self._hub.open(code)
        if room is None:
            return self.close(4003, "no_such_room", None)
        if refusal := self._turned_away(room):
            crowded = refusal in ("full", "too_many_sockets")
            return self.close(1013 if crowded else 4001, refusal, 10_000 if crowded else None)
        now = asyncio.get_running_loop().time()
        self._pace = self._hub.paces.of(room.known.id, self.guest, self._settings, now)
        self.send(self._welcome(room))
        self._room = await self._hub.join(room.known.code, self, hello.last)
        return None

    def _turned_away(self, room: OpenRoom) -> str | None:
        state = room.state
        if self.guest in state.kicked:
            return "kicked"
        if state.seat_of(self.guest) is None:
            if state.phase == "playing" and not state.house["watchers"]:
                return "no_watchers"
            if len(room.crowd.watchers(state)) >= self._settings.watchers_per_room:
                return "full"
        if sum(viewer.guest == self.guest for viewer in room.crowd.viewers) >= self._settings.sockets_per_guest:
            return "too_many_sockets"
        return None

    def _welcome(self, room: OpenRoom) -> bytes:
        settings, seat = self._settings, room.state.seat_of(self.guest)
        return orjson.dumps(
            {
                "t": "welcome",
                "p": PROTOCOL,
                "build": self._build,
                "you": {
                    "guest": self.guest,
                    "name": self.name,
                    "seat": seat,
                    "role": "watcher" if seat is None else "player",
                },
                "now": self._hub.now(),
                "notice": self._notice() or None,
                "limits": {
                    "frame": settings.frame_bytes,
                    "per_second": settings.commands_per_second,
                    "burst": settings.commands_burst,
                },
                "timers": {
                    "ping": 10_000,
                    "ping_turn": 5_000,
                    "warn": 2_000,
                    "dead": 8_000,
                    "next": settings.next_ms,
                },
            }
        )

    def hear(self, frame: str) -> None:
        """One frame of a greeted socket."""
        room = self._room
        if room is None:
            return None
        if not self._pace.all.take(asyncio.get_running_loop().time()):
            return self._slow_down(room, frame)
        self._refused = 0
        try:
            message = wire.read(frame)
        except wire.Unreadable as error:
            return room.refuse(self, error.id, Refusal("bad", {"why": str(error)}))
        if isinstance(message, wire.Say) and not self._pace.chat.take(asyncio.get_running_loop().time()):
            return room.refuse(self, message.id, Refusal("rate"))
        if isinstance(message, wire.Ping):
            self.send(orjson.dumps({"t": "pong", "n": message.n, "now": self._hub.now()}))
        elif isinstance(message, wire.Hello):
            room.refuse(self, None, Refusal("bad", {"why": "hello_again"}))
        else:
            room.post(message, self)
        return None

    def _slow_down(self, room: OpenRoom, frame: str) -> None:
        self._refused += 1
        if self._refused > TOO_FAST:
            return self.close(4008, "too_fast", 5000)
        try:
            id: Any = getattr(wire.read(frame), "id", None)
        except wire.Unreadable as error:
            id = error.id
        return room.refuse(self, id, Refusal("rate"))


async def _turn_away(websocket: WebSocket, code: int, why: str, retry_ms: int) -> None:
    """Say bye to a socket that was never let in."""
    await websocket.send_text(orjson.dumps({"t": "bye", "code": code, "why": why, "retry_ms": retry_ms}).decode())
    await websocket.close(code, why)


async def serve(
    websocket: WebSocket,
    code: str,
    guest: Guest | None,
    hub: Hub,
    settings: Settings,
    build: str,
    notice: Said = dict,
) -> asyncio.Future[None] | None:
    """Serve one socket; its origin has been checked. Without a session it is told so and closed. Where the line is kept
    beyond this, what is done at its end."""
    try:
        await websocket.accept()
    except OSError:
        return None  # it has gone before it was let in
    if guest is None:
        await _turn_away(websocket, 4004, "session", 0)
        return None
    if not hub.waiting.take(settings.sockets_per_guest, guest.id):
        await _turn_away(websocket, 1013, "too_many_sockets", 10_000)
        return None
    try:
        return await Socket(websocket, guest, hub, settings, build, notice).serve(websocket, code)
    except Exception as error:  # nothing that a client sends may end in 1011
        _note.exception("socket_failed", error=type(error).__name__)
        if websocket.application_state == WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, OSError):
                await websocket.close(1013, "again")
        return None
