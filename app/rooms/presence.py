"""Who is here, and since when the others are gone. Counted from sockets, never stored; what follows of it, is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from app.rooms.state import Guest


class Presence(NamedTuple):
    """The people of one room as its process sees them.

    Attributes:
        here: guests with at least one socket, spectators included.
        claims: which seat a guest without one says is theirs.
        left: when (ms) the last socket of a guest closed. since: when the room was loaded: before that nobody was seen.
    """

    here: Collection[Guest] = ()
    left: Mapping[Guest, int] = {}
    since: int = 0
    claims: Mapping[Guest, int] = {}

    def gone(self, guest: Guest | None) -> int | None:
        """Since when a guest is not here; None while somebody is (or for a bot's seat)."""
        if guest is None or guest in self.here:
            return None
        return self.left.get(guest, self.since)
