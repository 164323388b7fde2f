"""The rules of the herds (RULINGS W1-W10, K1-K9): one class, two boxes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from engine.core.errors import IllegalMove
from engine.core.game import Facts, Game, Places, Result
from engine.core.state import Seat, State, Step
from engine.games.herds import move as moves_of
from engine.games.herds.box import HAND, HERD, MARKET, PACK, RANKS, Box
from engine.games.herds.chase import prey
from engine.games.herds.move import DECK, Draw, Play
from engine.games.herds.table import Cards, Table
from engine.games.herds.turn import Turn

Hand = Cards
PLACES = tuple(f"herd:{rank}" for rank in RANKS)


class Herds(Game[Table, Hand, Play | Draw]):
    """A game of the herds family, by the numbers of its box."""

    def __init__(self, box: Box) -> None:
        self.name = box.name
        self.seats = box.seats
        self.options = box.options

    def deals(self, options: Mapping[str, Any]) -> int:
        return int(options["deals"])

    def open(self, seats: int, options: Mapping[str, Any]) -> State[Table, Hand]:
        table = Table(
            seats, options["deals"], options.get("market", False), captured=((),) * seats, catches=(0,) * seats
        )
        return State(table, ((),) * seats, ())

    def pack(self, table: Table) -> Sequence[int]:
        return PACK if table.phase == "between" else ()

    def rotation(self, table: Table) -> int:
        return table.deal

    def deal(self, state: State[Table, Hand], cards: Sequence[int], first: Seat) -> Step:
        """One card at a time clockwise from the first seat, five rounds; the market; the rest is the pile."""
        seats = state.table.seats
        hands: list[tuple[int, ...]] = [()] * seats
        for nth in range(seats):
            hands[(first + nth) % seats] = tuple(cards[nth : seats * HAND : seats])
        rest = seats * HAND
        up = rest + (MARKET if state.table.market else 0)
        return Turn.begin(state.table, hands, tuple(cards[up:]), tuple(cards[rest:up]), first).step()

    def read(self, obj: object) -> Play | Draw:
        return moves_of.read(obj)

    def write(self, move: Play | Draw) -> dict[str, Any]:
        return moves_of.write(move)

    def to_act(self, table: Table) -> frozenset[Seat]:
        return frozenset() if table.to_act is None else frozenset((table.to_act,))

    def moves(self, table: Table, hand: Hand, seat: Seat) -> Iterator[Play | Draw]:
        if table.phase == "draw":
            yield from map(Draw, self._sources(table))
        else:
            for _, same in groupby(sorted(hand)):
                held = tuple(same)
                yield from (Play(held[:n]) for n in range(1, len(held) + 1))

    def _sources(self, table: Table) -> list[str | int]:
        return [*([DECK] if table.left else []), *sorted(set(table.row))]

    def offer(self, table: Table, hand: Hand, seat: Seat) -> dict[str, Any]:
        if table.phase == "draw" and table.to_act == seat:
            return {"draws": self._sources(table)}
        plays: list[dict[str, Any]] = []
        herds = table.herds
        for rank in RANKS:
            if not (held := hand.count(rank)):
                continue
            laid = len(herds[rank - 1])
            chased = prey(herds, rank, laid + held)
            plays += foreseen(rank, held, laid, chased, len(herds[chased - 1]) if chased else 0)
        return {"plays": plays}

    def check(self, table: Table, hand: Hand, seat: Seat, move: Play | Draw) -> None:
        if isinstance(move, Draw):
            if table.phase != "draw":
                raise IllegalMove("wrong_phase", phase=table.phase)
            if move.source not in self._sources(table):
                raise IllegalMove("no_such_source", source=move.source)
            return
        if table.phase != "play":
            raise IllegalMove("wrong_phase", phase=table.phase)
        if not move.cards:
            raise IllegalMove("no_cards")
        rank = move.cards[0]
        if any(card != rank for card in move.cards):
            raise IllegalMove("mixed_ranks")
        if hand.count(rank) < len(move.cards):
            raise IllegalMove("not_held", rank=rank, n=len(move.cards))

    def play(self, state: State[Table, Hand], seat: Seat, move: Play | Draw) -> Step:
        turn = Turn(state.table, state.hands, state.deck)
        if isinstance(move, Draw):
            turn.take(move.source)
        else:
            turn.lay(move.cards[0], len(move.cards))
        return turn.step()

    def shown(self, table: Table) -> tuple[Places, Facts]:
        places: Places = dict(zip(PLACES, map(list, table.herds), strict=True))
        if table.market:
            places["market"] = list(table.row)
        places["deck"] = table.left
        for seat, captured in enumerate(table.captured):
            places[f"captured:{seat}"] = len(captured)
        return places, table.facts()

    def own(self, table: Table, hand: Hand, seat: Seat) -> tuple[Places, Facts]:
        return {f"hand:{seat}": list(hand)}, {}

    def back(self, hand: Hand, seat: Seat) -> Places:
        return {f"hand:{seat}": len(hand)}

    def result(self, table: Table) -> Result | None:
        if table.phase != "over":
            return None
        return Result(table.finished, table.totals(), table.winners())


@lru_cache(4096)
def foreseen(rank: int, held: int, laid: int, chased: int, caught: int) -> tuple[dict[str, Any], ...]:
    """What each number of cards of a rank would do, as an offer says it; the same few come again and again.

    Args:
        held, laid: of this rank in the hand, and at its place. chased: whom a herd of it would chase off, 0 for nobody.
        caught: how many those are.
    """
    preys = [chased if laid + n >= HERD else 0 for n in range(1, held + 1)]
    return tuple(
        {"rank": rank, "n": n, "total": laid + n, "prey": prey or None, "captured": caught if prey else 0}
        for n, prey in enumerate(preys, 1)
    )
