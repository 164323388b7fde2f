"""How a socket's messages go out and its frames come in: the two ways (shortway, longway) look the same from here."""

from __future__ import annotations

import asyncio
from typing import Protocol


class Talker(Protocol):
    """Whose way it is.

    Attributes:
        out: messages that have not gone out yet, the oldest first. farewell: with what it closes, once `out` is empty.
    """

    out: list[bytes]
    farewell: tuple[int, str] | None

    def hear(self, frame: str) -> None:
        """A text frame has come."""

    def sent(self) -> None:
        """All of `out` has gone out; this may put more there."""

    def close(self, code: int, why: str, retry_ms: int | None) -> None:
        """Say bye and close."""


class Way(Protocol):
    """What a socket is carried by."""

    def go(self) -> None:
        """There is something in `out`, or a farewell; never waits."""

    async def listen(self) -> asyncio.Future[None] | None:
        """Let every further frame be heard: until the socket ends, or nobody is to be heard any more. Or return at
        once with what is done at that end."""

    async def end(self) -> None:
        """The socket has left its room: what is still to be said is said within a moment, or not at all."""
