"""A match at one row, made into JSON piece by piece: what viewers have in common is made once for all of them. Pure.

The pieces come through the engine's doors (`Match.shown`, `back`, `own`, `offer`, `news`), so a viewer gets nothing
here that `Match.view` and `Match.news` would not give: `tests/app/rooms/test_pieces.py` holds the bytes equal.
"""

from __future__ import annotations

import orjson
from orjson import Fragment

from app.rooms.state import Item
from engine.core.match import Match

_NOTHING = b"{}"
_NULL = Fragment(b"null")
Viewer = int | None


class Pieces:
    """The JSON of one position.

    Attributes:
        match: the position.
    """

    __slots__ = ("_backs", "_facts", "_news", "_offers", "_places", "_views", "match")

    def __init__(self, match: Match) -> None:
        places, facts = match.shown()
        self.match = match
        self._places = _inner(places)
        self._facts = orjson.dumps(facts)
        self._backs = [_inner(match.back(seat)) for seat in range(match.seats)]
        self._views: dict[Viewer, Fragment] = {}
        self._offers: dict[int, Fragment] = {}
        self._news: dict[tuple[int, int | None, Viewer], Fragment] = {}

    def view(self, viewer: Viewer) -> Fragment:
        """The match as this viewer may see it."""
        made = self._views.get(viewer)
        if made is None:
            made = self._views[viewer] = Fragment(self._view(viewer))
        return made

    def _view(self, viewer: Viewer) -> bytes:
        places, own = [self._places, *self._backs], b"null"
        if viewer is not None:
            mine, facts = self.match.own(viewer)
            places[1 + viewer] = _inner(mine)
            own = orjson.dumps(facts)
        return b'{"places":{%b},"facts":%b,"own":%b}' % (b",".join(filter(None, places)), self._facts, own)

    def offer(self, viewer: Viewer) -> Fragment:
        """What this viewer's page may light up."""
        if viewer is None:
            return _NULL
        made = self._offers.get(viewer)
        if made is None:
            made = self._offers[viewer] = Fragment(orjson.dumps(self.match.offer(viewer)))
        return made

    def events(self, item: Item, viewer: Viewer) -> Fragment:
        """What happened in one row, as this viewer hears it: whoever is told nothing private hears the same."""
        key = (item.v, item.past, viewer)
        made = self._news.get(key)
        if made is None and viewer is not None and not self.match.hears_more(item.events, viewer):
            made = self._news[key] = self.events(item, None)
        if made is None:
            made = self._news[key] = Fragment(orjson.dumps(self.match.news(item.events, viewer)))
        return made


def _inner(places: dict[str, object]) -> bytes:
    """The entries of an object, without its braces."""
    return orjson.dumps(places)[1:-1]
