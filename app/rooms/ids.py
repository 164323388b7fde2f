"""Public ids of guests, matches and rooms, and secret sessions: random, unrelated to one another."""

from __future__ import annotations

import base64
from collections.abc import Callable

from app.rooms.codes import DEVICE, LINK, SAY, make

Chance = Callable[[int], bytes]


class Ids:
    """Makes ids from a source of random bytes."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def _public(self, prefix: str) -> str:
        return f"{prefix}_{make(16, self._chance)}"

    def guest(self) -> str:
        """80 bits."""
        return self._public("g")

    def match(self) -> str:
        """80 bits."""
        return self._public("m")

    def room(self) -> str:
        """80 bits; never shown to anybody."""
        return self._public("r")

    def link(self) -> str:
        """The code in a room's link: 50 bits, the right to enter."""
        return make(LINK, self._chance)

    def say(self) -> str:
        """The code to say aloud: 30 bits, good only while the lobby is open, and slow to try."""
        return make(SAY, self._chance)

    def device(self) -> str:
        """The code by which another device becomes the same guest: 40 bits, once, for five minutes."""
        return make(DEVICE, self._chance)

    def session(self) -> str:
        """A session: 256 bits."""
        return base64.urlsafe_b64encode(self._chance(32)).decode().rstrip("=")
