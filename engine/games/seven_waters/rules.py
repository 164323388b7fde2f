"""The rules of Seven Waters (RULINGS S1-S14), as the engine asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.game import Facts, Game, Places, Result
from engine.core.option import of_game
from engine.core.state import Seat, State, Step
from engine.games.seven_waters import choices, move, shown
from engine.games.seven_waters.cards import PACK
from engine.games.seven_waters.check import check
from engine.games.seven_waters.move import Move
from engine.games.seven_waters.pyramid import SPOTS, laid_out
from engine.games.seven_waters.score import breakdown, winner
from engine.games.seven_waters.table import LINES, SEATS, Cards, Hand, Park, Table
from engine.games.seven_waters.turn import Turn

HELD = 3


class SevenWaters(Game[Table, Hand | None, Move]):
    """Seven Waters, with the contest version as an option (S8)."""

    name = "seven_waters"
    seats = range(2, 3)
    options = (of_game("contest", False, True),)

    def open(self, seats: int, options: Mapping[str, Any]) -> State[Table, Hand | None]:
        return State(Table(options["contest"]), (Hand(),) * seats, ())

    def pack(self, table: Table) -> Sequence[str]:
        return PACK if table.phase == "between" else ()

    def rotation(self, table: Table) -> int:
        return 0

    def deal(self, state: State[Table, Hand | None], cards: Sequence[str], first: Seat) -> Step:
        """The pyramid row 1 to 7 from the left, seat 0's rope lines 1 to 4, seat 1's, three cards each (FAIRNESS)."""
        rest = iter(cards)

        def next_(n: int) -> Cards:
            return tuple(next(rest) for _ in range(n))

        pyramid = laid_out(next_(len(SPOTS)))
        parks = [Park(tuple(next_(line) for line in LINES), held=HELD) for _ in SEATS]
        hands = [next_(HELD) for _ in SEATS]
        return Turn.begin(state.table.contest, pyramid, (parks[0], parks[1]), hands, first).step()

    def read(self, obj: object) -> Move:
        return move.read(obj)

    def write(self, move_: Move) -> dict[str, Any]:
        return move.write(move_)

    def to_act(self, table: Table) -> frozenset[Seat]:
        return frozenset() if table.to_act is None else frozenset((table.to_act,))

    def moves(self, table: Table, hand: Hand | None, seat: Seat) -> Iterator[Move]:
        return choices.moves(table, hand or Hand(), seat)

    def offer(self, table: Table, hand: Hand | None, seat: Seat) -> dict[str, Any]:
        return choices.offer(table, hand or Hand(), seat)

    def check(self, table: Table, hand: Hand | None, seat: Seat, move_: Move) -> None:
        check(table, hand or Hand(), seat, move_)

    def play(self, state: State[Table, Hand | None], seat: Seat, move_: Move) -> Step:
        turn = Turn(state.table, state.hands, state.deck)
        turn.act(move_)
        return turn.step()

    def shown(self, table: Table) -> tuple[Places, Facts]:
        return shown.places(table), shown.facts(table)

    def own(self, table: Table, hand: Hand | None, seat: Seat) -> tuple[Places, Facts]:
        return ({} if hand is None else shown.faces(hand, seat)), shown.gauge(table, hand, seat)

    def back(self, hand: Hand | None, seat: Seat) -> Places:
        if hand is None:  # the parks are open: the hands lie on the table
            return {}
        numbers = {"hand": len(hand.cards), "theme": len(hand.theme), "discard": len(hand.discards)}
        return {f"{place}:{seat}": n for place, n in numbers.items()}

    def result(self, table: Table) -> Result | None:
        if table.phase != "over":
            return None
        rows = breakdown(table.parks, [hand.theme for hand in table.opened])
        totals = tuple(int(row["total"] or 0) for row in rows)
        best = winner(table.parks, totals)
        return Result((totals,), totals, () if best is None else (best,), tuple(rows))
