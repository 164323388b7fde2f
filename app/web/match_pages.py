"""The pages of one finished match: how it ended, and its replay, whose steps the browser asks the API for."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from app.web import scene, text
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


async def _page(request: Request, match: str, template: str) -> Response:
    history = request.app.state.history
    record = await history.record(match[:64])
    if record is None:
        return error_page(request, 404, "match")
    rows = scene.points(record)
    return render(
        request,
        template,
        record=record,
        rows=rows,
        headline=scene.headline(record, rows, text.words(language(request))),
        minutes=scene.minutes(record),
        fairness=((await history.steps(match[:64])) or {}).get("fairness"),
        pack=_pack(request, record),
    )


def _pack(request: Request, record: dict[str, Any]) -> list[Any]:
    """The pack of a match in canonical order, from which its deals are checked."""
    game = request.app.state.shelf.get(record["game"])
    return list(Match.open(game, len(record["seats"]), record["options"]).pack()) if game else []
