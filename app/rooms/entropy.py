"""Everybody's share of chance (deal-v1): sealed first, opened when all are sealed, once per match. Pure.

No order is computed before every seat's share is in or marked zero. A bot's seat counts as zero from the beginning.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

from app.rooms import wire
from app.rooms.ask import Ask, Zero
from app.rooms.state import Play, Refusal, RoomState, Row, Told, change
from engine.games import Shelf

Answer = Row | Refusal
_HASH = re.compile(r"[0-9a-f]{64}")
_SHARE = re.compile(r"[0-9a-f]{32}")


def missing(play: Play) -> list[int]:
    """The seats whose share is neither in nor marked zero."""
    if play.kind != "play":
        return []
    people = (seat for seat, holder in enumerate(play.players) if holder.guest)
    return [seat for seat in people if seat not in play.shares and seat not in play.zeros]


def sealed(play: Play) -> bool:
    """Whether every seat that still counts has sealed its share: from now on they are opened."""
    return all(seat in play.pledges for seat in missing(play))


def shares(play: Play) -> list[bytes]:
    """Every seat's share in order, empty where it is zero."""
    return [bytes.fromhex(play.shares.get(seat, "")) for seat in range(len(play.players))]


def why_zero(play: Play, seat: int) -> str | None:
    """Why a seat's share is zero, if it is."""
    return "bot" if play.players[seat].guest is None else play.zeros.get(seat)


def told(play: Play) -> list[dict[str, Any]]:
    """What is known of every seat's share: opened, or zero and why; nothing yet where it is waited for."""
    known: list[dict[str, Any]] = []
    for seat in range(len(play.players)):
        if seat in play.shares:
            known.append({"seat": seat, "bytes": play.shares[seat]})
        elif why := why_zero(play, seat):
            known.append({"seat": seat, "zero": why})
    return known


def _due(ask: Ask) -> tuple[Play, int] | Refusal:
    """The match that waits for shares, and the asking seat that still owes one."""
    state = ask.state
    play, seat = state.play, state.seat_of(ask.by.guest)
    if seat is None:
        return Refusal("role", {"needs": "seat"})
    if state.phase != "playing" or play is None or play.match.deals or seat not in missing(play):
        return Refusal("stale")
    return play, seat


def pledge(ask: Ask) -> Answer:
    """SHA-256 of the share that this seat will open."""
    due = _due(ask)
    if isinstance(due, Refusal):
        return due
    play, seat = due
    if not _HASH.fullmatch(ask.command.hash):
        return Refusal("bad", {"field": "hash"})
    if seat in play.pledges:
        return Refusal("stale")
    return ask.row("pledge", {"seat": seat, "hash": ask.command.hash})


def share(ask: Ask) -> Answer:
    """The share itself, sixteen bytes as hex: what was sealed, and only once all are sealed."""
    due = _due(ask)
    if isinstance(due, Refusal):
        return due
    play, seat = due
    if not sealed(play):
        return Refusal("illegal", {"rule": "not_sealed"})
    given = ask.command.bytes
    if not _SHARE.fullmatch(given) or hashlib.sha256(bytes.fromhex(given)).hexdigest() != play.pledges[seat]:
        return Refusal("bad", {"field": "bytes"})
    return ask.row("share", {"seat": seat, "bytes": given})


def zero(ask: Ask) -> Answer:
    """The room itself: nobody is there to add a share, or nobody has for too long."""
    play, command = ask.state.play, ask.command
    if play is None or play.id != command.match or play.match.deals or command.seat not in missing(play):
        return Refusal("stale")
    return ask.row("share", {"seat": command.seat, "zero": command.why})


def fold_pledge(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    play = _running(state)
    sealed_now = play._replace(pledges={**play.pledges, row.body["seat"]: row.body["hash"]}, idle=row.at)
    return change(state, head=row.seq, play=sealed_now), Told(room=True, table=False)


def fold_share(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    play, seat = _running(state), row.body["seat"]
    if "zero" in row.body:
        play = play._replace(zeros={**play.zeros, seat: row.body["zero"]})
    else:
        play = play._replace(shares={**play.shares, seat: row.body["bytes"]})
    return change(state, head=row.seq, play=play), Told(room=True, table=False)


def _running(state: RoomState) -> Play:
    if state.play is None:
        raise ValueError("a share without a match")
    return state.play


RECEIVE: dict[type, Any] = {wire.Pledge: pledge, wire.Share: share, Zero: zero}
FOLD: dict[str, Any] = {"pledge": fold_pledge, "share": fold_share}
