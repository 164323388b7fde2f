"""What a viewer is told: the messages `room` and `table` of p1, from the state. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from app.rooms import branching, clocks, entropy, guided
from app.rooms.clocks import Timers
from app.rooms.pieces import Pieces
from app.rooms.presence import Presence
from app.rooms.state import Item, Play, RoomState

Message = dict[str, Any]
Hear = Callable[[Item, int | None], Any]


def room(
    state: RoomState,
    presence: Presence,
    watchers: Iterable[tuple[str, str]],
    say: str | None,
    timers: Timers,
    now: int,
) -> Message:
    """The room as everybody in it may see it.

    Args:
        presence: who has a socket here. watchers: id and name of those without a seat.
        say: the code to say aloud.
    """
    names = dict(watchers)
    open_lobby = state.phase != "playing" and not state.house["locked"]
    return {
        "t": "room",
        "v": state.head,
        "phase": state.phase,
        "kind": state.kind,
        "match": state.play.id if state.play else None,
        "game": state.game,
        "options": dict(state.options),
        "house": dict(state.house),
        "host": state.host,
        "seats": [_seat(state, nth, presence, timers, now) for nth in range(len(state.seats))],
        "claims": _claims(presence, names),
        "watchers": [{"guest": guest, "name": name} for guest, name in names.items()],
        "said": sorted(state.said),
        "waits": clocks.waits(state, presence, timers),
        "broken": state.play.broken if state.play else None,
        "say": say.upper() if say and open_lobby else None,
        "fair": _fair(state.play),
        "last_match": state.last_match,
        "from": branching.came_from(state.origin),
    }


def _claims(presence: Presence, names: Mapping[str, str]) -> list[Message]:
    return [{"guest": one, "name": names[one], "seat": seat} for one, seat in presence.claims.items() if one in names]


def _seat(state: RoomState, nth: int, presence: Presence, timers: Timers, now: int) -> Message | None:
    holder = state.seats[nth]
    if holder is None:
        return None
    why = state.absent.get(nth)
    away = why is not None or clocks.is_away(holder.guest, presence, timers, now)
    return {
        "guest": holder.guest,
        "name": holder.name,
        "avatar": holder.avatar,
        "bot": holder.bot,
        "state": "left" if why == "left" else "away" if away else "present",
        "kept": why is not None,
        "waited": nth in state.waited,
        "until": clocks.takeover(state, nth, presence, timers) if away else None,
        "hints": state.play.hints.get(nth, 0) if state.play and state.phase == "playing" else 0,
    }


def _fair(play: Play | None) -> Message | None:
    if play is None:
        return None
    return {
        "match": play.id,
        "commitments": list(play.commitments),
        "pledges": [{"seat": seat, "sha256": sealed} for seat, sealed in sorted(play.pledges.items())],
        "shares": entropy.told(play),
        "seeds": play.revealed(),
    }


def news(play: Play, seat: int | None, since: int | None, hear: Hear | None = None) -> list[Message]:
    """What happened in the deal that runs, for one viewer, after row `since`; all of it, marked old, for None.

    Args:
        hear: what is told of an item's events; by default the events as this viewer hears them.
    """
    items, hear = play.news, hear or (lambda item, seat: play.match.news(item.events, seat))
    at = 0 if since is None else len(items)
    while at and items[at - 1].v > (since or 0):
        at -= 1
    return [_item(item, hear(item, seat), old=since is None) for item in items[at:]]


def _item(item: Item, events: Any, *, old: bool) -> Message:
    told = {"v": item.v if item.past is None else item.past, "at": item.at, "by": item.by, "events": events}
    if item.timed:
        told["timed"] = True
    if old or item.past is not None:
        told["old"] = True
    return told


def table(
    state: RoomState, seat: int | None, since: int | None, ack: str | None = None, pieces: Pieces | None = None
) -> Message | None:
    """The match as one viewer may see it, with the news since the row that viewer had; None where no match is.

    Args:
        pieces: of this position, where some were made already.

    Returns:
        The message, to be made into bytes by orjson; `view`, `offer` and events are JSON already.
    """
    play = state.play
    if play is None or not play.steps:
        return None
    pieces = pieces or Pieces(play.match)
    told: Message = {
        "t": "table",
        "match": play.id,
        "v": state.head,
        "turn": play.match.turn,
        "view": pieces.view(seat),
        "offer": pieces.offer(seat),
        "news": news(play, seat, since, pieces.events),
    }
    if state.house["clock"]:
        told["clock"] = clocks.clock(state)
    if play.kind == guided.KIND:
        told["lesson"] = guided.step(play, seat)
    if ack is not None:
        told["ack"] = ack
    return told
