"""People who look at one replay together: who is here, who leads, and where. Pure, and nothing of it is stored."""

from __future__ import annotations

from typing import Any, Protocol


class Watcher(Protocol):
    """What a screening needs of somebody who looks on."""

    guest: str
    name: str

    def tell(self, told: dict[str, Any]) -> None:
        """The screening as it is now; what was not sent yet is out of date by it."""


class Screening:
    """One match that is looked at.

    Attributes:
        watchers: all of them, in the order they came.
        leader: whose scrubber all the others follow; None: everybody looks for themselves.
        step: where the leader is.
    """

    def __init__(self) -> None:
        self.watchers: list[Watcher] = []
        self.leader: Watcher | None = None
        self.step: int | None = None

    def join(self, watcher: Watcher) -> None:
        """Somebody comes."""
        self.watchers.append(watcher)
        self._tell()

    def leave(self, watcher: Watcher) -> None:
        """Somebody goes; nobody leads after a leader who has gone."""
        self.watchers.remove(watcher)
        if self.leader is watcher:
            self.leader = self.step = None
        self._tell()

    def lead(self, watcher: Watcher, step: int | None) -> None:
        """Somebody leads from here on, whoever led before; or, with None, leads no more."""
        if step is None and self.leader is not watcher:
            return
        self.leader, self.step = (None, None) if step is None else (watcher, step)
        self._tell()

    def at(self, watcher: Watcher, step: int) -> None:
        """The leader is somewhere else. What others say of their own place is nobody's business."""
        if self.leader is not watcher or step == self.step:
            return
        self.step = step
        self._tell()

    def _tell(self) -> None:
        people = {watcher.guest: watcher.name for watcher in self.watchers}
        leads = self.leader
        told = {
            "t": "together",
            "people": [{"guest": guest, "name": name} for guest, name in people.items()],
            "leader": None if leads is None else {"guest": leads.guest, "name": leads.name},
            "step": self.step,
        }
        for watcher in self.watchers:
            watcher.tell({**told, "you": {"guest": watcher.guest, "leads": watcher is leads}})
