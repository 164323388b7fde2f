"""One turn being carried out: lay, chase, draw, refill, and whose turn it is next.

A Turn is the only place where cards of the herds move. It lives inside one call of `play` or `deal` and ends as a Step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.state import Event, State, Step
from engine.games.herds.box import HAND, HERD, MARKET
from engine.games.herds.chase import prey
from engine.games.herds.move import DECK
from engine.games.herds.table import Cards, Catch, Last, Table


class Turn:
    """Where the cards are while a seat acts.

    Attributes:
        seat: the seat that acts; -1 while the cards are dealt.
    """

    __slots__ = ("catch", "deck", "draws_left", "events", "hands", "herds", "pile", "row", "seat", "table")

    def __init__(self, table: Table, hands: Sequence[Cards], deck: Cards) -> None:
        self.table = table
        self.seat = -1 if table.to_act is None else table.to_act
        self.hands = list(hands)
        self.deck = deck
        self.row = table.row
        self.herds = table.herds
        self.pile: Cards = table.captured[self.seat] if self.seat >= 0 else ()
        self.catch: Last | None = table.last
        self.draws_left = table.draws_left
        self.events: list[Event] = []

    @classmethod
    def begin(cls, table: Table, hands: Sequence[Cards], deck: Cards, row: Cards, first: int) -> Turn:
        """A new deal: hands, face-up row and draw pile as laid out; seat `first` is to act (W1, K4)."""
        seats = table.seats
        fresh = Table(
            seats,
            table.deals,
            table.market,
            "play",
            table.deal + 1,
            first,
            first,
            captured=((),) * seats,
            finished=table.finished,
            best=(*table.best, None),
            catches=table.catches,
        )
        turn = cls(fresh, [tuple(sorted(hand)) for hand in hands], deck)
        turn.seat = -1
        turn.row = row
        turn._tell_deal(hands)
        return turn

    def _tell_deal(self, hands: Sequence[Cards]) -> None:
        """Every seat is told something else: its own cards by face, the others' as backs."""

        def motions(viewer: int) -> list[Any]:
            laid = [
                ["deck", f"hand:{seat}", list(hand) if seat == viewer else [None] * len(hand)]
                for seat, hand in enumerate(hands)
            ]
            return [*laid, ["deck", "market", list(self.row)]] if self.row else laid

        facts = {"deal": self.table.deal, "first": self.table.first}
        self.events.append(
            Event(
                "deal",
                {**facts, "moves": motions(-1)},
                {seat: {"moves": motions(seat)} for seat in range(len(hands))},
            )
        )

    def lay(self, rank: int, n: int) -> None:
        """Put n cards of a rank to their place; chase; then draw as far as no choice is needed (W2-W6)."""
        hand = self.hands[self.seat]
        at = hand.index(rank)
        cards = hand[at : at + n]
        self.hands[self.seat] = hand[:at] + hand[at + n :]
        herd = self.herds[rank - 1] + cards
        self._place(rank, herd)
        self._tell(
            "play",
            {"rank": rank, "n": n, "total": len(herd)},
            [[f"hand:{self.seat}", f"herd:{rank}", list(cards)]],
        )
        self.catch = Last(self.seat, rank, n, 0, 0)
        self._chase(rank, len(herd))
        if self.catch.captured:
            self._remember(self.catch)
        self.draws_left = max(0, min(HAND - len(self.hands[self.seat]), len(self.deck) + len(self.row)))
        self._draw_forced()

    def _place(self, rank: int, cards: Cards) -> None:
        self.herds = (*self.herds[: rank - 1], cards, *self.herds[rank:])

    def _chase(self, rank: int, size: int) -> None:
        chased = prey(self.herds, rank, size)
        if not chased:
            if size >= HERD:
                self._tell("nothing", {"rank": rank}, [])
            return
        caught = self.herds[chased - 1]
        self._place(chased, ())
        self.pile = self.pile + caught
        assert self.catch is not None  # noqa: S101 - a chase follows a play
        self.catch = self.catch._replace(prey=chased, captured=len(caught))
        self._tell(
            "capture",
            {"rank": rank, "prey": chased, "n": len(caught), "got": len(self.pile)},
            [[f"herd:{chased}", f"captured:{self.seat}", list(caught)]],
        )

    def _remember(self, catch: Last) -> None:
        best, catches = self.table.best, list(self.table.catches)
        if best[-1] is None or best[-1].n < catch.captured:
            best = (*best[:-1], Catch(catch.seat, catch.prey, catch.captured))
        catches[catch.seat] = max(catches[catch.seat], catch.captured)
        self.table = self.table._replace(best=best, catches=tuple(catches))

    def take(self, source: str | int) -> None:
        """Draw one card by choice, then as far as no choice is needed (K5, K8)."""
        self._draw(source, 1)
        self._draw_forced()

    def _draw_forced(self) -> None:
        """Carry out the draws that can come out one way only (K8)."""
        while self.draws_left:
            if not self.row:
                self._draw(DECK, self.draws_left)
            elif not self.deck and len(set(self.row)) == 1:
                self._draw(self.row[0], 1)
            else:
                return

    def _draw(self, source: str | int, n: int) -> None:
        if source == DECK:
            drawn, self.deck = self.deck[:n], self.deck[n:]
            origin = "deck"
        else:
            at = self.row.index(source)
            drawn, self.row = self.row[at : at + 1], self.row[:at] + self.row[at + 1 :]
            origin = "market"
        self.draws_left -= n
        self.hands[self.seat] = tuple(sorted((*self.hands[self.seat], *drawn)))
        facts: dict[str, Any] = {"n": n, "left": len(self.deck)}
        if self.table.market:
            facts["source"] = source
        to = f"hand:{self.seat}"
        hidden = origin == "deck"
        self._tell(
            "draw",
            facts,
            [[origin, to, [None] * n if hidden else list(drawn)]],
            {self.seat: {"moves": [[origin, to, list(drawn)]]}} if hidden else None,
        )
        if hidden and not self.deck:
            self._tell("empty", {}, [])

    def _tell(self, name: str, facts: dict[str, Any], moves: list[Any], private: dict[int, Any] | None = None) -> None:
        seat = {"seat": self.seat} if name != "empty" else {}
        self.events.append(Event(name, {**seat, **facts, "moves": moves}, private))

    def _refill(self) -> None:
        """The face-up row is filled only after all draws of the turn (K6)."""
        fill = min(MARKET - len(self.row), len(self.deck)) if self.table.market else 0
        if fill > 0:
            cards, self.deck = self.deck[:fill], self.deck[fill:]
            self.row += cards
            facts = {"n": fill, "left": len(self.deck), "moves": [["deck", "market", list(cards)]]}
            self.events.append(Event("refill", facts))
            if not self.deck:
                self._tell("empty", {}, [])

    def step(self) -> Step:
        """The state after it all, with the next seat to act, or the deal's end (W7)."""
        phase, to_act = self._next()
        captured = self.table.captured
        if self.seat >= 0:
            captured = (*captured[: self.seat], self.pile, *captured[self.seat + 1 :])
        table = self.table._replace(
            phase=phase,
            to_act=to_act,
            row=self.row,
            herds=self.herds,
            captured=captured,
            left=len(self.deck),
            draws_left=self.draws_left,
            last=self.catch,
        )
        if to_act is None:
            table = table._replace(finished=(*table.finished, tuple(map(len, captured))))
            self._tell_end(table)
        return Step(State(table, tuple(self.hands), self.deck), tuple(self.events))

    def _next(self) -> tuple[str, int | None]:
        if self.seat < 0:
            return "play", self.table.first
        if self.draws_left:
            return "draw", self.seat
        self._refill()
        if not self.hands[self.seat]:
            return ("over" if self.table.deal == self.table.deals else "between"), None
        return "play", (self.seat + 1) % self.table.seats

    def _tell_end(self, table: Table) -> None:
        totals = list(table.totals())
        scores = list(table.finished[-1])
        self.events.append(Event("deal_over", {"deal": table.deal, "scores": scores, "totals": totals, "moves": []}))
        if table.phase == "over":
            self.events.append(Event("match_over", {"totals": totals, "winners": list(table.winners()), "moves": []}))
