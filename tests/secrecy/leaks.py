"""Deliberate leaks that every game can have: each patches product code with a slip that could happen.

The list is closed by `leaks_herds.py` and `leaks_waters.py`. A leak is small, and the match goes on under it.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

import structlog

from app.rooms import crowd, letters
from app.rooms.mailbox import OpenRoom
from app.rooms.state import Play
from engine.core import view as doors
from engine.core.match import Deal, Match
from tests.secrecy.leak import Leak, Patch, changed_table, changed_view, inside, listed
from tests.secrecy.leaks_answers import ANSWERS


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
    patch.setattr(
        letters, "news", lambda play, seat, since, *more: honest(play, 0 if since is None else seat, since, *more)
    )


def neighbours_view(patch: Patch) -> None:
    """One seat too far, where the whole picture is shown after a reconnect."""
    honest = letters.table

    def leaky(state: Any, seat: Any, since: Any, *more: Any) -> Any:
        off = seat is not None and since is None
        return honest(state, (seat + 1) % state.play.match.seats if off and state.play else seat, since, *more)

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
                told = letters.table(state, state.seat_of(viewer.guest), viewer.last)
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
    *ANSWERS,
)
