"""One action being carried out: where the cards go, what it brings about, and whose turn it is next.

A Turn is the only place where cards of Seven Waters move. It lives inside one call of `play` or `deal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.state import Event, State, Step
from engine.games.seven_waters.cards import in_order
from engine.games.seven_waters.check import pool_suit, rope_total
from engine.games.seven_waters.move import Discard, Draft, Move, Pass, Pool, River, Slide, Theme
from engine.games.seven_waters.pyramid import APEX, DOWN, SPOTS, Pyramid, Spot, at, face_down, is_free, put, under
from engine.games.seven_waters.river import grown, run
from engine.games.seven_waters.score import SLIDE_CARD, breakdown, winner
from engine.games.seven_waters.table import LINES, SEATS, Cards, Hand, Park, Table


def _in_words(fact: Any) -> Any:
    if isinstance(fact, list):
        return [str(card) for card in fact]
    return str(fact) if isinstance(fact, str) else fact


class Turn:
    """Where the cards are while a seat acts.

    Attributes:
        seat: the seat that acts. hands: what each seat knows alone, once the parks have opened None.
        deck: the face-down cards of the pyramid, in order of rows and positions.
    """

    __slots__ = ("deck", "events", "hands", "seat", "table")

    def __init__(self, table: Table, hands: Sequence[Hand | None], deck: Cards) -> None:
        self.table = table
        self.seat = -1 if table.to_act is None else table.to_act
        self.hands: list[Hand | None] = list(hands)
        self.deck = deck
        self.events: list[Event] = []

    @classmethod
    def begin(
        cls,
        contest: bool,
        pyramid: tuple[Pyramid, Cards],
        parks: tuple[Park, Park],
        hands: Sequence[Cards],
        first: int,
    ) -> Turn:
        """The table as it is laid out, with seat `first` to act (S1)."""
        seen, hidden = pyramid
        table = Table(contest, "play", first, first, seen, parks)
        turn = cls(table, [Hand(in_order(cards)) for cards in hands], hidden)
        turn._tell_deal(hands)
        return turn

    def _tell_deal(self, hands: Sequence[Cards]) -> None:
        """Each seat is told its own three cards, and everybody what lies open."""

        def motions(viewer: int) -> list[Any]:
            places = [(f"pyramid:{s.row}:{s.pos}", at(self.table.pyramid, s)) for s in SPOTS]
            laid: list[Any] = [["deck", place, [None if face == DOWN else face]] for place, face in places]
            for seat in SEATS:
                ropes = self.table.parks[seat].ropes
                laid += [["deck", f"rope:{seat}:{line}", list(ropes[line - 1])] for line in LINES]
            for seat, hand in enumerate(hands):
                laid.append(["deck", f"hand:{seat}", list(hand) if seat == viewer else [None] * len(hand)])
            return laid

        facts = {"deal": 1, "first": self.table.first}
        private = {seat: {"moves": motions(seat)} for seat in SEATS}
        self.events.append(Event("deal", {**facts, "moves": motions(-1)}, private))

    # --- actions -----------------------------------------------------------------------------------------------------

    def act(self, move: Move) -> None:
        """Carry out a move that was checked, and what follows from it by itself."""
        built = False
        match move:
            case Draft(spot):
                self._draft(spot)
            case Discard(cards):
                self._discard(cards)
            case Slide(line, cards):
                self._slide(line, cards)
                built = True
            case River(end, _):
                self._river(end, move)
            case Pool(cards, suit):
                self._pool(cards, suit)
            case Theme(card):
                self._theme(card)
            case Pass():
                self._tell("pass", {"extra": self.table.extra}, [])
        self._remember(self.events[0])
        self._go_on(built)

    def _remember(self, event: Event) -> None:
        """The action as everybody heard it; cards become words, since each of them lies in one place only."""
        told = {name: fact for name, fact in event.open.items() if name != "moves"}
        words = {name: _in_words(fact) for name, fact in told.items()}
        self.table = self.table._replace(last={"e": event.name, **words})

    @property
    def hand(self) -> Hand:
        hand = self.hands[self.seat]
        assert hand is not None  # noqa: S101 - nobody acts after the parks have opened
        return hand

    @property
    def park(self) -> Park:
        return self.table.parks[self.seat]

    def _out(self, cards: Sequence[str]) -> Cards:
        """Cards leave the hand: the very objects it holds, in the order of the move."""
        held = list(self.hand.cards)
        taken = [held.pop(held.index(card)) for card in cards]
        self._keep(self.hand._replace(cards=tuple(held)))
        return tuple(taken)

    def _keep(self, hand: Hand) -> None:
        self.hands[self.seat] = hand
        self._open(self.park._replace(held=len(hand.cards)))

    def _open(self, park: Park) -> None:
        parks = (park, self.table.parks[1]) if self.seat == 0 else (self.table.parks[0], park)
        self.table = self.table._replace(parks=parks)

    def _draft(self, spot: Spot) -> None:
        card = at(self.table.pyramid, spot)
        assert isinstance(card, str)  # noqa: S101 - a free card lies face up
        self.table = self.table._replace(pyramid=put(self.table.pyramid, spot, None))
        self._keep(self.hand._replace(cards=in_order((*self.hand.cards, card))))
        facts = {"row": spot.row, "pos": spot.pos, "card": card}
        self._tell("draft", facts, [[f"pyramid:{spot.row}:{spot.pos}", f"hand:{self.seat}", [card]]])
        self._uncover(spot)

    def _uncover(self, taken: Spot) -> None:
        """Face-down cards turn up in the moment they are fully uncovered; one draft can turn two (S2)."""
        turned: list[dict[str, Any]] = []
        for spot in under(taken):
            if at(self.table.pyramid, spot) == DOWN and is_free(self.table.pyramid, spot):
                nth = list(face_down(self.table.pyramid)).index(spot)
                card = self.deck[nth]
                self.deck = (*self.deck[:nth], *self.deck[nth + 1 :])
                self.table = self.table._replace(pyramid=put(self.table.pyramid, spot, card))
                turned.append({"row": spot.row, "pos": spot.pos, "card": card})
        if turned:
            places = [(f"pyramid:{one['row']}:{one['pos']}", one["card"]) for one in turned]
            self._tell("uncover", {"cards": turned}, [[place, place, [card]] for place, card in places])

    def _discard(self, cards: Sequence[str]) -> None:
        gone = self._out(cards)
        self._keep(self.hand._replace(discards=(*self.hand.discards, *gone)))
        self._open(self.park._replace(discarded=len(self.hand.discards)))
        self._hide("discard", {"n": len(gone)}, "discard", gone, {"cards": list(gone)})

    def _theme(self, card: str) -> None:
        laid = self._out((card,))
        self._keep(self.hand._replace(theme=laid))
        self._open(self.park._replace(themed=True))
        self._hide("theme", {}, "theme", laid, {"card": laid[0]})

    def _slide(self, line: int, cards: Sequence[str]) -> None:
        total = rope_total(self.park, line)
        laid = self._out(cards)
        slides = self.park.slides
        self._open(self.park._replace(slides=(*slides[: line - 1], laid, *slides[line:])))
        facts = {"line": line, "total": total, "cards": list(laid), "n": len(laid)}
        facts |= {"points": SLIDE_CARD * len(laid), "slides_left": self.table.slides_left}
        self._tell("slide", facts, [[f"hand:{self.seat}", f"slide:{self.seat}:{line}", list(laid)]])

    def _river(self, end: str, move: River) -> None:
        new = run(self.park.river, end, move.cards)
        cards = self._out([laid.card for laid in new])
        new = tuple(laid._replace(card=card) for laid, card in zip(new, cards, strict=True))
        self._open(self.park._replace(river=grown(self.park.river, end, new)))
        faces = [laid.written() for laid in new]
        facts = {"end": end, "cards": faces, "n": len(faces), "size": len(self.park.river)}
        self._tell("river", facts, [[f"hand:{self.seat}", f"river:{self.seat}", faces]])

    def _pool(self, cards: Sequence[str], named: str | None) -> None:
        suit = pool_suit(self.park, cards, named)
        laid = self._out(cards)
        self._open(self.park._replace(pool=(*self.park.pool, *laid), suit=suit))
        facts = {"cards": list(laid), "n": len(laid), "suit": suit, "size": len(self.park.pool)}
        self._tell("pool", facts, [[f"hand:{self.seat}", f"pool:{self.seat}", list(laid)]])

    # --- what follows ------------------------------------------------------------------------------------------------

    def _go_on(self, built: bool) -> None:
        """The extra action of a slide (S7), else the next turn; at the end the parks open (S13)."""
        if built and (self.hand.cards or self.table.pyramid_left):
            self.table = self.table._replace(extra=True)
            self._tell("extra", {}, [])
            return
        if built:
            self._tell("lapse", {}, [])
        left = self.table.turns_left
        if left is None and at(self.table.pyramid, APEX) is None:
            left = 3  # this turn ends as well
            self._tell("last_turns", {"seat": 1 - self.seat}, [])
        seat = self.seat
        while True:
            left = None if left is None else left - 1
            seat = 1 - seat
            if left == 0 or self.table.pyramid_left or self.table.parks[seat].held:
                break
            self._tell("skip", {"seat": seat}, [])
        self.table = self.table._replace(extra=False, turns_left=left, to_act=seat)
        if left == 0:
            self._open_parks()

    def _open_parks(self) -> None:
        hands = tuple(hand for hand in self.hands if hand is not None)
        self.table = self.table._replace(phase="over", to_act=None, opened=hands)
        self.hands = [None] * len(hands)
        rows = breakdown(self.table.parks, [hand.theme for hand in hands])
        turned = [
            [f"{place}:{seat}", f"{place}:{seat}", list(cards)]
            for seat, hand in enumerate(hands)
            for place, cards in (("theme", hand.theme), ("hand", hand.cards), ("discard", hand.discards))
            if cards
        ]
        totals = [int(row["total"] or 0) for row in rows]
        best = winner(self.table.parks, totals)
        ended = {"totals": totals, "winners": [] if best is None else [best], "draw": best is None, "moves": []}
        self.events += [
            Event("opened", {"result": rows, "moves": turned}),
            Event("deal_over", {"deal": 1, "scores": totals, "totals": totals, "moves": []}),
            Event("match_over", ended),
        ]

    # --- news --------------------------------------------------------------------------------------------------------

    def _tell(self, name: str, facts: dict[str, Any], moves: list[Any]) -> None:
        self.events.append(Event(name, {"seat": self.seat, **facts, "moves": moves}))

    def _hide(self, name: str, facts: dict[str, Any], place: str, cards: Cards, secret: dict[str, Any]) -> None:
        """Cards laid face down: everybody hears how many, the seat alone which."""
        way = [f"hand:{self.seat}", f"{place}:{self.seat}"]
        private = {self.seat: {**secret, "moves": [[*way, list(cards)]]}}
        moves = [[*way, [None] * len(cards)]]
        self.events.append(Event(name, {"seat": self.seat, **facts, "moves": moves}, private))

    def step(self) -> Step:
        """The state after it all."""
        return Step(State(self.table, tuple(self.hands), self.deck), tuple(self.events))
