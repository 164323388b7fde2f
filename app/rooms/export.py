"""A finished match as a file: its record with every view, written so that it can be read back. Pure.

    exported(finish) -> the record and, beside it, `views`, `news` and `listed`
    read(file, shelf) -> Finish, or BadExport where it is none

What is read is checked as a whole first: nothing half right comes into the history. A match of this server's own rules
is played again, and must come to its scores; one of older or newer rules is taken as it was played.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec
import orjson

from app.rooms.record import VERSION, Finish, entries
from engine.core.errors import GameError
from engine.core.match import Deal, Match
from engine.games import Shelf

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


class BadExport(ValueError):
    """A file that is no exported match; its text says what is wrong."""


class _Part(msgspec.Struct, forbid_unknown_fields=True):
    pass


class _Seat(_Part):
    seat: int
    guest: str | None
    name: str
    bot: str | None


class _Scores(msgspec.Struct):
    deals: list[list[int]]
    totals: list[int]
    winners: list[int]


class _Dealt(_Part):
    d: int
    commitment: str | None
    seed: str | None
    first: int
    order: list[int | str]


class _Fairness(_Part):
    scheme: str
    first_by: str
    pledges: list[dict[str, Any]]
    shares: list[dict[str, Any]]
    deals: list[_Dealt]


class _From(_Part):
    match: str
    step: int


class _Export(_Part, rename={"from_": "from"}):
    record: int
    match: str
    kind: Literal["play", "lesson", "branch"]
    game: str
    rules: int
    view_version: int
    options: dict[str, bool | int | str]
    result: Literal["finished", "abandoned", "void"]
    started_at: str
    ended_at: str
    after: str | None
    seats: list[_Seat]
    scores: _Scores
    steps: list[dict[str, Any]]
    fairness: _Fairness
    views: dict[str, list[dict[str, Any]]]
    from_: _From | None = None
    listed: bool = False
    news: dict[str, list[list[dict[str, Any]]]] = {}


def exported(finish: Finish) -> dict[str, Any]:
    """What the file holds."""
    news = {"news": finish.news} if finish.news else {}
    return {**finish.record, "listed": finish.listed, "views": finish.views, **news}


def read(file: bytes, shelf: Shelf) -> Finish:
    """The match in a file. Raises BadExport."""
    try:
        found = msgspec.json.decode(file, type=_Export)
        whole = orjson.loads(file)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadExport(str(error)[:200]) from error
    _fits(found)
    listed, views, news = whole.pop("listed", False), whole.pop("views"), whole.pop("news", {})
    if found.result != "finished" or found.kind != "play":
        listed = False
    if (game := shelf.get(found.game)) is not None and game.version == found.rules:
        _played(found, shelf)
    return Finish(whole, views, listed, news)


def _fits(found: _Export) -> None:
    """Whether its parts belong together."""
    seats = len(found.seats)
    viewers = {*map(str, range(seats)), "watch"}
    names = (
        ("match", found.match, "m_"),
        *((("from", found.from_.match, "m_"),) if found.from_ else ()),
        *(("guest", seat.guest, "g_") for seat in found.seats if seat.guest),
    )
    problems = {
        "record": found.record != VERSION,
        "times": not (_TIME.fullmatch(found.started_at) and _TIME.fullmatch(found.ended_at)),
        "seats": not 1 <= seats <= 16 or [seat.seat for seat in found.seats] != list(range(seats)),
        "names": any(not 1 <= len(seat.name) <= 200 or "\0" in seat.name for seat in found.seats),
        "scores": len(found.scores.totals) != seats
        or any(len(deal) != seats for deal in found.scores.deals)
        or not set(found.scores.winners) <= set(range(seats)),
        "steps": any(step.get("step") != nth for nth, step in enumerate(found.steps)),
        "news": found.news
        and (set(found.news) != viewers or any(len(one) != len(found.steps) for one in found.news.values())),
        "from": (found.kind == "branch") != (found.from_ is not None)
        or (found.from_ is not None and not 0 <= found.from_.step < max(1, len(found.steps))),
        "views": set(found.views) != viewers or any(len(one) != len(found.steps) for one in found.views.values()),
    }
    for what, value, start in names:
        rest = value.removeprefix(start)
        wrong_name = len(value) > 32 or rest == value or not (rest.isascii() and rest.isalnum())
        problems[what] = problems.get(what, False) or wrong_name
    wrong = [what for what, holds in problems.items() if holds]
    if wrong:
        raise BadExport(f"does not fit: {', '.join(wrong)}")


def _played(found: _Export, shelf: Shelf) -> None:
    """Play it again by the same rules: it must go, and come to its scores."""
    try:
        log = entries(found.steps, (Deal(one.order, one.first) for one in found.fairness.deals))
        opened = Match.open(shelf[found.game], len(found.seats), found.options)
        result = [opened, *(match for match, _ in opened.fold(log))][-1].result()
    except (GameError, StopIteration, KeyError, TypeError, ValueError, IndexError, RuntimeError) as error:
        raise BadExport(f"cannot be played: {type(error).__name__}") from error
    if found.result == "finished" and (
        result is None or [*result.totals] != found.scores.totals or [*result.winners] != found.scores.winners
    ):
        raise BadExport("does not come to its scores")
    if result is not None and found.result != "finished":
        raise BadExport("is over, and says it is not")
