"""What processes tell each other of rooms and replays, carried out here; and the looking that finds what was not heard.

A hint says which row a room has got; who knows less loads what is missing. It may be lost: once a second this process
asks the database for the newest row of every room it has open. Who is silent for long has gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import structlog

from app.rooms.elsewhere import AGAIN_MS
from app.rooms.hub import Hub
from app.rooms.mailbox import OpenRoom
from app.rooms.screens import Screens
from app.store.chat import Chat
from app.store.rooms import Rooms

LOOK_S = 1.0
AT_ONCE = 500  # rooms in one question
_note = structlog.get_logger()


class Between:
    """This process among the others.

    Attributes:
        healed: how many rows and lines were found by looking, of which no hint had told.
    """

    def __init__(self, hub: Hub, rooms: Rooms, chat: Chat, screens: Screens) -> None:
        self.healed = 0
        self._hub = hub
        self._screens = screens
        self._rooms = rooms
        self._chat = chat
        self._look_now = asyncio.Event()
        self._told_at = 0
        self._topics: dict[str, Callable[[str, list[Any]], None]] = {
            "row": self._row,
            "line": self._line,
            "here": self._here,
            "who": self._who,
            "turned": self._turned,
            "gone": self._gone,
            "parted": self._parted,
            **screens.topics,
        }

    async def run(self) -> None:
        """Until it is cancelled."""
        if self._hub.bus.alone:
            return
        while True:
            for step in (self._look, self._see_to_others):
                try:
                    await step()
                except Exception as error:  # whatever it is: nobody else would find what was not heard
                    _note.warning("look_failed", error=type(error).__name__)
            try:
                await asyncio.wait_for(self._look_now.wait(), LOOK_S)
            except TimeoutError:
                continue
            self._look_now.clear()

    async def _see_to_others(self) -> None:
        """Tell them what is here, and take those for gone who have long said nothing."""
        self._tell_everything()
        for room in self._hub.elsewhere.silent(self._hub.now()):
            self._changed(room)
        self._screens.silent()

    def missed(self) -> None:
        """Something may have been told that nobody heard: look at once, and ask who is where."""
        self._look_now.set()
        self._told_at = 0
        for room in self._hub.open_rooms():
            room.neighbours.ask()
        self._screens.ask()

    # --- what others tell ----------------------------------------------------------------------------------------

    def hear(self, topic: str, body: list[Any], who: str) -> None:
        """A message of another process. One of a kind that this version does not know is left alone."""
        if carry_out := self._topics.get(topic):
            carry_out(who, body)

    def _row(self, who: str, body: list[Any]) -> None:
        if room := self._hub.loaded(body[0]):
            room.heard(seq=body[1])

    def _line(self, who: str, body: list[Any]) -> None:
        if room := self._hub.loaded(body[0]):
            room.heard(line=body[1])

    def _here(self, who: str, body: list[Any]) -> None:
        room, people, claims = body
        if self._hub.elsewhere.heard(who, room, people, claims, self._hub.now()):
            self._changed(room)

    def _changed(self, room: str) -> None:
        if loaded := self._hub.loaded(room):
            loaded.others_changed()

    def _who(self, who: str, body: list[Any]) -> None:
        room = self._hub.loaded(body[0])
        if room and room.crowd.viewers:
            room.crowd.tell_others()

    def _turned(self, who: str, body: list[Any]) -> None:
        if room := self._hub.loaded(body[0]):
            room.crowd.turned(room.state, body[1])

    def _gone(self, who: str, body: list[Any]) -> None:
        if room := self._hub.loaded(body[0]):
            self._hub.put_away(room)

    def _parted(self, who: str, body: list[Any]) -> None:
        self._hub.part(body[0])

    # --- what is found by looking --------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Ask for the newest row and line of every open room."""
        some = self._hub.open_rooms()
        for at in range(0, len(some), AT_ONCE):
            rooms = some[at : at + AT_ONCE]
            ids = [room.known.id for room in rooms]
            heads, lines = await self._rooms.heads(ids), await self._chat.newest(ids)
            for room in rooms:
                self._found(room, heads.get(room.known.id), lines.get(room.known.id, 0))

    def _found(self, room: OpenRoom, head: int | None, line: int) -> None:
        if head is None:
            self._hub.put_away(room)
        elif room.heard(head, line):
            self.healed += 1

    def _tell_everything(self) -> None:
        """From time to time all of it: whoever has just come, or did not hear, knows then who is here."""
        now = self._hub.now()
        if now - self._told_at < AGAIN_MS:
            return
        self._told_at = now
        for room in self._hub.open_rooms():
            if room.crowd.viewers:
                room.crowd.tell_others()
        self._screens.tell_everything()
