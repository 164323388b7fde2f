"""How fast one guest may talk in one room, however many sockets they have, and also after they have come anew."""

from __future__ import annotations

from app.rooms.bucket import Bucket
from app.settings import Settings

MANY = 4096  # from then on those who have been quiet are forgotten


class Pace:
    """Two buckets: for everything that is sent, and for lines of chat."""

    def __init__(self, settings: Settings, now: float) -> None:
        self.all = Bucket(settings.commands_per_second, settings.commands_burst, now)
        self.chat = Bucket(settings.chat_per_second, settings.chat_burst, now)

    def rested(self, now: float) -> bool:
        """Whether a new one would be no different."""
        return self.all.full(now) and self.chat.full(now)


class Paces:
    """The pace of every guest in every room."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Pace] = {}

    def of(self, room: str, guest: str, settings: Settings, now: float) -> Pace:
        """The pace of this guest in this room."""
        if len(self._known) >= MANY and (room, guest) not in self._known:
            self._known = {key: pace for key, pace in self._known.items() if not pace.rested(now)}
        return self._known.setdefault((room, guest), Pace(settings, now))
