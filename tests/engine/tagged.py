"""Cards that can be followed: equal to the plain card, but each one an object of its own with a number."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.match import Deal, Match, Played


class Tagged(int):
    """A rank that knows which card it is."""

    tag: int


def tagged(pack: Sequence[int]) -> list[Tagged]:
    """The pack with each card made an object of its own."""
    cards = []
    for number, card in enumerate(pack):
        one = Tagged(card)
        one.tag = number
        cards.append(one)
    return cards


def tags(value: Any) -> Iterator[int]:
    """The numbers of all followed cards in a nested value."""
    if isinstance(value, Tagged):
        yield value.tag
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from tags(key)
            yield from tags(inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from tags(inner)


def script(opened: Match, seed: int) -> list[Deal | Played]:
    """The log of a whole match in random play, its packs made of followed cards."""
    chance, match, entries = random.Random(seed), opened, []
    start = chance.randrange(match.seats)
    while match.result() is None:
        if pack := tagged(match.pack()):
            chance.shuffle(pack)
            entry: Deal | Played = Deal(pack, match.first(start))
        else:
            seat = chance.choice(sorted(match.to_act()))
            move = chance.choice(list(match.moves(seat)))
            entry = Played(seat, plain(match.game.write(move)))
        entries.append(entry)
        ((match, _),) = match.fold([entry])
    return entries


def plain(value: Any) -> Any:
    """The value without followed cards: what a client would send."""
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return int(value) if isinstance(value, Tagged) else value
