"""REST: finished matches, looked up, replayed and taken along. While a match runs every address here answers 404."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from pydantic import AwareDatetime

from app.rooms.export import exported
from app.store.history import BadCursor
from app.store.lookup import Filter
from app.web import examples, text
from app.web.problems import Problem
from app.web.tagged import tagged, tagged_json
from app.web.written import written

router = APIRouter(prefix="/api/matches", tags=["matches"])
Moment = AwareDatetime | datetime.date
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_VARIANT = r"^[a-z][a-z0-9_]{0,31}=[a-z0-9_]{1,32}(,[a-z][a-z0-9_]{0,31}=[a-z0-9_]{1,32}){0,7}$"


def _ms(moment: Moment | None) -> int | None:
    """Milliseconds since 1970; a day begins at midnight UTC."""
    if moment is None:
        return None
    if not isinstance(moment, datetime.datetime):
        moment = datetime.datetime(moment.year, moment.month, moment.day, tzinfo=datetime.UTC)
    return (moment - _EPOCH) // datetime.timedelta(milliseconds=1)


@router.get("", summary="Finished matches, newest first", responses=examples.of("matches", 400))
async def matches(
    request: Request,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    cursor: Annotated[str | None, Query(max_length=80, description="`next` of the page before")] = None,
    player: Annotated[str | None, Query(max_length=200, description="a guest's public id, or a name")] = None,
    opponent: Annotated[str | None, Query(max_length=200, description="somebody who sat there, too")] = None,
    game: Annotated[str | None, Query(max_length=64, examples=["waterhole"])] = None,
    variant: Annotated[str | None, Query(pattern=_VARIANT, description="options, as `deals=3,market=true`")] = None,
    result: Annotated[
        Literal["finished", "abandoned", "void", "won", "shared", "lost", "draw"] | None,
        Query(description="won, shared and lost: by `player`, who must be named then"),
    ] = None,
    seats: Annotated[int | None, Query(ge=1, le=16, description="how many sat there")] = None,
    since: Annotated[
        Moment | None, Query(description="ended then or later; a day, or RFC 3339 with its offset")
    ] = None,
    until: Annotated[Moment | None, Query(description="ended before then")] = None,
) -> Response:
    """One page of records without steps and fairness; `next` is the cursor of the page after it, or null, and the
    header `Link` has its whole address. Matches that finish while you read come before your first page."""
    if result in ("won", "shared", "lost") and not player:
        raise Problem("bad", field="result", why="player")
    asked = Filter(
        player or None,
        opponent or None,
        game or None,
        dict(part.split("=") for part in variant.split(",")) if variant else {},
        result,
        _ms(since),
        _ms(until),
        seats,
    )
    try:
        items, following = await request.app.state.history.page(limit, cursor, asked)
    except BadCursor as error:
        raise Problem("bad", field="cursor") from error
    return tagged_json(request, {"items": items, "next": following}, **_links(request, following))


def _links(request: Request, following: str | None) -> dict[str, str]:
    """The header Link (RFC 8288): the first page, and the next one under the same filters."""
    path = f"{request.app.state.settings.root_path.rstrip('/')}/api/matches"
    kept = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
    pages = [("first", kept)]
    if following is not None:
        pages.append(("next", [*kept, ("cursor", following)]))
    link = ", ".join(f'<{path}{"?" if query else ""}{urlencode(query)}>; rel="{rel}"' for rel, query in pages)
    return {"Link": link}


async def found(value: Any) -> Any:
    """What was looked for. Raises Problem where there is none."""
    one = await value
    if one is None:
        raise Problem("gone")
    return one


@router.get("/{match}", summary="One finished match", responses=examples.of("match", 404))
async def match_record(request: Request, match: str) -> Response:
    """Its record without steps and fairness. While a match runs there is none."""
    return tagged_json(request, await found(request.app.state.history.record(match)))


@router.get("/{match}/moves", summary="Its deals and moves", responses=examples.of("moves", 404))
async def match_moves(request: Request, match: str) -> Response:
    """{"steps": [...]}."""
    steps = await found(request.app.state.history.steps(match))
    return tagged_json(request, {"steps": steps["steps"]})


@router.get("/{match}/fairness", summary="Its seals, seeds and orders", responses=examples.of("fairness", 404))
async def match_fairness(request: Request, match: str) -> Response:
    """All that is needed to check every deal (docs/fairness.md)."""
    steps = await found(request.app.state.history.steps(match))
    return tagged_json(request, steps["fairness"])


@router.get("/{match}/replay", summary="Every step as one viewer saw it", responses=examples.of("replay", 400, 404))
async def match_replay(
    request: Request,
    match: str,
    seat: Annotated[int | None, Query(ge=0, le=15, description="whose; without it the spectator's")] = None,
    step: Annotated[int | None, Query(ge=0, le=10_000, description="only this one")] = None,
) -> Response:
    """One view a step, as it was sent to that seat then, whatever the rules and views are today; `news` are the events
    of each step, as that seat was told them, where they were kept."""
    history = request.app.state.history
    record, (views, news) = await found(history.record(match)), await found(history.told(match))
    viewer = "watch" if seat is None else str(seat)
    shown, heard = views.get(viewer), news.get(viewer)
    if shown is None:
        raise Problem("bad", field="seat")
    if step is not None:
        if step >= len(shown):
            raise Problem("bad", field="step")
        shown, heard = [shown[step]], heard and [heard[step]]
    told: Mapping[str, Any] = {
        "match": match,
        "seat": seat,
        "rules": record["rules"],
        "view_version": record["view_version"],
        "views": shown,
        **({"news": heard} if heard else {}),
    }
    return tagged_json(request, told)


@router.get("/{match}/export", summary="The whole match as a file", responses=examples.of("export", 400, 404))
async def match_export(
    request: Request,
    match: str,
    format: Annotated[Literal["json", "text"], Query(description="json can be imported again")] = "json",
    lang: Annotated[Literal["en", "de"] | None, Query(description="of the text; else the reader's")] = None,
) -> Response:
    """The record with steps, fairness, every viewer's views and whether it is listed; or readable text."""
    finish, _ = await found(request.app.state.history.whole(match))
    name = re.sub(r"\W", "", match)
    if format == "json":
        named = {"Content-Disposition": f'attachment; filename="{name}.json"'}
        return tagged_json(request, exported(finish), **named)
    language = lang or text.preferred(request.cookies.get("lang"), request.headers.get("accept-language"))
    body = written(finish.record, finish.views["watch"], language).encode("utf-8", "replace")
    headers = {"Content-Language": language, "Vary": "Accept-Language, Cookie"}
    headers["Content-Disposition"] = f'inline; filename="{name}.{language}.txt"'
    return tagged(request, body, "text/plain; charset=utf-8", **headers)
