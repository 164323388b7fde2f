"""A match: its setup and what followed. Immutable; every step gives a new one, so a refused move changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.errors import BadLog, GameOver, IllegalMove, NotYourTurn, UnreadableMove
from engine.core.game import Facts, Game, Places, Result
from engine.core.state import Card, Event, Seat, State, Step
from engine.core.view import News, View, back, is_private, own, shown, tell, view

AnyGame = Game[Any, Any, Any]


class Deal(NamedTuple):
    """A log entry: a shuffled pack was laid out, index 0 on top, seat `first` to start."""

    order: Sequence[Card]
    first: Seat


class Played(NamedTuple):
    """A log entry: a seat made a move, as JSON."""

    seat: Seat
    move: Mapping[str, Any]


Entry = Deal | Played


class Match:
    """One match of a game between the seats 0..seats-1.

    Attributes:
        game: the rules.
        seats: how many play.
        options: complete options.
        turn: number of the decision that is due; grows by one per decision.
        step: deals and moves so far.
        deals: deals so far.
    """

    __slots__ = ("_ahead", "_state", "deals", "game", "options", "seats", "step", "turn")

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        options: Mapping[str, Any],
        state: State[Any, Any],
        turn: int = 0,
        step: int = 0,
        deals: int = 0,
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self._state = state
        self.turn = turn
        self.step = step
        self.deals = deals
        self._ahead: tuple[Seat, Any, tuple[Match, tuple[Event, ...]]] | None = None

    @classmethod
    def open(cls, game: AnyGame, seats: int, options: Mapping[str, Any]) -> Match:
        """A match before its first deal. Raises BadSetup."""
        complete = game.settle(seats, options)
        return cls(game, seats, complete, game.open(seats, complete))

    def _after(self, step: Step, *, turns: int, deals: int) -> tuple[Match, tuple[Event, ...]]:
        after = Match(
            self.game,
            self.seats,
            self.options,
            step.state,
            self.turn + turns,
            self.step + 1,
            self.deals + deals,
        )
        return after, step.events

    def pack(self) -> tuple[Card, ...]:
        """The cards to shuffle now, in canonical order; empty while no deal is due."""
        return tuple(self.game.pack(self._state.table))

    def first(self, start: Seat) -> Seat:
        """Who starts the deal that is due, in a match that seat `start` began."""
        return (start + self.game.rotation(self._state.table)) % self.seats

    def deal(self, order: Sequence[Card], first: Seat) -> tuple[Match, tuple[Event, ...]]:
        """Lay out a shuffled pack. Raises BadLog when no deal is due or the cards are not the pack."""
        if not self.pack() or sorted(order, key=str) != sorted(self.pack(), key=str):
            raise BadLog("no such deal is due")
        if first not in range(self.seats):
            raise BadLog("no such first seat")
        return self._after(self.game.deal(self._state, tuple(order), first), turns=0, deals=1)

    def to_act(self) -> frozenset[Seat]:
        """The seats that must decide now."""
        return self.game.to_act(self._state.table)

    def check(self, seat: Seat, move: Any) -> None:
        """Raises NotYourTurn, GameOver or IllegalMove when the seat may not play this now."""
        if self.result() is not None:
            raise GameOver
        to_act = self.to_act()
        if seat not in to_act:
            raise NotYourTurn(to_act=sorted(to_act))
        self.game.check(self._state.table, self._state.hands[seat], seat, move)

    def play(self, seat: Seat, move: Any) -> tuple[Match, tuple[Event, ...]]:
        """The match after a move, and what happened. Raises as `check`."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead[0] == seat and type(ahead[1]) is type(move) and ahead[1] == move:
            return ahead[2]
        self.check(seat, move)
        return self._after(self.game.play(self._state, seat, move), turns=1, deals=0)

    def judge(self, seat: Seat, move: Any) -> tuple[Match, tuple[Event, ...]]:
        """As `play`, for a move that is not carried out yet: when it is, it is not worked out again."""
        after = self.play(seat, move)
        self._ahead = (seat, move, after)
        return after

    def moves(self, seat: Seat) -> Iterator[Any]:
        """Every legal move of a seat that is to act, else none."""
        if seat not in self.to_act():
            return iter(())
        return self.game.moves(self._state.table, self._state.hands[seat], seat)

    def offer(self, seat: Seat | None) -> dict[str, Any] | None:
        """What this seat's browser may light up; None for spectators and once the match is over."""
        if seat is None or self.result() is not None:
            return None
        return self.game.offer(self._state.table, self._state.hands[seat], seat)

    def view(self, viewer: Seat | None) -> View:
        """The match as one viewer may see it (see `engine.core.view`)."""
        return view(self.game, self._state, viewer)

    def shown(self) -> tuple[Places, Facts]:
        """What every viewer sees."""
        return shown(self.game, self._state)

    def back(self, seat: Seat) -> Places:
        """What all others see of a seat's hand."""
        return back(self.game, self._state, seat)

    def own(self, seat: Seat) -> tuple[Places, Facts]:
        """What a seat sees of its own hand instead."""
        return own(self.game, self._state, seat)

    def news(self, events: Sequence[Event], viewer: Seat | None) -> list[News]:
        """Events as one viewer hears them."""
        return [tell(event, viewer) for event in events]

    def hears_more(self, events: Sequence[Event], viewer: Seat) -> bool:
        """Whether a viewer hears something of these events that spectators do not."""
        return any(is_private(event, viewer) for event in events)

    def result(self) -> Result | None:
        """The result once the match is over."""
        return self.game.result(self._state.table)

    def fold(self, entries: Iterable[Entry]) -> Iterator[tuple[Match, tuple[Event, ...]]]:
        """Every step of a log, from this match on. Raises BadLog where the log cannot go on."""
        match = self
        for entry in entries:
            try:
                match, events = (
                    match.deal(entry.order, entry.first)
                    if isinstance(entry, Deal)
                    else match.play(entry.seat, match.game.read(entry.move))
                )
            except (UnreadableMove, IllegalMove) as error:
                raise BadLog(f"step {match.step} cannot be played") from error
            yield match, events
