"""Playing on from a moment of a finished match: where the position comes from, and who sits in it. Pure.

The match begins after a step of the other one. Its packs lie in that one's orders, and so do those of the deals that
follow. Seats without anybody are kept by bots, so such a match always has as many seats as the other one had.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from app.rooms.names import BOT_NAMES, distinct
from app.rooms.state import AVATARS, Holder, Item, Origin, Refusal, RoomState, Row, Step
from engine.core.errors import GameError
from engine.core.match import AnyGame, Deal, Match, Played

KIND = "branch"


class Unfit(ValueError):
    """Nothing can be played on from there; `field` and `facts` say why."""

    def __init__(self, field: str, **facts: Any) -> None:
        super().__init__(field)
        self.field = field
        self.facts = facts


def origin(record: Mapping[str, Any], told: Mapping[str, Any], step: int, game: AnyGame) -> Origin:
    """The moment after a step of a finished match. `told`: its steps and fairness. Raises Unfit."""
    last = len(told["steps"]) - 1
    if not 0 <= step <= last:
        raise Unfit("step", max=last)
    orders = tuple(tuple(deal["order"]) for deal in told["fairness"]["deals"])
    bots = tuple(seat["name"] if seat["bot"] else None for seat in record["seats"])
    found = Origin(record["match"], step, bots, tuple(told["steps"][: step + 1]), orders)
    try:
        if len(orders) != game.deals(record["options"]):
            raise Unfit("match", why="deals")
        match, _, _ = position(Match.open(game, len(bots), record["options"]), found, 0)
    except (GameError, LookupError, TypeError, RuntimeError) as error:
        raise Unfit("match", why="rules") from error
    if match.result() is not None:
        raise Unfit("step", why="over", max=last)
    return found


def secret(found: Origin) -> dict[str, Any]:
    """What a `start` row keeps of it where nobody looks: what was played so far, and every deal's order."""
    return {"steps": [dict(one) for one in found.steps], "orders": [list(order) for order in found.orders]}


def public(found: Origin) -> dict[str, Any]:
    """The rest of it, as it stands in a `start` row's room."""
    return {"match": found.match, "step": found.step, "bots": list(found.bots)}


def restored(kept: Mapping[str, Any], hidden: Mapping[str, Any]) -> Origin:
    """The moment as `public` and `secret` wrote it."""
    orders = tuple(tuple(order) for order in hidden["orders"])
    return Origin(kept["match"], kept["step"], tuple(kept["bots"]), tuple(hidden["steps"]), orders)


def came_from(found: Origin | None) -> dict[str, Any] | None:
    """As a `room` message says it; `move`: how many moves had been made."""
    if found is None:
        return None
    moves = sum("seat" in one for one in found.steps)
    return {"match": found.match, "step": found.step, "move": moves}


def fixed(state: RoomState) -> Refusal | None:
    """A refusal in a room that plays on: its game and options are those of the match it came from."""
    return Refusal("illegal", {"rule": "branch_fixed"}) if state.kind == KIND else None


def filled(state: RoomState, seats: Sequence[int]) -> tuple[Holder, ...]:
    """Every seat held: those named by whoever has them, the others by bots, under the names that bots had there."""
    had = state.origin.bots if state.origin else (None,) * len(state.seats)
    held = [holder if nth in seats else None for nth, holder in enumerate(state.seats)]
    for nth, holder in enumerate(held):
        if holder is None:
            known = [*(one.name for one in held if one), *(name for name in had if name)]
            free = had[nth] or next((name for name in BOT_NAMES if name not in known), BOT_NAMES[0])
            held[nth] = Holder(
                None,
                distinct(free, [one.name for one in held if one]),
                _avatar(nth, [one.avatar for one in held if one]),
                state.house["bot_level"],
            )
    return tuple(holder for holder in held if holder)


def _avatar(seat: int, used: Sequence[int]) -> int:
    """The one that a replay shows at this seat, where nobody has it."""
    return next((one for one in (seat % AVATARS, *range(AVATARS)) if one not in used), seat % AVATARS)


def order(state: RoomState, deal: int) -> list[Any]:
    """The pack of a deal that follows, as it lay in the other match."""
    if state.origin is None:
        raise ValueError("a deal of a match that came from nowhere")
    return list(state.origin.orders[deal - 1])


def begun(state: RoomState, match: Match, row: Row) -> tuple[Match, tuple[Step, ...], tuple[Item, ...]]:
    """The match as a `start` row lays it out, the steps behind it, and what happened in the deal that runs."""
    if state.origin is None:
        raise ValueError("a match that came from nowhere")
    after, steps, told = position(match, state.origin, row.at)
    return after, steps, tuple(_item(row, nth - len(told) + 1, *one) for nth, one in enumerate(told))


def _item(row: Row, past: int, step: Step, events: tuple[Any, ...]) -> Item:
    by = step.entry.seat if isinstance(step.entry, Played) else None
    return Item(row.seq, step.at, by, events, timed=step.by == "clock", past=past)


def position(
    match: Match, found: Origin, now: int
) -> tuple[Match, tuple[Step, ...], list[tuple[Step, tuple[Any, ...]]]]:
    """The position, the steps that led to it, and what each of the deal that runs made happen. Raises BadLog."""
    steps, told = tuple(_steps(found, now)), list[tuple[Step, tuple[Any, ...]]]()
    for step, (after, events) in zip(steps, match.fold(one.entry for one in steps), strict=True):
        match, told = after, [*([] if isinstance(step.entry, Deal) else told), (step, events)]
    return match, steps, told


def _steps(found: Origin, now: int) -> Iterator[Step]:
    for one in found.steps:
        if "deal" in one:
            yield Step(Deal(found.orders[one["deal"] - 1], one["first"]), now)
        else:
            yield Step(Played(one["seat"], one["move"]), _milliseconds(one["at"]), one["by"])


def _milliseconds(stamp: str) -> int:
    return round(datetime.fromisoformat(stamp).timestamp() * 1000)
