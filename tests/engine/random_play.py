"""Random play: a kind of move first, then one of them, so that a kind with many ways is not tried more often."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from engine.core.match import Deal, Match, Played
from engine.core.state import Event

# Kinds of moves that are preferred, so that full hands, chains and seven slides come up in Seven Waters.
STYLES: dict[str, tuple[str, ...]] = {
    "any": (),
    "collect": ("draft",),
    "build": ("slide", "draft"),
    "spend": ("slide",),
}


class Done(NamedTuple):
    """One step of a match: the log's entry, what was before and after it, and what happened."""

    entry: Deal | Played
    before: Match
    after: Match
    events: tuple[Event, ...]


def pick(chance: random.Random, moves: Iterable[Any], style: str = "any") -> Any:
    """One of some legal moves."""
    kinds: dict[str, list[Any]] = {}
    for move in moves:
        kinds.setdefault(type(move).__name__.lower(), []).append(move)
    kind = next((kind for kind in STYLES[style] if kind in kinds), None) or chance.choice(sorted(kinds))
    return chance.choice(kinds[kind])


def play_out(opened: Match, seed: int, style: str = "any") -> Iterator[Done]:
    """Every step of a whole match."""
    chance, match = random.Random(seed), opened
    start = chance.randrange(match.seats)
    while match.result() is None:
        if pack := list(match.pack()):
            chance.shuffle(pack)
            entry: Deal | Played = Deal(pack, match.first(start))
            after, events = match.deal(pack, match.first(start))
        else:
            seat = chance.choice(sorted(match.to_act()))
            move = pick(chance, match.moves(seat), style)
            entry = Played(seat, match.game.write(move))
            after, events = match.play(seat, move)
        yield Done(entry, match, after, events)
        match = after
