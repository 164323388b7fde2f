"""Every message of protocol p1 that a client may send (docs/protocol.md). A closed list: unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Id = Annotated[str, Meta(pattern=r"^[!-~]{1,64}$(?!\n)")]
Short = Annotated[str, Meta(max_length=64)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
SeatIndex = Annotated[int, Meta(ge=0, le=15)]
Level = Literal["easy", "medium", "hard", "expert"]


class Unreadable(ValueError):
    """A frame that is no message of p1; `id` is the command's id where one could be read."""

    def __init__(self, why: str, id: str | None = None) -> None:
        super().__init__(why)
        self.id = id


class Message(Struct, forbid_unknown_fields=True, tag_field="t"):
    """A message that is no command."""


class Hello(Message, tag="hello"):
    """The first frame of a socket: what this page has already."""

    p: int
    want: Literal["play", "watch"] = "play"
    build: Short = ""
    tab: Short = ""
    last: Count | None = None


class Move(Message, tag="move"):
    """A move for the decision `turn`."""

    id: Id
    turn: Count
    move: Any


class Say(Message, tag="say"):
    """A line of chat, a preset phrase or a reaction."""

    id: Id
    text: Annotated[str, Meta(max_length=1200)] | None = None
    phrase: Short | None = None
    emote: Short | None = None


class Ping(Message, tag="ping"):
    """Are you there?"""

    n: Count
    v: Count | None = None


class Command(Struct, forbid_unknown_fields=True, tag_field="do"):
    """A command to the room."""

    t: Literal["cmd"]
    id: Id


class Sit(Command, tag="sit"):
    seat: SeatIndex | None = None


class Stand(Command, tag="stand"):
    pass


class SeatOrder(Command, tag="seat_order"):
    seats: Annotated[list[SeatIndex], Meta(max_length=16)]


class Name(Command, tag="name"):
    name: Annotated[str, Meta(max_length=1000)]


class ChooseGame(Command, tag="game"):
    game: Short


class Options(Command, tag="options"):
    options: Annotated[dict[Short, bool | int | str], Meta(max_length=16)]


class House(Struct, forbid_unknown_fields=True):
    """House rules; absent fields stay as they are."""

    clock: Literal[0, 30, 60] | msgspec.UnsetType = msgspec.UNSET
    watchers: bool | msgspec.UnsetType = msgspec.UNSET
    chat: Literal["all", "players", "off"] | msgspec.UnsetType = msgspec.UNSET
    hints: bool | msgspec.UnsetType = msgspec.UNSET
    locked: bool | msgspec.UnsetType = msgspec.UNSET
    listed: bool | msgspec.UnsetType = msgspec.UNSET
    bot_level: Level | msgspec.UnsetType = msgspec.UNSET


class SetHouse(Command, tag="house"):
    house: House


class Bot(Command, tag="bot"):
    seat: SeatIndex
    level: Level


class Unbot(Command, tag="unbot"):
    seat: SeatIndex


class Start(Command, tag="start"):
    pass


class Next(Command, tag="next"):
    pass


class Again(Command, tag="again"):
    pass


class Kick(Command, tag="kick"):
    guest: Short


class Lock(Command, tag="lock"):
    on: bool


class HandOver(Command, tag="hand_over"):
    guest: Short


class Leave(Command, tag="leave"):
    pass


class Absent(Command, tag="absent"):
    seat: SeatIndex
    choice: Literal["wait", "bot", "end"]


class Claim(Command, tag="claim"):
    seat: SeatIndex


class Approve(Command, tag="approve"):
    guest: Short
    yes: bool


class Code(Command, tag="code"):
    pass


# Of p1, and not carried out yet: they are read, so that a client learns it in words.
class Pledge(Command, tag="pledge"):
    hash: Short


class Share(Command, tag="share"):
    bytes: Short


class Hint(Command, tag="hint"):
    pass


Commands = (
    Sit | Stand | SeatOrder | Name | ChooseGame | Options | SetHouse | Bot | Unbot | Start | Next | Again | Kick | Lock
    | HandOver | Leave | Pledge | Share | Absent | Claim | Approve | Code | Hint
)  # fmt: skip
Messages = Hello | Move | Say | Ping


class _Peek(Struct):
    t: str
    id: str | None = None


_peek = msgspec.json.Decoder(_Peek)
_messages = msgspec.json.Decoder(Messages)
_commands = msgspec.json.Decoder(Commands)


def read(frame: str | bytes) -> Messages | Commands:
    """A frame as a message. Raises Unreadable for whatever is not exactly a message of p1."""
    id = None
    try:
        peeked = _peek.decode(frame)
        id = peeked.id[:64] if peeked.id else None
        return _commands.decode(frame) if peeked.t == "cmd" else _messages.decode(frame)
    except (msgspec.DecodeError, RecursionError, UnicodeError, OverflowError, ValueError) as error:
        raise Unreadable(str(error)[:200].encode("ascii", "replace").decode(), id) from error


def schema() -> dict[str, Any]:
    """JSON Schema of everything a client may send; docs/protocol.schema.json is this, and a test holds it there."""
    kinds, parts = msgspec.json.schema_components([Messages, Commands], ref_template="#/$defs/{name}")
    title = "What a client of Waterside's protocol p1 may send"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, "anyOf": kinds, "$defs": parts}
