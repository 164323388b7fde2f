"""What a command brings with it when it is judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from app.rooms.presence import Presence
from app.rooms.state import Body, Guest, Refusal, RoomState, Row
from engine.bots import BOTS, Bots
from engine.games import Shelf


class By(NamedTuple):
    """Who asks: a guest with a name, or the room itself (guest None)."""

    guest: Guest | None
    name: str = ""


ROOM = By(None)


class Dealer(NamedTuple):
    """What judging may use from outside: the shelf, random bytes, new match ids, and the bots by game."""

    shelf: Shelf
    chance: Callable[[int], bytes]
    match_id: Callable[[], str]
    bots: Bots = BOTS


class DealNow(NamedTuple):
    """The room itself: lay out the deal that is due."""

    match: str
    deal: int

    @property
    def id(self) -> str:
        return f"~deal:{self.match}:{self.deal}"


class BotMove(NamedTuple):
    """The room itself: a bot, or the bot that keeps a seat, makes the move of this turn."""

    match: str
    turn: int
    seat: int
    move: Mapping[str, Any]

    @property
    def id(self) -> str:
        return f"~bot:{self.match}:{self.turn}"


class StartAgain(NamedTuple):
    """The room itself: everybody present said again. `seats`: theirs, and the bots'; who has gone is not waited for."""

    match: str
    seats: tuple[int, ...]

    @property
    def id(self) -> str:
        return f"~again:{self.match}"


class Back(NamedTuple):
    """The room itself: the owner of a seat that a bot kept is here again."""

    guest: Guest
    seat: int
    after: int

    @property
    def id(self) -> str:
        return f"~back:{self.seat}:{self.after}"


class ClockMove(NamedTuple):
    """The room itself: time is up, a bot makes this one move."""

    match: str
    turn: int
    seat: int
    move: Mapping[str, Any]

    @property
    def id(self) -> str:
        return f"~clock:{self.match}:{self.turn}"


class Zero(NamedTuple):
    """The room itself: this seat adds no share of chance: absent, or silent for too long."""

    match: str
    seat: int
    why: str

    @property
    def id(self) -> str:
        return f"~share:{self.match}:{self.seat}"


class TakeOver(NamedTuple):
    """The room itself: a bot plays for a seat whose owner has been gone for long."""

    seat: int
    after: int

    @property
    def id(self) -> str:
        return f"~away:{self.seat}:{self.after}"


class HostGone(NamedTuple):
    """The room itself: the host's rights pass on."""

    heir: Guest
    after: int

    @property
    def id(self) -> str:
        return f"~host:{self.heir}:{self.after}"


class Grace(NamedTuple):
    """The room itself: somebody is here again, so the running clock starts afresh."""

    after: int

    @property
    def id(self) -> str:
        return f"~grace::{self.after}"


class Ended(NamedTuple):
    """The room itself: the match is given up, since nobody came for so long, or because the room is to be closed."""

    after: int
    closed: bool = False

    @property
    def id(self) -> str:
        return f"~end::{self.after}"


System = DealNow | BotMove | ClockMove | StartAgain | Back | Zero | TakeOver | HostGone | Grace | Ended


class Ask(NamedTuple):
    """A command being judged."""

    state: RoomState
    command: Any
    by: By
    now: int
    dealer: Dealer
    presence: Presence

    def row(self, kind: str, body: Body, **more: Any) -> Row:
        """The row that carries this command out."""
        own = self.by.guest is None
        cmd_id = self.command.id if own else f"{self.by.guest}:{self.command.id}"
        return Row(self.state.head + 1, cmd_id, self.now, kind, self.by.guest, body, **more)

    def host_only(self) -> Refusal | None:
        """A refusal unless the host asks, and no match runs."""
        if self.by.guest != self.state.host:
            return Refusal("role", {"needs": "host"})
        return self.lobby_only()

    def lobby_only(self) -> Refusal | None:
        """A refusal while a match runs."""
        if self.state.phase == "playing":
            return Refusal("illegal", {"rule": "playing"})
        return None
