"""The record of a finished match (docs/record.md): a copy that stays when the room has gone. Pure.

Each step's views and news are computed by folding the match once more from its own steps, so a replay is equal to what
was played by construction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from app.rooms import entropy
from app.rooms.shuffle import SCHEME
from app.rooms.state import Holder, Play, RoomState, Step
from engine.core.match import Deal, Entry, Match, Played

VERSION = 1


@dataclass(frozen=True, slots=True)
class Finish:
    """The copies of one finished match.

    Attributes:
        record: as docs/record.md describes it, without views.
        views: per viewer ("0", "1", ..., "watch") one view a step.
        news: per viewer the events of each step, as they were told; empty for a match that was kept without them.
        listed: whether public lists show it.
    """

    record: dict[str, Any]
    views: dict[str, list[Any]]
    listed: bool
    news: dict[str, list[Any]] = field(default_factory=dict)


def entries(steps: Iterable[Mapping[str, Any]], deals: Iterable[Deal]) -> list[Entry]:
    """The steps of a record as the engine plays them again. Raises StopIteration where a deal is missing, KeyError."""
    dealt = iter(deals)
    return [next(dealt) if "deal" in step else Played(step["seat"], step["move"]) for step in steps]


def stamp(at: int) -> str:
    """Milliseconds since 1970 as RFC 3339 in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def finish(play: Play, state: RoomState, at: int) -> Finish:
    """The copies of a match that has just ended."""
    match = play.match
    views, news = _told(play)
    return Finish(
        {
            "record": VERSION,
            "match": play.id,
            "kind": play.kind,
            "game": match.game.name,
            "rules": match.game.version,
            "view_version": match.game.view_version,
            "options": dict(match.options),
            "result": _result(play),
            "started_at": stamp(play.started_at),
            "ended_at": stamp(at),
            "after": play.after,
            "seats": [_seat(nth, holder) for nth, holder in enumerate(play.players)],
            "scores": _scores(match),
            "steps": _steps(play.steps),
            "fairness": _fairness(play),
            **_from(state),
        },
        views,
        bool(state.house["listed"]) and play.kind == "play" and not play.broken,
        news,
    )


def _from(state: RoomState) -> dict[str, Any]:
    """Where a match that plays on from another one came from."""
    return {"from": {"match": state.origin.match, "step": state.origin.step}} if state.origin else {}


def _result(play: Play) -> str:
    """finished; abandoned: broken off; void: before anything was dealt."""
    return "finished" if not play.broken else "abandoned" if play.steps else "void"


def _seat(nth: int, holder: Holder) -> dict[str, Any]:
    return {"seat": nth, "guest": holder.guest, "name": holder.name, "bot": holder.bot}


def _scores(match: Match) -> dict[str, Any]:
    result = match.result()
    if result is None:
        # Broken off: what the table said last, and nobody has won.
        facts = match.view(None)["facts"]
        return {"deals": facts["scores"], "totals": facts["totals"], "winners": []}
    scores: dict[str, Any] = {
        "deals": [list(row) for row in result.deals],
        "totals": list(result.totals),
        "winners": list(result.winners),
    }
    if result.breakdown is not None:
        scores["breakdown"] = [dict(row) for row in result.breakdown]
    if not result.winners:
        scores["draw"] = True
    return scores


def _steps(steps: tuple[Step, ...]) -> list[dict[str, Any]]:
    written: list[dict[str, Any]] = []
    deal = 0
    for nth, step in enumerate(steps):
        entry = step.entry
        if isinstance(entry, Deal):
            deal += 1
            written.append({"step": nth, "deal": deal, "first": entry.first})
        else:
            written.append(
                {"step": nth, "seat": entry.seat, "move": dict(entry.move), "at": stamp(step.at), "by": step.by}
            )
    return written


def _fairness(play: Play) -> dict[str, Any]:
    dealt = [step.entry for step in play.steps if isinstance(step.entry, Deal)]
    if play.kind != "play":
        # Its order was written, not shuffled, and nobody calls it fair; it stands here so that it can be played again.
        deals: list[dict[str, Any]] = [
            {"d": nth, "commitment": None, "seed": None, "first": deal.first, "order": list(deal.order)}
            for nth, deal in enumerate(dealt, 1)
        ]
        return {"scheme": "written", "first_by": play.first_by, "pledges": [], "shares": [], "deals": deals}
    return {
        "scheme": SCHEME,
        "first_by": play.first_by,
        "pledges": [{"seat": seat, "sha256": sealed} for seat, sealed in sorted(play.pledges.items())],
        "shares": entropy.told(play),
        "deals": [
            {"d": nth + 1, "commitment": seal, "seed": seed.hex(), "first": deal.first, "order": list(deal.order)}
            for nth, (seal, seed, deal) in enumerate(zip(play.commitments, play.seeds, dealt, strict=False))
        ],
    }


def _told(play: Play) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
    """Each viewer's view and news, step by step."""
    opened = Match.open(play.match.game, play.match.seats, play.match.options)
    viewers: list[int | None] = [*range(opened.seats), None]
    views: dict[str, list[Any]] = {"watch" if v is None else str(v): [] for v in viewers}
    news: dict[str, list[Any]] = {name: [] for name in views}
    for match, events in opened.fold(step.entry for step in play.steps):
        for viewer, name in zip(viewers, views, strict=True):
            views[name].append(match.view(viewer))
            news[name].append(match.news(events, viewer))
    return views, news
