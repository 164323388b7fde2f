"""Every replay that is looked at in this process, by its match, and what other processes tell of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.rooms.bus import Bus
from app.rooms.screening import Lead, Screening, Watcher


class Screens:
    """The screenings that are open here.

    Attributes:
        open: each by its match, while somebody of this process looks.
    """

    def __init__(self, now: Callable[[], int], bus: Bus) -> None:
        self.open: dict[str, Screening] = {}
        self._bus = bus
        self._now = now
        self.topics: dict[str, Callable[[str, list[Any]], None]] = {
            "screen": self._screen,
            "screen_step": self._step,
            "screen_who": self._who,
        }

    def join(self, match: str, watcher: Watcher) -> Screening:
        """Somebody comes to a replay; the first one of this process asks who is there."""
        if match not in self.open:
            self.open[match] = Screening(match, self._bus.me, self._now, self._tell)
            self._tell("screen_who", [match])
        self.open[match].join(watcher)
        return self.open[match]

    def leave(self, match: str, watcher: Watcher) -> None:
        """Somebody goes; with the last one the screening does."""
        screening = self.open[match]
        screening.leave(watcher)
        if not screening.watchers:
            del self.open[match]

    def tell_everything(self) -> None:
        """From time to time all of it: whoever has just come, or did not hear, knows then who is here."""
        for screening in self.open.values():
            screening.tell_others()

    def ask(self) -> None:
        """Something may have been missed: who is where?"""
        for match in self.open:
            self._tell("screen_who", [match])

    def silent(self) -> None:
        """Who has told nothing for too long has gone."""
        for screening in self.open.values():
            screening.silent(self._now())

    def _tell(self, topic: str, body: list[Any]) -> None:
        if not self._bus.alone:
            self._bus.tell(topic, body)

    # --- what others tell ----------------------------------------------------------------------------------------

    def _screen(self, who: str, body: list[Any]) -> None:
        match, people, lead = body
        if screening := self.open.get(match):
            screening.heard(who, people, Lead(*lead) if lead else None, self._now())

    def _step(self, who: str, body: list[Any]) -> None:
        match, since, step = body
        if screening := self.open.get(match):
            screening.stepped(who, since, step)

    def _who(self, who: str, body: list[Any]) -> None:
        if screening := self.open.get(body[0]):
            screening.tell_others()
