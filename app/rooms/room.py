"""The room, pure. `receive` judges a command and changes nothing; `fold` carries out a row that is stored.

    receive(state, command, by, now, house) -> Row | Refusal
    fold(state, row, shelf)                 -> (state, Told)

Own rows and rows of other processes take the same way. The nouns live beside this file: seats, host, play, again,
absence.
"""

from __future__ import annotations

from typing import Any

from app.rooms import absence, again, claims, entropy, hints, host, play, seats, wire
from app.rooms.ask import Ask, By, Dealer, System
from app.rooms.house import HOUSE
from app.rooms.presence import Presence
from app.rooms.state import Claimed, Refusal, RoomState, Row, Told, Turned
from engine.games import Shelf

Answer = Row | Refusal | Claimed | Turned
NOBODY_SEEN = Presence()
_RECEIVE: dict[type, Any] = {
    **seats.RECEIVE,
    **host.RECEIVE,
    **play.RECEIVE,
    **again.RECEIVE,
    **absence.RECEIVE,
    **claims.RECEIVE,
    **entropy.RECEIVE,
    **hints.RECEIVE,
}
_FOLD: dict[str, Any] = {
    **entropy.FOLD,
    **seats.FOLD,
    **host.FOLD,
    **play.FOLD,
    **again.FOLD,
    **absence.FOLD,
    **hints.FOLD,
}


def receive(
    state: RoomState,
    command: wire.Messages | wire.Commands | System,
    by: By,
    now: int,
    dealer: Dealer,
    presence: Presence = NOBODY_SEEN,
) -> Answer:
    """Judge a command against the state it was made for.

    Args:
        command: what was asked, of the client's wire or of the room's own kinds.
        by: who asks. now: milliseconds since 1970. dealer: the shelf, and chance for seeds. presence: who is here.

    Returns:
        The row to store, or why not; for a claim, what is asked of the table. Nothing is changed.
    """
    judge = _RECEIVE.get(type(command))
    if judge is None:
        return Refusal("bad", {"why": "not_yet"})
    answer: Answer = judge(Ask(state, command, by, now, dealer, presence))
    return answer


def fold(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    """The state after a stored row, and the letters it makes."""
    after, told = _FOLD[row.kind](state, row, shelf)
    return after, told


def opened(room: str, row: Row, shelf: Shelf) -> RoomState:
    """The state after a room's first row, or after a `start` row, which carries the whole room."""
    if row.kind == "open":
        body = row.body
        return RoomState(
            id=room,
            head=row.seq,
            phase="lobby",
            host=body["host"],
            game=body["game"],
            options=body["options"],
            house={**HOUSE, **body["house"]},
            seats=(None,) * shelf[body["game"]].seats[-1],
            kind=body.get("kind", "play"),
        )
    before = play.restore(room, row)
    after, _ = fold(before, row, shelf)
    return after
