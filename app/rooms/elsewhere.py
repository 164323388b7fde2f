"""Who looks at which room in other processes, as those have told. Pure: time comes from outside.

A process tells whenever somebody comes or goes, and everything anew every few seconds. Whoever is silent for long has
gone: a process that died can tell nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.rooms.state import Guest

AGAIN_MS = 5_000  # how often everything is told
GONE_MS = 12_000  # who was silent for so long has gone


class There(NamedTuple):
    """What one process has told of one room.

    Attributes:
        people: guests with a socket there, and their names. claims: the seats that some of them say are theirs.
        at: when it was told (ms).
    """

    people: Mapping[Guest, str]
    claims: Mapping[Guest, int]
    at: int


class Elsewhere:
    """All that other processes have told."""

    def __init__(self) -> None:
        self._rooms: dict[str, dict[str, There]] = {}

    def heard(
        self, who: str, room: str, people: Mapping[Guest, str], claims: Mapping[Guest, int], now: int
    ) -> bool:  # fmt: skip
        """A process tells who looks at a room there. Whether something is different now."""
        there = self._rooms.get(room, {})
        before = there.get(who)
        if people:
            self._rooms.setdefault(room, there)[who] = There(dict(people), dict(claims), now)
        elif before is not None:
            self._drop(room, who)
        return (before.people, before.claims) != (people, claims) if before else bool(people)

    def silent(self, now: int) -> set[str]:
        """Forget who has been silent for too long; the rooms in which somebody has gone by that."""
        late = [
            (room, who) for room, there in self._rooms.items() for who, one in there.items() if one.at + GONE_MS < now
        ]
        for room, who in late:
            self._drop(room, who)
        return {room for room, _ in late}

    def _drop(self, room: str, who: str) -> None:
        there = self._rooms[room]
        del there[who]
        if not there:
            del self._rooms[room]

    def people(self, room: str) -> dict[Guest, str]:
        """Guests with a socket in another process, and their names."""
        return {guest: name for there in self._rooms.get(room, {}).values() for guest, name in there.people.items()}

    def claims(self, room: str) -> dict[Guest, int]:
        """Which seats guests elsewhere say are theirs."""
        return {guest: seat for there in self._rooms.get(room, {}).values() for guest, seat in there.claims.items()}

    def before(self, room: str, me: str) -> int:
        """How many processes with somebody in this room come before this one: who is first acts first."""
        return sum(who < me for who in self._rooms.get(room, {}))
