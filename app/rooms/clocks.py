"""What a room does by itself, and when. Derived from the state and from who is here; nothing of it is stored. Pure."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple
from zlib import crc32

from app.rooms import guided
from app.rooms.ask import DealNow, StartAgain
from app.rooms.state import Play, RoomState


class Timers(NamedTuple):
    """Times in milliseconds, each a setting (docs/protocol.md).

    Attributes:
        next: how long a deal's end waits for everybody's next.
        bot: the shortest shown delay of a bot; bot_spread: how much longer it may take.
        swift: between the moves of a lesson that only lead on.
    """

    next: int = 15_000
    bot: int = 600
    bot_spread: int = 900
    swift: int = 80


class BotTurn(NamedTuple):
    """The bot of this seat is to make the move of this turn."""

    match: str
    turn: int
    seat: int


class Due(NamedTuple):
    """Something the room will do: when (ms since 1970), and what."""

    at: int
    what: DealNow | StartAgain | BotTurn


def due(state: RoomState, present: Collection[str], timers: Timers) -> Due | None:
    """The next thing the room does by itself; None when it waits for people, or when nobody is here.

    Args:
        present: the guests with a socket in this room, spectators included. With nobody present everything freezes.
    """
    if not present:
        return None
    play = state.play
    if play is None:
        return None
    if state.phase == "over":
        return _again(state, present)
    if play.match.pack():
        return _deal(state, play, present, timers)
    return _bot(state, play, timers)


def seated_here(state: RoomState, present: Collection[str]) -> set[int]:
    """The seats whose owners are here."""
    return {seat for seat, holder in state.seated() if holder.guest in present and seat not in state.absent}


def _again(state: RoomState, present: Collection[str]) -> Due | None:
    here = seated_here(state, present)
    players = tuple(seat for seat, holder in state.seated() if holder.bot or seat in here)
    if here and here <= state.said and state.last_match and len(players) > 1:
        return Due(0, StartAgain(state.last_match, players))
    return None


def _deal(state: RoomState, play: Play, present: Collection[str], timers: Timers) -> Due | None:
    what = DealNow(play.id, play.match.deals + 1)
    if play.match.deals == 0:
        return Due(0, what)
    here = seated_here(state, present)
    if here and here <= state.said:
        return Due(0, what)
    return Due(play.idle + timers.next, what) if _goes_on(state, here) else None


def _goes_on(state: RoomState, here: set[int]) -> bool:
    """Whether the next deal comes by itself: for several, or where bots keep every seat and no next can come.

    With players who are away and spectators only, the players' next is theirs.
    """
    owned = {seat for seat, holder in state.seated() if holder.guest and seat not in state.absent}
    return len(here) > 1 or not owned


def _bot(state: RoomState, play: Play, timers: Timers) -> Due | None:
    if play.kind == guided.KIND:
        ply = guided.by_itself(play)
        wait = timers.swift if ply and ply.swift else timers.bot
        return Due(play.idle + wait, BotTurn(play.id, play.match.turn, ply.seat)) if ply else None
    for seat in sorted(play.match.to_act()):
        holder = state.seats[seat]
        if holder and (holder.bot or seat in state.absent):
            # The same delay on every process and after every restart.
            pause = crc32(f"{play.id}:{play.match.turn}".encode()) % max(1, timers.bot_spread)
            return Due(play.idle + timers.bot + pause, BotTurn(play.id, play.match.turn, seat))
    return None


def waits(state: RoomState, present: Collection[str], timers: Timers) -> dict[str, Any] | None:
    """What the room waits for, and until when, as the `room` message says it."""
    if state.phase == "over":
        return {"for": "again", "until": None}
    play = state.play
    if state.phase != "playing" or play is None or not play.match.pack() or play.match.deals == 0:
        return None
    goes_on = _goes_on(state, seated_here(state, present))
    return {"for": "next", "until": play.idle + timers.next if goes_on else None}
