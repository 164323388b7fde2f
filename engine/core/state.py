"""What the engine keeps to itself: states and events, and how they refuse to be shown.

HOUSE: "State and Event print as a fixed text and refuse json, pickle, deepcopy, list, dict, vars, asdict,
pydantic and FastAPI's encoder". A failing test or a log line can therefore never print a hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

Seat = int
Card = Any
Table = TypeVar("Table")
Hand = TypeVar("Hand")


class Secret:
    """A value that only the engine reads: slotted, printed as a fixed text, not to be copied out."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: secret>"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return repr(self)

    def _refuse(self, *_: object) -> NoReturn:
        raise TypeError(f"{type(self).__name__} does not leave the engine")

    __reduce__ = __reduce_ex__ = __getstate__ = _refuse
    __copy__ = __deepcopy__ = __iter__ = __getitem__ = __len__ = _refuse


class State(Secret, Generic[Table, Hand]):
    """Where every card of a match lies.

    Attributes:
        table: all that everyone may know.
        hands: one private part a seat; `hands[s]` may be known to seat s only.
        deck: what nobody may know, index 0 on top.
    """

    __slots__ = ("deck", "hands", "table")

    def __init__(self, table: Table, hands: tuple[Hand, ...], deck: tuple[Card, ...]) -> None:
        self.table = table
        self.hands = hands
        self.deck = deck


class Event(Secret):
    """Something that happened.

    Attributes:
        name: what it was, a key of the catalogue (`news.<name>`).
        open: facts for everybody, JSON values; card motions under `moves`.
        private: what one seat is told instead of or beside it, by seat.
    """

    __slots__ = ("name", "open", "private")

    def __init__(
        self, name: str, open: Mapping[str, Any], private: Mapping[Seat, Mapping[str, Any]] | None = None
    ) -> None:
        self.name = name
        self.open = open
        self.private = private or {}


class Step(NamedTuple):
    """A new state and what happened on the way to it."""

    state: State[Any, Any]
    events: tuple[Event, ...]
