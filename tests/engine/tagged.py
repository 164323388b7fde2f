"""Cards that can be followed: equal to the plain card, but each one an object of its own with a number."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.match import Deal, Match, Played


class TaggedRank(int):
    """A rank that knows which card it is."""

    tag: int


class TaggedFace(str):
    """A face that knows which card it is."""

    __slots__ = ("tag",)
    tag: int


Tagged = TaggedRank | TaggedFace


def tagged(pack: Sequence[int | str]) -> list[Tagged]:
    """The pack with each card made an object of its own."""
    cards: list[Tagged] = []
    for number, card in enumerate(pack):
        one = TaggedRank(card) if isinstance(card, int) else TaggedFace(card)
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
            move = _some(chance, [plain(match.game.write(one)) for one in match.moves(seat)])
            entry = Played(seat, move)
        entries.append(entry)
        ((match, _),) = match.fold([entry])
    return entries


def _some(chance: random.Random, moves: list[Any]) -> Any:
    """First a kind of move, then one of them: a kind with many ways is not tried more often than another."""
    kind = chance.choice(sorted({move["type"] for move in moves}))
    return chance.choice([move for move in moves if move["type"] == kind])


def plain(value: Any) -> Any:
    """The value without followed cards: what a client would send."""
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, TaggedFace):
        return str(value)
    return int(value) if isinstance(value, TaggedRank) else value
