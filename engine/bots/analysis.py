"""A finished match, looked back on step by step: how it stood, what each choice cost, what the cards brought.

    judged(game, seats, options, entries, since, until, seed) -> one part a step, JSON
    summed(parts) -> the analysis, JSON (docs/record.md)

Choices are judged by what the expert thinks of them, from what their seat knew then; luck is what dealing and drawing
did to the chance of winning. A choice that seems to have cost something is looked at again in more worlds. The same
seed gives the same parts, however they are cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp
from types import ModuleType
from typing import Any, NamedTuple
from zlib import crc32

from engine.bots import hints
from engine.bots.judged import FLAG, Worths
from engine.core.match import Deal, Entry, Match, Played
from engine.core.state import Event
from engine.games import SHELF

VERSION = 1
TURNING = 3
Part = dict[str, Any]
_HERDS, _WATERS = "herd_judge", "water_judge"
_JUDGES = {"waterhole": _HERDS, "kariba": _HERDS, "seven_waters": _WATERS}


def known(game: str) -> bool:
    """Whether matches of this game can be analysed."""
    return game in _JUDGES


def judged(
    game: str, seats: int, options: Mapping[str, Any], entries: Sequence[Entry], since: int, until: int, seed: int
) -> list[Part]:
    """The parts of the steps since..until-1.

    Args:
        entries: the whole match, in order. seed: of the worlds.

    Returns:
        For each step {"game", "curve", "luck", "move", "turn"}: every seat's chance of winning after it; what its
        cards did to these chances; the choice that was made, or None; and what there is to say of it, where it cost
        something.
    """
    return [
        _part(game, step, seed) for step in steps(game, seats, options, entries[:until]) if step.nth >= since
    ]  # fmt: skip


class Moment(NamedTuple):
    """A match after a step, with what each seat and the watcher heard of the deal that runs."""

    match: Match
    news: tuple[tuple[Mapping[str, Any], ...], ...]

    def views(self) -> list[dict[str, Any]]:
        """What each seat sees."""
        return [self.match.view(seat) for seat in range(self.match.seats)]


class Step(NamedTuple):
    """A deal or a move, with the match before and after it, and what happened."""

    nth: int
    entry: Entry
    before: Moment
    after: Moment
    events: tuple[Event, ...]

    def turned_up(self) -> bool:
        """Whether a card was seen that nobody could know of."""
        return any(
            event.name in ("refill", "uncover") or (event.name == "draw" and event.open.get("source", "deck") == "deck")
            for event in self.events
        )


def steps(game: str, seats: int, options: Mapping[str, Any], entries: Sequence[Entry]) -> Iterator[Step]:
    """Every step of a match."""
    opened = Match.open(SHELF[game], seats, options)
    before = Moment(opened, ((),) * seats)
    for nth, (entry, (match, events)) in enumerate(zip(entries, opened.fold(entries), strict=True)):
        heard = tuple({"events": match.news(events, seat)} for seat in range(seats))
        news = [() if isinstance(entry, Deal) else one for one in before.news]
        after = Moment(match, tuple((*old, new) for old, new in zip(news, heard, strict=True)))
        yield Step(nth, entry, before, after, tuple(events))
        before = after


def _judge(game: str) -> ModuleType:
    """Who judges a game; numpy is loaded with it."""
    from importlib import import_module

    return import_module(f"engine.bots.{_JUDGES[game]}")


def _part(game: str, step: Step, seed: int) -> Part:
    judge, entry = _judge(game), step.entry
    curve = _stands(judge, step.after, seed)
    luck, move, turn = [0.0] * len(curve), None, None
    if isinstance(entry, Deal):
        even = [1 / len(curve)] * len(curve)
        luck = _less(curve, _stands(judge, step.before, seed) if step.nth else even)
    else:
        if step.turned_up():
            news = step.before.news[entry.seat]
            luck = _less(curve, judge.promised(step.before.views(), news, entry.move, seed, judge.OPEN))
        move, turn = _choice(judge, game, step, entry, seed)
    short = [round(one, 4) for one in curve]
    return {"game": game, "curve": short, "luck": luck, "move": move, "turn": turn}


def _stands(judge: ModuleType, moment: Moment, seed: int) -> list[float]:
    """Every seat's chance of winning; once the match is over, what each has of the win."""
    match = moment.match
    if (result := match.result()) is not None:
        winners = result.winners or range(match.seats)
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(match.seats)]
    if not match.to_act():
        return list(judge.between(match.view(None), seed, judge.FUTURES))
    (seat,) = match.to_act()
    return list(judge.stands(moment.views(), moment.news[seat], seed, judge.OPEN))


def _choice(
    judge: ModuleType, game: str, step: Step, entry: Played, seed: int
) -> tuple[Part | None, Part | None]:  # fmt: skip
    """What a choice cost, and its reasons where it cost something."""
    seat, made = entry.seat, entry.move
    match, news = step.before.match, step.before.news[seat]
    view, offer = match.view(seat), match.offer(seat) or {}
    own = crc32(f"{seed}:{step.nth}".encode())
    worths: Worths | None = judge.worths(view, offer, news, made, own)
    if worths is None:
        return None, None
    loss = round(max(0.0, worths.best - worths.made), 4)
    flagged = loss >= FLAG
    move = {
        "step": step.nth,
        "seat": seat,
        "chance": round(worths.made, 4),
        "best": round(worths.best, 4),
        "loss": loss,
        "flagged": flagged,
        "better": dict(worths.better) if loss > 0 else None,
    }
    if not flagged:
        return move, None
    why = [dict(zip(("key", "facts"), hints.why(game, view, news, one), strict=True)) for one in (made, worths.better)]
    turn = {
        "step": step.nth,
        "seat": seat,
        "loss": loss,
        "made": dict(made),
        "better": move["better"],
        "made_why": why[0],
        "better_why": why[1],
    }
    return move, turn


def _less(after: Sequence[float], before: Sequence[float]) -> list[float]:
    return [round(new - old, 5) for new, old in zip(after, before, strict=True)]


def accuracy(game: str, loss: float) -> int:
    """How close choices came to the best ones, 0-100, from the mean chance of winning that was lost."""
    return round(100 * exp(-_judge(game).SHARP * 100 * loss))


def summed(parts: Sequence[Part]) -> dict[str, Any]:
    """All parts of a match, in order, as its analysis."""
    game, moves = parts[-1]["game"], [part["move"] for part in parts if part["move"]]
    turns = sorted((part["turn"] for part in parts if part["turn"]), key=lambda turn: -turn["loss"])
    players = []
    for seat in range(len(parts[-1]["curve"])):
        mine = [move for move in moves if move["seat"] == seat]
        loss = sum(move["loss"] for move in mine) / max(1, len(mine))
        players.append(
            {
                "seat": seat,
                "accuracy": accuracy(game, loss),
                "loss": loss,
                "moves": len(mine),
                "flagged": sum(move["flagged"] for move in mine),
                "luck": round(sum(part["luck"][seat] for part in parts), 4),
            }
        )
    return {
        "worlds": _judge(game).WORLDS,
        "curve": [part["curve"] for part in parts],
        "moves": moves,
        "players": players,
        "turning": sorted(turns[:TURNING], key=lambda turn: turn["step"]),
    }
