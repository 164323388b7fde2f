"""A Waterhole that never ends, for measuring: the move that ends a deal lays out the next one, so that a loader plays
on without a pause, and every move is one row and one view for each. Its decks are fixed: anybody can make them again.

Deck d is shuffled by mulberry32 with seed d and dealt from its end, a hand after the other; seat d mod seats begins.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from app.rooms import room
from app.rooms.state import RoomState, Row, Told, change
from engine.core.match import Match
from engine.core.option import of_game
from engine.core.state import State, Step
from engine.games import Shelf
from engine.games.herds.box import HAND, PACK, Box
from engine.games.herds.move import Draw, Play
from engine.games.herds.rules import Herds
from engine.games.herds.table import Table

NAME = "waterhole"
SEATS = 4
KEPT = 2  # deals before the one that runs: a real match has three at most
BOX = Box(NAME, range(2, 5), (of_game("deals", 1_000_000),))
_MASK = 0xFFFFFFFF

Plays = list[tuple[int, int, int]]  # seat, rank, how many


def fractions(seed: int) -> Iterator[float]:
    """mulberry32: numbers in 0..1 from a seed, the same in every language."""
    a = seed & _MASK
    while True:
        a = (a + 0x6D2B79F5) & _MASK
        t = ((a ^ (a >> 15)) * (a | 1)) & _MASK
        t ^= (t + (((t ^ (t >> 7)) * (t | 61)) & _MASK)) & _MASK
        yield ((t ^ (t >> 14)) & _MASK) / 4294967296


def deck(d: int) -> list[int]:
    """Deck number d, dealt from its end."""
    cards, chance = list(PACK), fractions(d)
    for i in range(len(cards) - 1, 0, -1):
        j = int(next(chance) * (i + 1))
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def order(d: int, seats: int, first: int) -> tuple[int, ...]:
    """Deck number d as the rules deal it, index 0 on top: they give one card at a time from the first seat on."""
    cards = deck(d)[::-1]
    hands = [cards[HAND * seat : HAND * (seat + 1)] for seat in range(seats)]
    dealt = [hands[(first + nth) % seats][card] for card in range(HAND) for nth in range(seats)]
    return (*dealt, *cards[HAND * seats :])


class Endless(Herds):
    """The rules of the Waterhole as they are, but for where cards come from and that there is always another deal."""

    def __init__(self) -> None:
        super().__init__(BOX)

    def deals(self, options: Any) -> int:
        return 1  # so many are sealed and dealt by the room; the others follow by themselves

    def deal(self, state: State[Table, Any], cards: Sequence[int], first: int) -> Step:
        table = state.table
        d, first = table.deal, table.deal % table.seats
        kept = table._replace(finished=table.finished[-KEPT:], best=table.best[-KEPT:])
        return super().deal(State(kept, state.hands, state.deck), order(d, table.seats, first), first)

    def play(self, state: State[Table, Any], seat: int, move: Play | Draw) -> Step:
        step = super().play(state, seat, move)
        if step.state.table.phase != "between":
            return step
        dealt = self.deal(step.state, (), 0)
        return Step(dealt.state, (*step.events, *dealt.events))


SHELF: Shelf = {NAME: Endless()}


def forget() -> None:
    """From now on rooms of this process keep the steps and news of the deal that runs, no more than in a real match."""
    fold = room.fold

    def folded(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
        after, told = fold(state, row, shelf)
        if after.play and told.item and told.item.events[-1].name == "deal":
            play = after.play._replace(news=after.play.news[-1:], steps=after.play.steps[-1:])
            return change(after, play=play), told
        return after, told

    room.fold = folded


def opened(seats: int = SEATS) -> Match:
    """A match with its first deal laid out."""
    match = Match.open(SHELF[NAME], seats, {})
    return match.deal(PACK, 0)[0]


def plays(many: int, seed: int = 1, seats: int = SEATS) -> Plays:
    """So many random legal moves from the beginning on."""
    chance, match, found = random.Random(seed), opened(seats), Plays()
    while len(found) < many:
        (seat,) = match.to_act()
        move = chance.choice(list(match.moves(seat)))
        found.append((seat, move.cards[0], len(move.cards)))
        match, _ = match.play(seat, move)
    return found
