"""People who look at one replay together: who is here, who leads, and where. Pure, and nothing of it is stored.

Each process keeps its own people and hears of the others'. Whoever took the lead last has it, wherever they are: a lead
begins later than every other that was known then, by the clock or at least by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from app.rooms.elsewhere import GONE_MS

Tell = Callable[[str, list[Any]], None]


class Watcher(Protocol):
    """What a screening needs of somebody who looks on."""

    guest: str
    name: str

    def tell(self, told: dict[str, Any]) -> None:
        """The screening as it is now; what was not sent yet is out of date by it."""


class Lead(NamedTuple):
    """Somebody leads.

    Attributes:
        since: when they took the lead (ms). process: where they look on. step: where they are.
    """

    since: int
    process: str
    guest: str
    name: str
    step: int


class There(NamedTuple):
    """Who looks on in another process, by what it told at this time (ms)."""

    people: Mapping[str, str]
    at: int


class Screening:
    """One match that is looked at.

    Attributes:
        watchers: all of this process, in the order they came.
        lead: whose scrubber all the others follow, in whichever process; None: everybody looks for themselves.
        leader: who leads, if it is somebody of this process.
    """

    def __init__(self, match: str, me: str, now: Callable[[], int], tell: Tell) -> None:
        """`me`: this process. `tell`: to the others."""
        self.watchers: list[Watcher] = []
        self.leader: Watcher | None = None
        self.lead: Lead | None = None
        self._match, self._me, self._now, self._to_others = match, me, now, tell
        self._there: dict[str, There] = {}
        self._newest = (0, "")  # of all leads there ever were

    # --- people of this process ----------------------------------------------------------------------------------

    def join(self, watcher: Watcher) -> None:
        """Somebody comes."""
        self.watchers.append(watcher)
        self._changed()

    def leave(self, watcher: Watcher) -> None:
        """Somebody goes; nobody leads after a leader who has gone."""
        self.watchers.remove(watcher)
        if self.leader is watcher:
            self.leader = self.lead = None
        self._changed()

    def take(self, watcher: Watcher, step: int | None) -> None:
        """Somebody leads from here on, whoever led before; or, with None, leads no more."""
        if step is None:
            if self.leader is not watcher:
                return
            self.leader = self.lead = None
        else:
            since = max(self._now(), self._newest[0] + 1)
            self.leader, self.lead = watcher, Lead(since, self._me, watcher.guest, watcher.name, step)
            self._newest = since, self._me
        self._changed()

    def at(self, watcher: Watcher, step: int) -> None:
        """The leader is somewhere else. What others say of their own place is nobody's business."""
        if self.leader is not watcher or self.lead is None or step == self.lead.step:
            return
        self.lead = self.lead._replace(step=step)
        self._to_others("screen_step", [self._match, self.lead.since, step])
        self._tell()

    # --- other processes -----------------------------------------------------------------------------------------

    def tell_others(self) -> None:
        """Who looks on here, and whether somebody of them leads."""
        lead = list(self.lead) if self.lead and self.leader else None
        self._to_others("screen", [self._match, self._here(), lead])

    def heard(self, who: str, people: Mapping[str, str], lead: Lead | None, now: int) -> None:
        """A process tells who looks on there, and whether somebody of them leads."""
        before = self._people(), self.lead
        self._there[who] = There(people, now)
        if not people:
            del self._there[who]
        if lead is None or (lead.since, who) < self._newest:
            self._without(who)
        else:
            self._newest = lead.since, who
            self.lead, self.leader = lead, None
        if (self._people(), self.lead) != before:
            self._tell()

    def stepped(self, who: str, since: int, step: int) -> None:
        """The leader over there is somewhere else."""
        if self.lead and (self.lead.process, self.lead.since) == (who, since):
            self.lead = self.lead._replace(step=step)
            self._tell()

    def silent(self, now: int) -> None:
        """Forget the people of processes that have been silent for too long, and that they led."""
        late = [who for who, there in self._there.items() if there.at + GONE_MS < now]
        for who in late:
            del self._there[who]
            self._without(who)
        if late:
            self._tell()

    def _without(self, who: str) -> None:
        """Nobody of that process leads."""
        if self.lead and self.lead.process == who:
            self.lead = None

    # --- what people are told ------------------------------------------------------------------------------------

    def _here(self) -> dict[str, str]:
        return {watcher.guest: watcher.name for watcher in self.watchers}

    def _people(self) -> dict[str, str]:
        there = {guest: name for one in self._there.values() for guest, name in one.people.items()}
        return {**self._here(), **there}

    def _changed(self) -> None:
        self.tell_others()
        self._tell()

    def _tell(self) -> None:
        lead = self.lead
        told = {
            "t": "together",
            "people": [{"guest": guest, "name": name} for guest, name in self._people().items()],
            "leader": None if lead is None else {"guest": lead.guest, "name": lead.name},
            "step": None if lead is None else lead.step,
        }
        for watcher in self.watchers:
            watcher.tell({**told, "you": {"guest": watcher.guest, "leads": watcher is self.leader}})
