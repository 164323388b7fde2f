"""REST: what is stored of you. Looking at it, taking it along, choosing who sees it, having it deleted."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import Field, StrictBool

from app.store.guests import Guest
from app.web import examples, guests
from app.web.api import Asked, Guarded, Json
from app.web.problems import Problem

router = APIRouter(prefix="/api/me", tags=["you"], route_class=Guarded)


class MeAsked(Asked):
    """What you choose."""

    leaderboard: StrictBool = Field(description="whether you want to stand on the leaderboard; at first you do not")


class DeleteAsked(Asked):
    """You mean it."""

    sure: Literal[True]


async def _you(request: Request) -> Guest:
    known = await guests.known(request)
    if known is None:
        raise Problem("role", needs="session")
    return known


@router.get("", summary="What is known of you", responses=examples.of("me", 403))
async def me(request: Request) -> Json:
    """Your public id and name, whether you stand on the leaderboard, since when, your devices and matches."""
    return Json(await request.app.state.own.look((await _you(request)).id))


@router.post("", summary="Choose whether you stand on the leaderboard", responses=examples.of("me", 400, 403, 415))
async def choose(request: Request, asked: MeAsked) -> Json:
    """Answers as GET does."""
    known, own = await _you(request), request.app.state.own
    await own.stand_on_leaderboard(known.id, asked.leaderboard)
    return Json(await own.look(known.id))


@router.get("/export", summary="Take along what is stored of you", responses=examples.of("mine", 403))
async def export(request: Request) -> Json:
    """Yourself and the records of all your matches, also of those that no list shows."""
    known, own = await _you(request), request.app.state.own
    answer = Json({"guest": await own.look(known.id), "matches": await own.matches(known.id)})
    answer.headers["Content-Disposition"] = 'attachment; filename="waterside.json"'
    return answer


@router.post(
    "/delete",
    summary="Have everything that is stored of you deleted",
    status_code=204,
    response_class=Response,
    responses=examples.refused(400, 403, 415),
)
async def delete(request: Request, asked: DeleteAsked) -> Response:
    """Ends your session on every device. In kept matches your name becomes a neutral word and your id is cut out; the
    others keep their matches. It cannot be undone."""
    known, state = await _you(request), request.app.state
    await state.own.part(known.id, state.now())
    state.rooms.part(known.id)
    state.rooms.bus.tell("parted", [known.id])
    answer = Response(status_code=204)
    guests.forget(answer, request, state.settings)
    return answer
