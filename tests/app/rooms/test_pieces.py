"""The pieces, put together, are what the engine's doors give: for every game, viewer and step, byte for byte."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from app.rooms.pieces import Pieces
from app.rooms.state import Item
from engine.core.match import Match
from engine.games import SHELF
from tests.engine.every import every, viewers, walk


@every
def test_pieces_are_the_views_offers_and_news_of_the_match(game: Any, seats: int, options: dict[str, Any]) -> None:
    opened = Match.open(game, seats, options)
    for v, (match, events, _) in enumerate(walk(opened, seed=11), 1):
        pieces, item = Pieces(match), Item(v, 0, None, events)
        for viewer in (*viewers(opened), *viewers(opened)):
            told = orjson.dumps([pieces.view(viewer), pieces.offer(viewer), pieces.events(item, viewer)])
            assert told == orjson.dumps([match.view(viewer), match.offer(viewer), match.news(events, viewer)])


def test_a_piece_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.open(SHELF["waterhole"], 4, {})
    pieces = Pieces(match.deal(match.pack(), 0)[0])
    asked: list[Any] = []
    own = Match.own

    def asking(self: Match, seat: int) -> Any:
        asked.append(seat)
        return own(self, seat)

    monkeypatch.setattr(Match, "own", asking)
    for viewer in (0, None, 1, 0, 1, None):
        pieces.view(viewer)
    assert asked == [0, 1]
