"""The socket of a replay that people watch together (app/rooms/screening.py): a leader's step goes to all on the page.

    in:  {"t": "lead", "step": n or null} · {"t": "at", "step": n}
    out: {"t": "together", "people": [{guest, name}], "leader": {guest, name} or null, "step": n or null,
          "you": {guest, leads}} · {"t": "bye", "code", "why", "retry_ms"}

Each message is the whole picture, so a slow reader gets the newest one only.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any

import msgspec
import orjson
from fastapi import WebSocket, WebSocketDisconnect
from msgspec import Meta, Struct

from app.rooms.bucket import Bucket
from app.rooms.screening import Screening
from app.rooms.screens import Screens
from app.settings import Settings
from app.store.guests import Guest

Step = Annotated[int, Meta(ge=0, le=100_000)]


class Lead(Struct, forbid_unknown_fields=True, tag_field="t", tag="lead"):
    """I lead from this step on; without one, I lead no more."""

    step: Step | None


class At(Struct, forbid_unknown_fields=True, tag_field="t", tag="at"):
    """The leader is here now."""

    step: Step


_read = msgspec.json.Decoder(Lead | At)


class Onlooker:
    """One page that shows a replay."""

    def __init__(self, websocket: WebSocket, guest: Guest, settings: Settings) -> None:
        self.guest = guest.id
        self.name = guest.name
        self._websocket = websocket
        self._newest: dict[str, Any] | None = None
        self._wake = asyncio.Event()
        now = asyncio.get_running_loop().time()
        self._speed = Bucket(settings.commands_per_second, settings.commands_burst, now)

    def tell(self, told: dict[str, Any]) -> None:
        """What is so now; what was not sent yet is out of date."""
        self._newest = told
        self._wake.set()

    async def write(self) -> None:
        """Send what is newest, as fast as the reader takes it."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self._wake.wait()
                self._wake.clear()
                newest, self._newest = self._newest, None
                if newest is not None:
                    await self._websocket.send_text(orjson.dumps(newest).decode())

    async def listen(self, screening: Screening) -> tuple[int, str] | None:
        """Until the page goes, or says what it may not: then why."""
        while True:
            try:
                said = _read.decode(await self._websocket.receive_text())
            except WebSocketDisconnect:
                return None
            except (msgspec.DecodeError, RecursionError, UnicodeError, OverflowError, ValueError, KeyError):
                return 4009, "unreadable"  # KeyError: a binary frame
            if not self._speed.take(asyncio.get_running_loop().time()):
                return 4008, "too_fast"
            if isinstance(said, Lead):
                screening.take(self, said.step)
            else:
                screening.at(self, said.step)


class Screenings:
    """Lets pages look at replays. Limits count what this process has.

    Attributes:
        screens: every replay that is looked at here.
    """

    def __init__(self, settings: Settings, screens: Screens) -> None:
        self.screens = screens
        self._settings = settings

    def _turned_away(self, match: str, guest: Guest) -> str | None:
        here = self.screens.open[match].watchers if match in self.screens.open else []
        if len(here) >= self._settings.watchers_per_room:
            return "full"
        mine = sum(watcher.guest == guest.id for watcher in here)
        return "too_many_sockets" if mine >= self._settings.sockets_per_guest else None

    async def serve(self, websocket: WebSocket, match: str, guest: Guest | None, known: bool) -> None:
        """The whole life of one socket; its origin has been checked. `known`: there is such a finished match."""
        try:
            await websocket.accept()
        except OSError:
            return None  # it has gone before it was let in
        if guest is None:
            return await _bye(websocket, 4004, "session")
        if not known:
            return await _bye(websocket, 4003, "no_such_match")
        if why := self._turned_away(match, guest):
            return await _bye(websocket, 1013, why, 10_000)
        onlooker = Onlooker(websocket, guest, self._settings)
        writer = asyncio.create_task(onlooker.write())
        screening = self.screens.join(match, onlooker)
        try:
            refused = await onlooker.listen(screening)
        finally:
            self.screens.leave(match, onlooker)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
        return await _bye(websocket, *refused) if refused else None


async def _bye(websocket: WebSocket, code: int, why: str, retry_ms: int | None = None) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        await websocket.send_text(orjson.dumps({"t": "bye", "code": code, "why": why, "retry_ms": retry_ms}).decode())
        await websocket.close(code, why)
