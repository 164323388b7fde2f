"""What a room asks when a bot is to move: for whom, at which level, and what that seat knows. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from app.rooms import guided, letters
from app.rooms.ask import BotMove, ClockMove, Dealer
from app.rooms.clocks import BotTurn
from app.rooms.state import RoomState
from engine import bots


class Question(NamedTuple):
    """All that a bot gets (see `engine.bots.choose`)."""

    game: str
    level: str
    view: Mapping[str, Any]
    offer: Mapping[str, Any]
    news: Sequence[Mapping[str, Any]]
    seed: int


def question(state: RoomState, turn: BotTurn, dealer: Dealer) -> Question | BotMove | ClockMove | None:
    """The question of this turn; its answer where nothing is to be thought about; None where the turn is over."""
    play = state.play
    if play is None or play.match.turn != turn.turn or turn.seat not in play.match.to_act():
        return None
    if ply := guided.by_itself(play):
        return BotMove(play.id, turn.turn, turn.seat, ply.move)
    match, seed = play.match, int.from_bytes(dealer.chance(8), "big")
    if match.game.name not in dealer.bots:  # somebody left a game that has no bot
        return made(play.id, turn, match.game.write(bots.any_of(match.moves(turn.seat), seed)))
    return Question(
        match.game.name,
        level(state, turn.seat),
        match.view(turn.seat),
        match.offer(turn.seat) or {},
        letters.news(play, turn.seat, None),
        seed,
    )


def level(state: RoomState, seat: int) -> str:
    """How well a bot plays on this seat: its own level, or the house's for somebody absent."""
    holder = state.seats[seat]
    return str((holder.bot if holder else None) or state.house["bot_level"])


def made(match: str, turn: BotTurn, move: Mapping[str, Any]) -> BotMove | ClockMove:
    """The command that makes the move."""
    return (ClockMove if turn.timed else BotMove)(match, turn.turn, turn.seat, move)
