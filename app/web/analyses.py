"""REST: the analysis of a finished match. It is made once somebody asks for it, in the background, and kept."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from app.analyst import why_not
from app.store.analyses import Full, State
from app.web import examples
from app.web.api import Guarded, Json
from app.web.devices import Nothing
from app.web.documented import TEXT, Schema, shape, told
from app.web.matches import found
from app.web.problems import Problem
from app.web.security import client_address
from app.web.tagged import tagged

router = APIRouter(prefix="/api/matches", tags=["matches"], route_class=Guarded)
_PROGRESS: Schema = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
_WAITING = told(shape(match=TEXT, progress=_PROGRESS), 202)
_WAITING[202]["description"] = "Not there yet; `Retry-After` says when to look again"


async def _state(request: Request, match: str) -> State | None:
    """How far it is; None where nobody has asked. Raises Problem where there is none to be had."""
    state = request.app.state
    record = await found(state.history.record(match))
    if why := why_not(record, state.analyst.method, state.shelf):
        raise Problem("gone", why=why)
    known: State | None = await state.analyses.state(match, state.now())
    if known is not None and known.failed:
        raise Problem("gone", why="failed")
    return known


def _told(request: Request, match: str, known: State | None) -> Response:
    if known is not None and known.body is not None:
        return tagged(request, known.body)
    answer = Json({"match": match, "progress": None if known is None else round(known.progress, 3)}, 202)
    answer.headers["Retry-After"] = "1"
    return answer


@router.get(
    "/{match}/analysis", summary="Its analysis", responses={**examples.of("analysis", 404), **_WAITING}
)  # fmt: skip
async def analysis(request: Request, match: str) -> Response:
    """Chances of winning after each step, what each choice cost, accuracy and luck of each player, and the turning
    points. 202 until it is there: `progress` is null as long as nobody has asked for it by POST, then from 0 to 1."""
    return _told(request, match, await _state(request, match))


@router.post(
    "/{match}/analysis",
    status_code=202,
    summary="Ask for its analysis",
    responses={**examples.of("analysis", 400, 404, 415, 429), **_WAITING},
)
async def ask(request: Request, match: str, asked: Nothing) -> Response:
    """Answers as GET does. Asking once more changes nothing, and is not counted."""
    state = request.app.state
    known = await _state(request, match)
    if known is None:
        if not state.analyses_asked.hit(client_address(request.scope, state.settings)):
            raise Problem("rate", retry_after=600)
        try:
            await found(_asked(state, match))
        except Full as error:
            raise Problem("unavailable", retry_after=60) from error
        state.analyst.wake()
        known = State(0)
    return _told(request, match, known)


async def _asked(state: Any, match: str) -> bool | None:
    return await state.analyses.ask(match, state.now()) or None
