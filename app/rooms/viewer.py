"""Somebody who looks at a room through one socket."""

from __future__ import annotations

from typing import Any, Protocol


class Viewer(Protocol):
    """What a room needs of a socket.

    Attributes:
        guest: public id of whose browser it is. name: the guest's name.
        ears: what of the chat it hears, as it was last told.
        last: the row up to which this viewer has been told the match's news; None before the first `table`.
    """

    guest: str
    name: str
    last: int | None
    ears: frozenset[str]

    def send(self, message: bytes) -> None:
        """Queue a message; never waits."""

    def close(self, code: int, why: str, retry_ms: int | None) -> None:
        """Say bye and close."""


def command_id(viewer: Viewer, command: Any) -> str:
    """The id under which a guest's command is stored: unique in the room whatever other guests choose."""
    return f"{viewer.guest}:{command.id}"
