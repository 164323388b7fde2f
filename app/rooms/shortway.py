"""The short way: over a line that was taken (app/lines.py). Frames are heard as they come and messages go straight to
the transport; only while the line is full do they wait. There is no task, and nothing wakes up per message."""

from __future__ import annotations

import asyncio

import structlog

from app.lines import Line
from app.rooms.way import Talker

_note = structlog.get_logger()


class ShortWay:
    """See `app.rooms.way.Way`, and `app.lines.Ear`, which it is to the line."""

    __slots__ = ("_end", "_line", "_talker")

    def __init__(self, line: Line, talker: Talker) -> None:
        self._line, self._talker = line, talker
        self._end: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    # --- a way ---------------------------------------------------------------------------------------------------

    def go(self) -> None:
        line, talker = self._line, self._talker
        while out := talker.out:
            if line.full:
                if talker.farewell:
                    line.deafen()
                return
            line.write(out.pop(0))
        talker.sent()
        if talker.farewell and not talker.out:
            line.close(*talker.farewell)

    async def listen(self) -> asyncio.Future[None]:
        self._line.take(self)
        self.go_on()
        return self._end

    async def end(self) -> None:
        return None

    # --- an ear --------------------------------------------------------------------------------------------------

    def hear(self, text: str) -> None:
        if self._talker.farewell or self._end.done():
            return
        try:
            self._talker.hear(text)
        except Exception as error:
            self._fail(error)

    def hear_bytes(self) -> None:
        self._talker.close(4009, "unreadable", None)

    def go_on(self) -> None:
        try:
            self.go()
        except Exception as error:
            self._fail(error)

    def gone(self) -> None:
        if not self._end.done():
            self._end.set_result(None)

    def _fail(self, error: Exception) -> None:
        """Nothing that a client sends may end in 1011."""
        _note.exception("socket_failed", error=type(error).__name__)
        self._line.close(1013, "again")
