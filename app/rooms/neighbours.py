"""One room in other processes: who looks at it there, and what they are told of it from here."""

from __future__ import annotations

from collections.abc import Mapping

from app.rooms.bus import Bus, LocalBus
from app.rooms.elsewhere import Elsewhere
from app.rooms.state import Guest

SURE_MS = 1_000  # others answer within this time who is there
YIELD_MS = 400  # whoever comes later among the processes gives the others so long to act first


class Neighbours:
    """What a room needs of the other processes that may have it open.

    Attributes:
        room: its id. quiet: there are none, and there never will be.
    """

    def __init__(self, room: str, bus: Bus | None = None, elsewhere: Elsewhere | None = None) -> None:
        self.room = room
        self._bus = bus or LocalBus()
        self._elsewhere = elsewhere or Elsewhere()
        self.quiet = self._bus.alone

    def people(self) -> dict[Guest, str]:
        """Guests who look on elsewhere, and their names."""
        return self._elsewhere.people(self.room)

    def claims(self) -> dict[Guest, int]:
        """Which seats they say are theirs."""
        return self._elsewhere.claims(self.room)

    def patience(self, takes: int) -> int:
        """How long (ms) this process waits with what every process of the room would do, and which takes so long: a
        strong bot's move is thought out in one place."""
        return (YIELD_MS + takes) * self._elsewhere.before(self.room, self._bus.me)

    def ask(self) -> None:
        """Who is there?"""
        self._tell("who", [self.room])

    def here(self, people: Mapping[Guest, str], claims: Mapping[Guest, int]) -> None:
        """These look on here."""
        self._tell("here", [self.room, people, claims])

    def row(self, seq: int) -> None:
        """The room has got this row."""
        self._tell("row", [self.room, seq])

    def line(self, n: int) -> None:
        """Somebody said something."""
        self._tell("line", [self.room, n])

    def turned(self, guest: Guest) -> None:
        """The table said no to whoever claims a seat from there."""
        self._tell("turned", [self.room, guest])

    def gone(self) -> None:
        """There is no such room any more."""
        self._tell("gone", [self.room])

    def _tell(self, topic: str, body: list[object]) -> None:
        if not self.quiet:
            self._bus.tell(topic, body)
