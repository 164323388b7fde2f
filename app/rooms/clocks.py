"""What a room does by itself, and when. Derived from the state and from who is here; nothing of it is stored. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from zlib import crc32

from app.rooms import entropy, guided
from app.rooms.ask import DealNow, HostGone, StartAgain, TakeOver, Zero
from app.rooms.presence import Presence
from app.rooms.state import Play, RoomState

HOUR = 3_600_000
BLINK = 10_000  # a page that loads anew, or whose server has gone, is back within so long (ms)


class Timers(NamedTuple):
    """Times in milliseconds, each a setting (docs/protocol.md).

    Attributes:
        next: how long a deal's end waits for everybody's next.
        bot: the shortest shown delay of a bot; bot_spread: how much longer it may take.
        swift: between the moves of a lesson that only lead on.
        away: when somebody who is gone is shown as away; takeover: when a bot plays for them; host: when the host's
            rights pass on. share: how long a seat's share of chance is waited for.
    """

    next: int = 15_000
    bot: int = 600
    bot_spread: int = 900
    swift: int = 80
    away: int = 25_000
    takeover: int = 90_000
    host: int = 60_000
    share: int = 10_000


class Ages(NamedTuple):
    """How long a room without a row is kept, in milliseconds: before a match, after one, and while one runs."""

    lobby: int = 48 * HOUR
    over: int = 24 * HOUR
    playing: int = 30 * 24 * HOUR

    def of(self, state: RoomState) -> int:
        """For a room in this state."""
        return {"lobby": self.lobby, "over": self.over}.get(state.phase, self.playing)


class BotTurn(NamedTuple):
    """The bot of this seat is to make the move of this turn; `timed`: because time is up."""

    match: str
    turn: int
    seat: int
    timed: bool = False


class Tell(NamedTuple):
    """Who is here looks different from now on: everybody is told."""


class Due(NamedTuple):
    """Something the room will do: when (ms since 1970), and what."""

    at: int
    what: DealNow | Zero | StartAgain | BotTurn | TakeOver | HostGone | Tell


def due(state: RoomState, presence: Presence, timers: Timers, now: int) -> Due | None:
    """The next thing the room does by itself; None when it waits for people, or when nobody is here.

    Args:
        presence: who has a socket in this room, spectators included. With nobody here everything freezes.
        now: what has been told before is not told again.
    """
    if not presence.here:
        return None
    dues = [*_people(state, presence, timers, now), *_match(state, presence, timers)]
    return min(dues, key=lambda one: one.at, default=None)


def _match(state: RoomState, presence: Presence, timers: Timers) -> Iterator[Due]:
    play = state.play
    if play is None:
        return
    if state.phase == "over":
        found = _again(state, presence, timers)
    elif play.match.pack():
        found = _deal(state, play, presence, timers)
    else:
        found = _bot(state, play, timers) or _clock(state, play)
    if found:
        yield found


def _people(state: RoomState, presence: Presence, timers: Timers, now: int) -> Iterator[Due]:
    """Who is missing: shown as away, replaced by a bot, and as host succeeded by somebody who sits here."""
    here = presence.here
    if state.host in here and all(h is None or h.guest is None or h.guest in here for h in state.seats):
        return  # as mostly, and it is asked with every move
    for seat, holder in state.seated():
        gone = presence.gone(holder.guest)
        if gone is None:
            continue
        if gone + timers.away > now:
            yield Due(gone + timers.away, Tell())
        if (at := takeover(state, seat, presence, timers)) is not None:
            yield Due(at, TakeOver(seat, state.head))
    gone = presence.gone(state.host)
    if gone is not None and (heir := _heir(state, presence)) is not None:
        yield Due(gone + timers.host, HostGone(heir, state.head))


def takeover(state: RoomState, seat: int, presence: Presence, timers: Timers) -> int | None:
    """When a bot will play for this seat, if its owner does not come back; None where none will."""
    holder = state.seats[seat]
    gone = presence.gone(holder.guest) if holder else None
    if gone is None or state.phase != "playing" or state.kind == guided.KIND:
        return None
    return None if seat in state.absent or seat in state.waited else gone + timers.takeover


def _heir(state: RoomState, presence: Presence) -> str | None:
    return next((h.guest for _, h in state.seated() if h.guest in presence.here and h.guest != state.host), None)


def is_away(guest: str | None, presence: Presence, timers: Timers, now: int) -> bool:
    """Whether a guest is shown as away: gone for longer than a page takes to come back."""
    gone = presence.gone(guest)
    return gone is not None and gone + timers.away <= now


def seated_here(state: RoomState, presence: Presence) -> set[int]:
    """The seats whose owners are here."""
    return {seat for seat, holder in state.seated() if holder.guest in presence.here and seat not in state.absent}


def _again(state: RoomState, presence: Presence, timers: Timers) -> Due | None:
    """The rematch of those who are here; whoever has gone a moment ago is waited for, since pages come back."""
    here = seated_here(state, presence)
    players = tuple(seat for seat, holder in state.seated() if holder.bot or seat in here)
    if here and here <= state.said and state.last_match and len(players) > 1:
        gone = (presence.gone(holder.guest) for seat, holder in state.seated() if seat not in state.absent)
        back = max((one for one in gone if one is not None), default=None)
        at = 0 if back is None else back + min(BLINK, timers.away)
        return Due(at, StartAgain(state.last_match, players))
    return None


def _deal(state: RoomState, play: Play, presence: Presence, timers: Timers) -> Due | None:
    what = DealNow(play.id, play.match.deals + 1)
    if play.match.deals == 0:
        return _share(play, presence, timers) or Due(0, what)
    here = seated_here(state, presence)
    if here and here <= state.said:
        return Due(0, what)
    return Due(play.idle + timers.next, what) if _goes_on(state, here) else None


def _share(play: Play, presence: Presence, timers: Timers) -> Due | None:
    """Before the first deal: who is not here adds nothing, and nobody is waited for too long."""
    for seat in entropy.missing(play):
        if presence.gone(play.players[seat].guest) is not None:
            return Due(0, Zero(play.id, seat, "absent"))
    owing = entropy.missing(play)
    return Due(play.idle + timers.share, Zero(play.id, owing[0], "silent")) if owing else None


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


def runs(state: RoomState) -> bool:
    """Whether a clock runs for the decision that is due: the house has one, and a person is to decide."""
    play = state.play
    if not state.house["clock"] or state.phase != "playing" or play is None or play.kind == guided.KIND:
        return False
    holders = [(seat, state.seats[seat]) for seat in play.match.to_act()]
    return any(holder and holder.guest and seat not in state.absent for seat, holder in holders)


def _clock(state: RoomState, play: Play) -> Due | None:
    if not runs(state):
        return None
    seat = min(play.match.to_act())
    return Due(_zero(state, play), BotTurn(play.id, play.match.turn, seat, timed=True))


def _zero(state: RoomState, play: Play) -> int:
    return play.idle + int(state.house["clock"]) * 1000


def clock(state: RoomState) -> dict[str, Any] | None:
    """The running clock as a `table` message says it: until when, and whether it began anew after nobody was here."""
    if not runs(state) or state.play is None:
        return None
    return {"until": _zero(state, state.play), "grace": state.play.grace}


def waits(state: RoomState, presence: Presence, timers: Timers) -> dict[str, Any] | None:
    """What the room waits for, and until when, as the `room` message says it."""
    if state.phase == "over":
        return {"for": "again", "until": None}
    play = state.play
    if state.phase != "playing" or play is None or not play.match.pack() or play.match.deals == 0:
        return None
    goes_on = _goes_on(state, seated_here(state, presence))
    return {"for": "next", "until": play.idle + timers.next if goes_on else None}
