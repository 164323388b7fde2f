"""Deliberate leaks that every game can have: each patches product code with a slip that could happen.

The list is closed by `leaks_herds.py` and `leaks_waters.py`. A leak is small, and the match goes on under it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zlib import crc32

import pytest
import structlog

from app.rooms import clocks, crowd, letters
from app.rooms.mailbox import OpenRoom
from app.rooms.state import Play
from engine.core import view as doors
from engine.core.errors import IllegalMove, NotYourTurn
from engine.core.match import Deal, Match

Patch = pytest.MonkeyPatch
Leak = Callable[[Patch], None]


def inside(state: Any) -> str:
    """All of a state as text."""
    return repr((state.hands, state.deck))


def changed_view(patch: Patch, change: Callable[[Any, Any], None]) -> None:
    """Every view goes through `change(view, state)`."""
    honest = doors.view

    def leaky(game: Any, state: Any, viewer: Any) -> Any:
        view = honest(game, state, viewer)
        change(view, state)
        return view

    patch.setattr("engine.core.match.view", leaky)


def changed_table(patch: Patch, change: Callable[[Any, Any, Any], None]) -> None:
    """Every `table` message goes through `change(message, match, seat)`."""
    honest = letters.table

    def leaky(state: Any, seat: Any, since: Any, ack: Any = None) -> Any:
        told = honest(state, seat, since, ack)
        if told is not None:
            change(told, state.play.match, seat)
        return told

    patch.setattr(letters, "table", leaky)


def state_hash(patch: Patch) -> None:
    """A checksum against drift between server and page, taken of the whole state."""
    changed_view(patch, lambda view, state: view["facts"].update(hash=crc32(inside(state).encode())))


def key_order(patch: Patch) -> None:
    """Places in the order of what lies there: the keys tell it."""

    def change(view: Any, state: Any) -> None:
        seats = sorted(range(len(state.hands)), key=lambda seat: repr(state.hands[seat]))
        for seat in seats:
            view["places"][f"hand:{seat}"] = view["places"].pop(f"hand:{seat}", 0)

    changed_view(patch, change)


def listed(match: Match) -> int:
    """How long the list of the legal moves is, as text."""
    return sum(len(repr(match.game.write(move))) for seat in match.to_act() for move in match.moves(seat))


def padding(patch: Patch) -> None:
    """Frames made longer by the list of legal moves that was left out."""

    def change(told: Any, match: Match, seat: Any) -> None:
        told["pad"] = " " * listed(match)

    changed_table(patch, change)


def private_news(patch: Patch) -> None:
    """A spectator hears what is private to somebody."""
    patch.setattr("engine.core.match.tell", lambda event, viewer: doors.tell(event, _anybody(event, viewer)))


def _anybody(event: Any, viewer: Any) -> Any:
    return next(iter(event.private), None) if viewer is None else viewer


def old_news(patch: Patch) -> None:
    """Whoever comes late is told the old news as seat 0 heard them."""
    honest = letters.news
    patch.setattr(letters, "news", lambda play, seat, since: honest(play, 0 if since is None else seat, since))


def neighbours_view(patch: Patch) -> None:
    """One seat too far, where the whole picture is shown after a reconnect."""
    honest = letters.table

    def leaky(state: Any, seat: Any, since: Any, ack: Any = None) -> Any:
        off = seat is not None and since is None
        return honest(state, (seat + 1) % state.play.match.seats if off and state.play else seat, since, ack)

    patch.setattr(letters, "table", leaky)


def one_for_all(patch: Patch) -> None:
    """Made once per row that viewers had, instead of once per seat and row."""

    def tell_table(self: Any, state: Any, asker: Any, id: Any) -> None:
        made: dict[Any, bytes] = {}
        for viewer in self.viewers:
            if viewer is asker:
                self.show_table(state, viewer, id)
                continue
            if viewer.last not in made:
                told = letters.table(state, self._seat(state, viewer), viewer.last)
                made[viewer.last] = vars(crowd)["orjson"].dumps(told)
            message, viewer.last = made[viewer.last], state.head
            viewer.send(message)

    patch.setattr(crowd.Crowd, "tell_table", tell_table)


def early_seed(patch: Patch) -> None:
    """Seeds of all deals that have begun, not only of those that are over."""

    def revealed(self: Play) -> list[str | None]:
        return [seed.hex() if nth < self.match.deals else None for nth, seed in enumerate(self.seeds)]

    patch.setattr(Play, "revealed", revealed)


def order_in_room(patch: Patch) -> None:
    """The room tells with its seals the orders that were dealt."""
    honest = vars(letters)["_fair"]

    def fair(play: Any) -> Any:
        told = honest(play)
        orders = [list(step.entry.order) for step in play.steps if isinstance(step.entry, Deal)] if play else []
        return told and {**told, "orders": orders}

    patch.setattr(letters, "_fair", fair)


def logged_order(patch: Patch) -> None:
    """A log line a row, with all that it holds."""
    honest = vars(OpenRoom)["_apply"]

    def apply(self: OpenRoom, row: Any, letter: Any = None) -> None:
        structlog.get_logger().info("row", kind=row.kind, secret=row.secret)
        honest(self, row, letter)

    patch.setattr(OpenRoom, "_apply", apply)


def frame_too_many(patch: Patch) -> None:
    """Everybody is told the room once more when the seat that acts has some choice."""
    honest = crowd.Crowd.tell_table

    def tell_table(self: Any, state: Any, asker: Any, id: Any) -> None:
        honest(self, state, asker, id)
        if listed(state.play.match) % 2:
            self.tell_room(state)

    patch.setattr(crowd.Crowd, "tell_table", tell_table)


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
    honest = vars(OpenRoom)["_think"]

    def think(self: OpenRoom, turn: clocks.BotTurn) -> Any:
        play, service = self.state.play, vars(self)["_service"]
        order = (
            next((step.entry.order for step in reversed(play.steps) if isinstance(step.entry, Deal)), ())
            if play
            else ()
        )
        dealer = service.dealer
        service.dealer = dealer._replace(chance=lambda n: crc32(repr(order).encode()).to_bytes(n, "big"))
        try:
            return honest(self, turn)
        finally:
            service.dealer = dealer

    patch.setattr(OpenRoom, "_think", think)


LEAKS: tuple[Leak, ...] = (
    state_hash,
    key_order,
    padding,
    private_news,
    old_news,
    neighbours_view,
    one_for_all,
    early_seed,
    order_in_room,
    logged_order,
    frame_too_many,
    judged_by_another_hand,
    refusal_counts,
    refusal_names_the_next,
    bot_by_the_order,
)
