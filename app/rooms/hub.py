"""The open rooms: each loaded once from its log, kept while somebody looks, forgotten afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from app.rooms import codes
from app.rooms.ask import Dealer, Ended
from app.rooms.bus import Bus, LocalBus
from app.rooms.clocks import Ages, Timers
from app.rooms.elsewhere import Elsewhere
from app.rooms.mailbox import OpenRoom
from app.rooms.neighbours import SURE_MS, Neighbours
from app.rooms.pace import Paces
from app.rooms.places import Places
from app.rooms.state import Row
from app.rooms.talk import Line
from app.rooms.thinkers import Thinkers
from app.rooms.viewer import Viewer
from app.store.batch import Done
from app.store.chat import Chat
from app.store.guests import Guests
from app.store.log import Log
from app.store.rooms import Known, Rooms

LINGER_S = 60.0


class Stores(NamedTuple):
    """What rooms are loaded from and written to."""

    rooms: Rooms
    log: Log
    chat: Chat
    guests: Guests


class Hub:
    """All rooms that this process has open.

    Attributes:
        dealer, timers, now: what judging and clocks may use from outside. thinkers: who thinks for bots.
        paces: how fast each guest may talk. waiting: sockets of each guest that have not said hello yet.
    """

    def __init__(
        self,
        stores: Stores,
        dealer: Dealer,
        timers: Timers,
        now: Callable[[], int],
        thinkers: Thinkers,
        bus: Bus | None = None,
    ) -> None:
        self.dealer = dealer
        self.thinkers = thinkers
        self.timers = timers
        self.now = now
        self.ages = Ages()
        self.paces = Paces()
        self.waiting = Places()
        self._rooms, self._log, self._chat, self._guests = stores
        self._open: dict[str, asyncio.Future[OpenRoom | None]] = {}
        self._ids: dict[str, OpenRoom] = {}
        self.bus = bus or LocalBus()
        self.elsewhere = Elsewhere()

    def append(self, room: str, row: Row, done: Done) -> None:
        """See `app.store.log.Log.append`."""
        self._log.append(room, row, done)

    async def lines_after(self, room: str, n: int) -> Sequence[Line]:
        """See `app.store.chat.Chat.after`."""
        return await self._chat.after(room, n)

    def neighbours(self, room: str) -> Neighbours:
        """A room in other processes."""
        return Neighbours(room, self.bus, self.elsewhere)

    def say(self, room: str, cmd_id: str, line: Line, done: Callable[[Any], None]) -> None:
        """See `app.store.chat.Chat.add`."""
        self._chat.add(room, cmd_id, line, done)

    def transfer(self, guest: str, done: Callable[[Any], None]) -> None:
        """A code by which another device becomes this guest; `done` with {"code", "until"} or an error."""
        self._guests.transfer(guest, done)

    async def rows_after(self, room: str, head: int) -> Sequence[Row]:
        """See `app.store.rooms.Rooms.rows_after`."""
        return await self._rooms.rows_after(room, head)

    async def carried_out(self, room: str, cmd_id: str) -> int | None:
        """See `app.store.rooms.Rooms.carried_out`."""
        return await self._rooms.carried_out(room, cmd_id)

    async def find(self, code: str) -> Known | None:
        """The room of a link code, typed or pasted in any form; looking creates nothing."""
        clean = codes.normalise(code)
        return await self._rooms.find(clean) if clean and len(clean) == codes.LINK else None

    async def exists(self, code: str) -> bool:
        """Whether there is a room with this code."""
        return await self.find(code) is not None

    async def find_said(self, say: str) -> OpenRoom | None:
        """The room whose code was said aloud, while its lobby is open and not locked."""
        clean = codes.normalise(say)
        known = await self._rooms.find_said(clean) if clean and len(clean) == codes.SAY else None
        room = await self.open(known.code) if known else None
        if room is None or room.state.phase == "playing" or room.state.house["locked"]:
            return None
        return room

    async def open(self, code: str) -> OpenRoom | None:
        """The room, loaded if need be. Whoever comes while it loads waits for the same one: never half loaded."""
        code = codes.normalise(code) or code  # one room in memory, however its code was typed
        loading = self._open.get(code)
        if loading is None:
            loading = asyncio.ensure_future(self._load(code))
            self._open[code] = loading
            try:
                room = await asyncio.shield(loading)
            except Exception:
                self._open.pop(code, None)
                raise
            if room is None:
                self._open.pop(code, None)
            else:
                self._ids[room.known.id] = room
                room.neighbours.ask()
                self._linger(code)
            return room
        return await asyncio.shield(loading)

    async def join(self, code: str, viewer: Viewer, last: int | None) -> OpenRoom | None:
        """Let a socket look at a room; None when there is no such room."""
        while (room := await self.open(code)) is not None:
            loaded = self._open.get(code)
            # It may have been forgotten while this socket waited: then it is loaded again, never held twice.
            if loaded is not None and loaded.done() and loaded.result() is room:
                await room.caught_up(last or 0)
                if self._open.get(code) is not loaded:
                    continue
                room.join(viewer, last)
                return room
        return None

    async def _load(self, code: str) -> OpenRoom | None:
        known = await self.find(code)
        if known is None:
            return None
        return OpenRoom(self, known, await self._rooms.rows(known.id), await self._chat.last(known.id))

    async def tables(self, guest: str) -> list[OpenRoom]:
        """The rooms where a guest has a seat, those with the latest doings first."""
        known = await self._rooms.of_guest(guest, self.now() - self.ages.playing)
        rooms = [await self.open(one.code) for one in known]
        return [room for room in rooms if room and room.state.seat_of(guest) is not None]

    async def expire(self) -> int:
        """Forget rooms to which nobody has come for long; a match that runs is given up first. How many have gone."""
        old = await self._rooms.idle(self.now() - min(self.ages))
        rooms = [(room, last) for known, last in old if (room := await self.open(known.code))]
        if rooms and not await self._know_who_is_there([room for room, _ in rooms]):
            return 0
        gone = 0
        for room, last in rooms:
            if room.crowd.present() or last + self.ages.of(room.state) > self.now():
                continue
            if room.state.phase == "playing":
                room.post(Ended(room.state.head))
            elif await self._rooms.delete(room.known.id, last):
                self._closed(room)
                gone += 1
        return gone

    async def _know_who_is_there(self, rooms: Sequence[OpenRoom]) -> bool:
        """Have other processes say who looks at these rooms there. Whether they were heard."""
        if self.bus.alone:
            return True
        for room in rooms:
            room.neighbours.ask()
        await asyncio.sleep(SURE_MS / 1000)
        return self.bus.alive

    async def shut(self, known: Known) -> bool:
        """Close a room: its match is broken off first, then everybody is told that it is gone. Whether it is gone."""
        room = await self.open(known.code)
        if room is None:
            return True
        if room.state.phase == "playing":
            room.post(Ended(room.state.head, closed=True))
            return False
        self._closed(room)
        return await self._rooms.delete(known.id, self.now())

    def _closed(self, room: OpenRoom) -> None:
        """There is no such room any more, in whichever process."""
        self.put_away(room)
        room.neighbours.gone()

    def loaded(self, room: str) -> OpenRoom | None:
        """The room with this id, if it is in memory."""
        return self._ids.get(room)

    def put_away(self, room: OpenRoom) -> None:
        """There is no such room any more: whoever looks is told."""
        self._drop(room)
        for viewer in list(room.crowd.viewers):
            viewer.close(4003, "closed", None)

    def part(self, guest: str) -> None:
        """A guest had everything deleted: what they said is told to nobody again, and their sockets end."""
        for room in self.open_rooms():
            room.crowd.unsay(guest)
            for viewer in room.crowd.of(guest):
                viewer.close(4004, "session", None)

    def leave(self, room: OpenRoom, viewer: Viewer) -> None:
        """A socket closed."""
        room.leave(viewer)
        if not room.crowd.viewers:
            self._linger(room.known.code)

    def _linger(self, code: str) -> None:
        asyncio.get_running_loop().call_later(LINGER_S, self._forget, code)

    def _forget(self, code: str) -> None:
        loaded = self._open.get(code)
        if loaded is None or not loaded.done() or loaded.cancelled() or loaded.exception():
            return
        room = loaded.result()
        if room is not None and room.idle:
            self._drop(room)
        elif room is not None and not room.crowd.viewers:
            self._linger(code)  # something is under way still

    def _drop(self, room: OpenRoom) -> None:
        room.close()
        self._open.pop(room.known.code, None)
        self._ids.pop(room.known.id, None)

    def close(self, retry_ms: Callable[[], int]) -> None:
        """The server stops: every socket is told to come back at once, with jitter. There is nothing to save."""
        for loaded in self._open.values():
            if loaded.done() and not loaded.cancelled() and not loaded.exception() and (room := loaded.result()):
                room.close()
                for viewer in list(room.crowd.viewers):
                    viewer.close(1012, "restart", retry_ms())

    def open_rooms(self) -> list[OpenRoom]:
        """The rooms in memory."""
        done = [f for f in self._open.values() if f.done() and not f.cancelled() and not f.exception()]
        return [room for f in done if (room := f.result())]
