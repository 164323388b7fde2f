"""The pages of one finished match: how it ended, its replay, and its analysis. What the latter two show, the browser
asks the API for.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from app.analyst import why_not
from app.web import scene, text, timeline
from app.web.pages import Page, error_page, language, render
from engine.core.match import Match

router = APIRouter(route_class=Page, include_in_schema=False)


@router.get("/matches/{match}")
async def match(request: Request, match: str) -> Response:
    """How a match ended, with its numbers and the check of its deals."""
    return await _page(request, match, "match.html")


@router.get("/matches/{match}/replay")
async def replay(request: Request, match: str) -> Response:
    """A match on the table it was played on."""
    return await _page(request, match, "replay.html")


@router.get("/matches/{match}/analysis")
async def analysis(request: Request, match: str) -> Response:
    """What a match was worth, choice by choice."""
    return await _page(request, match, "analysis.html")


async def _page(request: Request, match: str, template: str) -> Response:
    kept = await request.app.state.history.whole(match[:64])
    if kept is None:
        return error_page(request, 404, "match")
    finish, record = kept[0], kept[0].record
    rows, t = scene.points(record), text.words(language(request))
    analysed = not why_not(record, request.app.state.analyst.method, request.app.state.shelf)
    state = await request.app.state.analyses.state(match, request.app.state.now()) if analysed else None
    watched, told = finish.views["watch"], finish.news.get("watch", [])
    return render(
        request,
        template,
        200 if template != "analysis.html" or analysed else 404,
        record=record,
        rows=rows,
        tab=template.removesuffix(".html"),
        analysed=analysed,
        kept=state is not None and state.body is not None,
        headline=scene.headline(record, rows, t),
        minutes=scene.minutes(record),
        fairness=record["fairness"],
        pack=_pack(request, record),
        chart=timeline.chart(record, record["steps"], watched) if watched else None,
        moments=timeline.moments(record, record["steps"], told, t),
    )


def _pack(request: Request, record: dict[str, Any]) -> list[Any]:
    """The pack of a match in canonical order, from which its deals are checked."""
    game = request.app.state.shelf.get(record["game"])
    return list(Match.open(game, len(record["seats"]), record["options"]).pack()) if game else []
