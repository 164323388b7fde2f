"""What a room is at one row of its log. Values only: frozen, and everything else is computed from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.core.match import Deal, Match, Played

AVATARS = 5
Guest = str
Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a seat: a guest, or a bot of some level.

    Attributes:
        avatar: 0-4, colour and shape; nobody else at the table has it.
    """

    guest: Guest | None
    name: str
    avatar: int
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """What one row made happen in the match: kept for the deal that runs, told to each viewer by the engine.

    Attributes:
        timed: a bot made this one move because time was up.
        past: its number, 0 or less, where it happened in the match from which this one plays on.
    """

    v: int
    at: int
    by: int | None
    events: tuple[Any, ...]
    timed: bool = False
    past: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One deal or move of the match, for its record. `by`: guest, bot or clock; None for a deal."""

    entry: Deal | Played
    at: int
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """The moment of a finished match from which a room plays on (`branching`).

    Attributes:
        match, step: its public id, and the step after which it is. bots: the names of its bots, by seat.
        steps: what was played so far, as its record has it. orders: of all its deals; secret, as in every match.
    """

    match: str
    step: int
    bots: tuple[str | None, ...]
    steps: tuple[Mapping[str, Any], ...]
    orders: tuple[tuple[Any, ...], ...]


class Play(NamedTuple):
    """A match being played in the room.

    Attributes:
        id: public id of the match. kind: play, lesson or branch.
        commitments: one a deal, published before anybody's entropy (FAIRNESS).
        seeds: one a deal; secret until its deal is over.
        first_by: drawn, rotated or written; start: the seat that begins the first deal, None until it is drawn.
        players: the holders of seats 0..n-1 as the match began.
        news: what happened in the deal that runs. steps: the whole match.
        after: the match that this one is the rematch of.
        idle: since when (ms) the match waits for what is due now. grace: whether it waits anew after nobody was here.
        pledges, shares: what each seat has sealed and opened, as hex; zeros: why a seat's share is zero (entropy).
        broken: why it was broken off, None where it was not.
        hints: how often each seat was helped.
    """

    id: str
    kind: str
    match: Match
    commitments: tuple[str, ...]
    seeds: tuple[bytes, ...]
    first_by: str
    start: int | None
    players: tuple[Holder, ...]
    started_at: int
    idle: int
    after: str | None = None
    news: tuple[Item, ...] = ()
    steps: tuple[Step, ...] = ()
    pledges: Mapping[int, str] = {}
    shares: Mapping[int, str] = {}
    zeros: Mapping[int, str] = {}
    grace: bool = False
    broken: str | None = None
    hints: Mapping[int, int] = {}

    def revealed(self) -> list[str | None]:
        """The seeds of the deals that are over, as hex; None for the others."""
        if self.broken:
            return [seed.hex() for seed in self.seeds]
        over = self.match.deals - (1 if self.match.to_act() else 0)
        return [seed.hex() if nth < over else None for nth, seed in enumerate(self.seeds)]


class RoomState(NamedTuple):
    """A room at row `head`.

    Attributes:
        kind: of its matches: play, lesson or branch.
        phase: lobby, playing or over. seats: holders by seat, None where a seat is free; as many as the game allows.
        said: seats that said next or again. absent: seats for which a bot plays, and why: left, gone or chosen.
        waited: seats of absent owners that are waited for, by choice.
        play: the match that runs, or the last one while the room shows its end.
        rotation: who sat in the last match and who began it, for the rematch (W9).
        origin: in a branch, from where its matches begin.
    """

    id: str
    head: int
    phase: str
    host: Guest
    game: str
    options: Mapping[str, Any]
    house: Mapping[str, Any]
    seats: tuple[Holder | None, ...]
    said: frozenset[int] = frozenset()
    absent: Mapping[int, str] = {}
    waited: frozenset[int] = frozenset()
    kicked: frozenset[Guest] = frozenset()
    play: Play | None = None
    last_match: str | None = None
    rotation: tuple[tuple[str, ...], int] | None = None
    kind: str = "play"
    origin: Origin | None = None

    def seat_of(self, guest: Guest | None) -> int | None:
        """The seat a guest holds, if any."""
        if guest is None:
            return None
        for seat, holder in enumerate(self.seats):
            if holder is not None and holder.guest == guest:
                return seat
        return None

    def seated(self) -> list[tuple[int, Holder]]:
        """The taken seats."""
        return [(seat, holder) for seat, holder in enumerate(self.seats) if holder]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a room's log. What it holds is all that folding it needs.

    Attributes:
        seq: its number. cmd_id: unique in the room, so that a command is carried out once.
        at: milliseconds since 1970, the only time a fold knows. by: the guest, or None for the room itself.
        secret: what goes to the secret table in the same transaction: seeds of a start, the order of a deal.
        finish: makes the copies of a match that this row ends.
        rename: a guest's new name, stored with the row.
    """

    seq: int
    cmd_id: str
    at: int
    kind: str
    by: Guest | None
    body: Body
    secret: Body | None = None
    finish: Callable[[], Any] | None = field(default=None, compare=False)
    rename: tuple[Guest, str] | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command was not carried out: a code of p1 and its facts. Nothing was stored."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A guest says that this seat is theirs: everybody is asked, nothing is stored."""

    guest: Guest
    seat: int


@dataclass(frozen=True, slots=True)
class Turned:
    """A claim is turned down."""

    guest: Guest


@dataclass(frozen=True, slots=True)
class Told:
    """The letters of one fold: what viewers must hear. `item` is news of the match; `room` that the room changed."""

    room: bool
    table: bool
    item: Item | None = None
    kicked: Guest | None = None


def change(state: RoomState, **values: Any) -> RoomState:
    """The state with some fields new."""
    return state._replace(**values)
