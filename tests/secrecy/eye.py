"""A socket that keeps what it is sent, and which cards were in each message before it became bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from orjson import Fragment

from app.rooms.pieces import Pieces
from tests.engine.tagged import tags
from tests.secrecy.know import Viewer


class Written(bytes):
    """A message, and the cards that were in it before it became bytes."""

    cards: frozenset[int] = frozenset()


def write(message: Any) -> Written:
    """`orjson.dumps`, which remembers the cards."""
    told = Written(orjson.dumps(message))
    told.cards = frozenset(tags(message)).union(*_of_pieces(message))
    return told


_CARDS: dict[int, tuple[Fragment, frozenset[int]]] = {}  # the piece is kept, so that nothing else gets its number


def _of_pieces(message: Any) -> Iterator[frozenset[int]]:
    """The cards of what was JSON already when the message was put together."""
    if isinstance(message, Fragment):
        yield _CARDS[id(message)][1]
    elif isinstance(message, dict | list | tuple):
        for part in message.values() if isinstance(message, dict) else message:
            yield from _of_pieces(part)


def follow_pieces(patch: pytest.MonkeyPatch) -> None:
    """Remember the cards of every piece that is made of a match."""

    def noted(piece: Fragment, told: Any) -> Fragment:
        _CARDS[id(piece)] = piece, _CARDS.get(id(piece), (piece, frozenset[int]()))[1] | frozenset(tags(told))
        return piece

    _CARDS.clear()  # of the world before
    view, offer, events = Pieces.view, Pieces.offer, Pieces.events
    patch.setattr(Pieces, "view", lambda self, who: noted(view(self, who), self.match.view(who)))
    patch.setattr(Pieces, "offer", lambda self, who: noted(offer(self, who), self.match.offer(who)))
    patch.setattr(
        Pieces, "events", lambda self, item, who: noted(events(self, item, who), self.match.news(item.events, who))
    )


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
