"""The rules of High Card, as the engine asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.errors import IllegalMove
from engine.core.game import Facts, Game, Places, Result
from engine.core.option import of_game
from engine.core.state import Event, Seat, State, Step
from tests.tiny.high_card import move as moves_of
from tests.tiny.high_card.move import Lay
from tests.tiny.high_card.table import HAND, PACK, Cards, Table


class HighCard(Game[Table, Cards, Lay]):
    """High Card, with an option: the lowest card takes the trick."""

    name = "high_card"
    seats = range(2, 4)
    options = (of_game("low", False, True),)

    def open(self, seats: int, options: Mapping[str, Any]) -> State[Table, Cards]:
        return State(Table(seats, options["low"], taken=((),) * seats), ((),) * seats, ())

    def pack(self, table: Table) -> Sequence[str]:
        return PACK if table.phase == "between" else ()

    def rotation(self, table: Table) -> int:
        return 0

    def deal(self, state: State[Table, Cards], cards: Sequence[str], first: Seat) -> Step:
        """Four cards each, seat by seat; what is left stays face down."""
        seats = state.table.seats
        hands = tuple(tuple(cards[seat * HAND : (seat + 1) * HAND]) for seat in range(seats))
        deck = tuple(cards[seats * HAND :])
        table = state.table._replace(phase="play", first=first, leader=first, to_act=first, left=len(deck))

        def motions(viewer: int) -> list[Any]:
            told = [hand if seat == viewer else (None,) * HAND for seat, hand in enumerate(hands)]
            return [["deck", f"hand:{seat}", list(cards)] for seat, cards in enumerate(told)]

        private = {seat: {"moves": motions(seat)} for seat in range(seats)}
        event = Event("deal", {"deal": 1, "first": first, "moves": motions(-1)}, private)
        return Step(State(table, hands, deck), (event,))

    def read(self, obj: object) -> Lay:
        return moves_of.read(obj)

    def write(self, move: Lay) -> dict[str, Any]:
        return moves_of.write(move)

    def to_act(self, table: Table) -> frozenset[Seat]:
        return frozenset() if table.to_act is None else frozenset((table.to_act,))

    def moves(self, table: Table, hand: Cards, seat: Seat) -> Iterator[Lay]:
        yield from map(Lay, hand)

    def offer(self, table: Table, hand: Cards, seat: Seat) -> dict[str, Any]:
        return {"lay": list(hand)}

    def check(self, table: Table, hand: Cards, seat: Seat, move: Lay) -> None:
        if move.card not in hand:
            raise IllegalMove("not_held", card=move.card)

    def play(self, state: State[Table, Cards], seat: Seat, move: Lay) -> Step:
        """Lay the card; a full trick goes to who laid the best one."""
        table, hands = state.table, list(state.hands)
        at = hands[seat].index(move.card)
        card = hands[seat][at]  # the object that lies in the hand, not its name in the move
        hands[seat] = hands[seat][:at] + hands[seat][at + 1 :]
        trick = (*table.trick, card)
        last = {"e": "lay", "seat": seat, "card": str(card)}
        events = [Event("lay", {"seat": seat, "card": card, "moves": [[f"hand:{seat}", "trick", [card]]]})]
        table = table._replace(trick=trick, to_act=(seat + 1) % table.seats, last=last)
        if len(trick) == table.seats:
            table = self._taken(table, events)
        if not any(hands):
            table = self._over(table, events)
        return Step(State(table, tuple(hands), state.deck), tuple(events))

    def _taken(self, table: Table, events: list[Event]) -> Table:
        best = min(table.trick) if table.low else max(table.trick)
        seat = (table.leader + table.trick.index(best)) % table.seats
        events.append(Event("trick", {"seat": seat, "moves": [["trick", f"taken:{seat}", list(table.trick)]]}))
        taken = tuple(cards + table.trick if one == seat else cards for one, cards in enumerate(table.taken))
        return table._replace(trick=(), taken=taken, leader=seat, to_act=seat)

    def _over(self, table: Table, events: list[Event]) -> Table:
        over = table._replace(phase="over", to_act=None)
        totals = list(over.points())
        events.append(Event("deal_over", {"deal": 1, "scores": totals, "totals": totals, "moves": []}))
        events.append(Event("match_over", {"totals": totals, "winners": list(over.winners()), "moves": []}))
        return over

    def shown(self, table: Table) -> tuple[Places, Facts]:
        places: Places = {"trick": list(table.trick), "deck": table.left}
        for seat, cards in enumerate(table.taken):
            places[f"taken:{seat}"] = len(cards)
        return places, table.facts()

    def own(self, table: Table, hand: Cards, seat: Seat) -> tuple[Places, Facts]:
        return {f"hand:{seat}": list(hand)}, {}

    def back(self, hand: Cards, seat: Seat) -> Places:
        return {f"hand:{seat}": len(hand)}

    def result(self, table: Table) -> Result | None:
        points = table.points()
        return Result((points,), points, table.winners()) if table.phase == "over" else None
