"""Deliberate leaks of answers: refusals that tell what is hidden, that others hear, and a bot that knows too much."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from app.rooms import clocks, crowd, thinking
from app.rooms.ask import Dealer
from app.rooms.state import RoomState
from engine.core.errors import IllegalMove, NotYourTurn
from engine.core.match import Deal, Match
from tests.secrecy.leak import Leak, Patch, listed


def judged_by_another_hand(patch: Patch) -> None:
    """Out of turn a move is judged first, with the hand of the seat that acts: the code tells what it holds."""
    honest = Match.check

    def check(self: Match, seat: int, move: Any) -> None:
        for one in self.to_act() - {seat}:
            self.game.check(self._state.table, self._state.hands[one], one, move)
        honest(self, seat, move)

    patch.setattr(Match, "check", check)


def refusal_counts(patch: Patch) -> None:
    """`not_your_turn` says how long the other's list of moves is."""
    honest = Match.check

    def check(self: Match, seat: int, move: Any) -> None:
        try:
            honest(self, seat, move)
        except NotYourTurn as error:
            error.facts["moves"] = listed(self)
            raise

    patch.setattr(Match, "check", check)


def refusal_names_the_next(patch: Patch) -> None:
    """A refused move names what lies on top of what is face down."""
    honest = Match.check

    def check(self: Match, seat: int, move: Any) -> None:
        try:
            honest(self, seat, move)
        except IllegalMove as error:
            error.facts["top"] = self._state.deck[0] if self._state.deck else None
            raise

    patch.setattr(Match, "check", check)


def bot_by_the_order(patch: Patch) -> None:
    """A bot's chance is drawn from the deal: it acts on what nobody may know."""
    honest = thinking.question

    def question(state: RoomState, turn: clocks.BotTurn, dealer: Dealer) -> Any:
        steps = state.play.steps if state.play else ()
        order = next((step.entry.order for step in reversed(steps) if isinstance(step.entry, Deal)), ())
        secret = dealer._replace(chance=lambda n: crc32(repr(order).encode()).to_bytes(n, "big"))
        return honest(state, turn, secret)

    patch.setattr(thinking, "question", question)


def refusals_for_all(patch: Patch) -> None:
    """Everybody hears that somebody was refused, and so what they meant to do."""
    honest = crowd.Crowd.refuse

    def refuse(self: Any, state: Any, viewer: Any, id: Any, refusal: Any) -> None:
        for one in self.viewers:
            honest(self, state, one, id if one is viewer else None, refusal)

    patch.setattr(crowd.Crowd, "refuse", refuse)


def tabs_are_told(patch: Patch) -> None:
    """The room is told again whenever a socket comes, though nobody new is here."""
    honest = crowd.Crowd.join

    def join(self: Any, state: Any, viewer: Any, last: Any) -> None:
        honest(self, state, viewer, last)
        self.tell_room(state, but=viewer)

    patch.setattr(crowd.Crowd, "join", join)


ANSWERS: tuple[Leak, ...] = (
    judged_by_another_hand,
    refusal_counts,
    refusal_names_the_next,
    refusals_for_all,
    tabs_are_told,
    bot_by_the_order,
)
