"""A hint: what a strong bot would do in one's place. That it was asked for is public; what it says, its asker hears.
Pure; the thinking is done by `thinkers`, the reason comes from `engine.bots.hints`.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

from app.rooms import guided, letters, wire
from app.rooms.ask import Ask
from app.rooms.state import Guest, Refusal, RoomState, Row, Told, change
from app.rooms.thinking import Question
from engine.bots import hints
from engine.games import Shelf

LEVEL = "hard"


def allowed(state: RoomState, seat: int) -> bool:
    """Against bots alone, or where the house has hints."""
    return bool(state.house["hints"]) or all(holder.bot for nth, holder in state.seated() if nth != seat)


def hint(ask: Ask) -> Row | Refusal:
    """Whoever is to decide may ask once a decision; more often is the same answer."""
    state, play = ask.state, ask.state.play
    seat = state.seat_of(ask.by.guest) if ask.by.guest else None
    if seat is None:
        return Refusal("role", {"needs": "seat"})
    if play is None or state.phase != "playing" or not play.steps:
        return Refusal("illegal", {"rule": "not_started"})
    if play.kind == guided.KIND or not allowed(state, seat) or play.match.game.name not in ask.dealer.bots:
        return Refusal("illegal", {"rule": "no_hints"})
    if seat not in play.match.to_act():
        return Refusal("not_your_turn", {"to_act": sorted(play.match.to_act())})
    return ask.row("hint", {"match": play.id, "turn": play.match.turn, "seat": seat})


def fold_hint(state: RoomState, row: Row, shelf: Shelf) -> tuple[RoomState, Told]:
    """Everybody learns that this seat was helped."""
    play, seat = state.play, row.body["seat"]
    if play is None:
        raise ValueError("a hint in a room without a match")
    helped = {**play.hints, seat: play.hints.get(seat, 0) + 1}
    return change(state, head=row.seq, play=play._replace(hints=helped)), Told(room=True, table=False)


def question(state: RoomState, guest: Guest) -> Question | None:
    """What is thought about for this guest, the same each time; None where it is not theirs to decide any more."""
    play, seat = state.play, state.seat_of(guest)
    if play is None or seat is None or seat not in play.match.to_act():
        return None
    match, seed = play.match, crc32(f"{play.id}:{play.match.turn}:{seat}".encode())
    return Question(
        match.game.name, LEVEL, match.view(seat), match.offer(seat) or {}, letters.news(play, seat, None), seed
    )


def told(asked: Question, move: Any) -> dict[str, Any]:
    """The hint as its asker gets it: the move, and the reason as a key with facts."""
    key, facts = hints.why(asked.game, asked.view, asked.news, move)
    return {"move": move, "key": key, "facts": facts}


RECEIVE: dict[type, Any] = {wire.Hint: hint}
FOLD: dict[str, Any] = {"hint": fold_hint}
