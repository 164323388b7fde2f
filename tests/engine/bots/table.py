"""A table of bots in tests: what each seat is handed, and matches played out by levels."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine import bots
from engine.bots.herds import source_by_rule as by_rule
from engine.core.match import Match
from engine.games import SHELF


class Asked(NamedTuple):
    """What a bot is given for one decision."""

    game: str
    seat: int
    view: Mapping[str, Any]
    offer: Mapping[str, Any]
    news: Sequence[Mapping[str, Any]]

    def answer(self, level: str, seed: int) -> dict[str, Any]:
        """What a level does with it."""
        return bots.choose(self.game, level, self.view, self.offer, self.news, seed)


Choice = Callable[[Asked], Mapping[str, Any]]


def decisions(game: str, seats: int, options: Mapping[str, Any], choose: Choice, seed: int) -> Iterator[Asked]:
    """Every decision of a match, each carried out as `choose` says after it was looked at."""
    chance, match = random.Random(seed), Match.open(SHELF[game], seats, options)
    news: list[list[dict[str, Any]]] = [[] for _ in range(seats)]
    while match.result() is None:
        if pack := list(match.pack()):
            chance.shuffle(pack)
            match, events = match.deal(pack, match.first(0))
        else:
            (seat,) = match.to_act()
            asked = Asked(game, seat, match.view(seat), match.offer(seat) or {}, list(news[seat]))
            yield asked
            match, events = match.play(seat, match.game.read(choose(asked)))
        for viewer, heard in enumerate(news):
            heard.append({"events": match.news(events, viewer)})


def source_by_rule(view: Mapping[str, Any], offer: Mapping[str, Any]) -> dict[str, Any]:
    """The draw that the rule of the herds' bots makes."""
    return {"type": "draw", "source": by_rule(view, offer["draws"])}
