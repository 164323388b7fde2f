"""What the processes of one house tell each other: that a row was stored, who is here, what was said.

    tell(topic, body)        to all other processes, soon; it never waits and never fails
    listen(heard, missed)    heard(topic, body, who) for what others tell; missed() when something may have been lost

Nothing of it is needed for safety: the log is the room, and whatever gets lost is found by looking (`hub.look`). One
process alone has nobody to tell anything.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, Protocol

Heard = Callable[[str, Any, str], None]
Missed = Callable[[], None]


class Bus(Protocol):
    """Between processes.

    Attributes:
        me: this process. alone: there can be no other. alive: whether others are heard now.
    """

    me: str
    alone: bool

    @property
    def alive(self) -> bool:
        """Whether others are heard now."""

    def tell(self, topic: str, body: Any) -> None:
        """To all others, in order, soon; `body` is JSON. It may be lost."""

    def listen(self, heard: Heard, missed: Missed) -> None:
        """Who is called, on the event loop, with what others tell."""

    async def start(self) -> None:
        """Begin to tell and to hear."""

    async def stop(self) -> None:
        """Tell what waits, then end."""


def process() -> str:
    """A name for this process that no other has."""
    return secrets.token_hex(6)


class Exchange:
    """Where buses of one process meet."""

    def __init__(self) -> None:
        self.buses: list[LocalBus] = []


class LocalBus:
    """Between hubs of one process; alone, it tells nobody."""

    def __init__(self, exchange: Exchange | None = None) -> None:
        self.me = process()
        self.alone = exchange is None
        self._exchange = exchange or Exchange()
        self._heard: Heard | None = None

    @property
    def alive(self) -> bool:
        return self.alone or self in self._exchange.buses

    def tell(self, topic: str, body: Any) -> None:
        if self.alone:
            return
        loop = asyncio.get_running_loop()
        for other in self._exchange.buses:
            if other is not self:
                loop.call_soon(other.hear, topic, body, self.me)

    def hear(self, topic: str, body: Any, who: str) -> None:
        """Somebody tells something."""
        if self._heard and self in self._exchange.buses:
            self._heard(topic, body, who)

    def listen(self, heard: Heard, missed: Missed) -> None:
        self._heard = heard

    async def start(self) -> None:
        self._exchange.buses.append(self)

    async def stop(self) -> None:
        await asyncio.sleep(0)  # what was told is on its way
        self._exchange.buses.remove(self)
