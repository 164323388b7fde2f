"""A socket that keeps what it is sent, and which cards were in each message before it became bytes."""

from __future__ import annotations

from typing import Any

import orjson

from tests.engine.tagged import tags
from tests.secrecy.know import Viewer


class Written(bytes):
    """A message, and the cards that were in it before it became bytes."""

    cards: frozenset[int] = frozenset()


def write(message: Any) -> Written:
    """`orjson.dumps`, which remembers the cards."""
    told = Written(orjson.dumps(message))
    told.cards = frozenset(tags(message))
    return told


class Eye:
    """A socket that keeps what it is sent (see `app.rooms.viewer.Viewer`).

    Attributes:
        frames: all of them from the first one, also over reconnects. looked: how many of them have been looked at.
    """

    def __init__(self, seat: Viewer, name: str) -> None:
        self.seat = seat
        self.guest = "g_eye" if seat is None else f"g_{seat}"
        self.name = name
        self.last: int | None = None
        self.ears: frozenset[str] = frozenset()
        self.frames: list[bytes] = []
        self.looked = 0

    def send(self, message: bytes) -> None:
        self.frames.append(message)

    def close(self, code: int, why: str, retry_ms: int | None) -> None:
        self.frames.append(orjson.dumps({"t": "bye", "code": code, "why": why, "retry_ms": retry_ms}))


class Recorder:
    """Stands in for `orjson` where letters become bytes."""

    dumps = staticmethod(write)
