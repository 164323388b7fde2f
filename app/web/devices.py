"""REST: taking oneself to another device. The code for it never stands in an address that a server is asked for."""

from __future__ import annotations

import io
import re

import segno
from fastapi import APIRouter, Request, Response
from pydantic import Field, StrictStr

from app.rooms import codes
from app.web import guests
from app.web.api import Asked, Guarded, Json
from app.web.documented import NUMBER, PICTURE, TEXT, refused, shape, told
from app.web.problems import Problem
from app.web.security import client_address, origin_for_friends, own_origin

router = APIRouter(prefix="/api", tags=["devices"], route_class=Guarded)
# What follows the page's address: the code, and the room to go on in.
_FRAGMENT = re.compile(rf"#[{codes.ALPHABET}]{{{codes.DEVICE}}}(\.[{codes.ALPHABET}]{{{codes.LINK}}})?", re.IGNORECASE)


class Nothing(Asked):
    """An empty object: whatever changes something is sent as JSON."""


class DeviceAsked(Asked):
    """A code from another device."""

    code: StrictStr = Field(max_length=40, examples=["4F7K 2QXM"])


class QrAsked(Asked):
    """What a QR code shall say."""

    text: StrictStr = Field(max_length=400, description="this site's page /device with a code behind the #")


@router.post(
    "/guest/code",
    summary="A code for another device of yours",
    responses=told(shape(code=TEXT, until=NUMBER)),
)
async def code(request: Request, asked: Nothing) -> Json:
    """{"code", "until"}; the same as the socket's command `code`. An older code of yours is void from now on."""
    known = await guests.known(request)
    if known is None:
        raise Problem("role", needs="session")
    return Json(await request.app.state.guests.code_for(known.id))


@router.post(
    "/device",
    summary="Whose code is this?",
    responses={**told(shape(name=TEXT)), **refused("rate")},
)
async def device(request: Request, asked: DeviceAsked) -> Json:
    """{"name"} of the guest that you would become by this code. It is not used up; tries are counted."""
    state = request.app.state
    if not state.says.hit(client_address(request.scope, state.settings)):
        raise Problem("rate", retry_after=60)
    proper = codes.normalise(asked.code)
    known = await state.guests.named(proper) if proper else None
    if known is None:
        raise Problem("bad", field="code")
    return Json({"name": known.name})


@router.post(
    "/qr",
    summary="A link to another device as a QR code",
    response_class=Response,
    responses={200: {"description": "Done", "content": PICTURE}},
)
async def qr(request: Request, asked: QrAsked) -> Response:
    """An SVG picture. Only for this site's own page /device, its code behind the #; kept nowhere."""
    state = request.app.state
    own = own_origin(request.headers, request.url.scheme, state.settings)
    friends = origin_for_friends(request.headers, request.url.scheme, state.settings, state.network)
    page = f"{state.settings.root_path.rstrip('/')}/device"
    starts = [f"{origin}{page}" for origin in (own, friends) if origin and asked.text.startswith(f"{origin}{page}#")]
    if not any(_FRAGMENT.fullmatch(asked.text[len(start) :]) for start in starts):
        raise Problem("bad", field="text")
    svg = io.BytesIO()
    picture = segno.make(asked.text, error="m", micro=False)
    picture.save(svg, kind="svg", scale=4, border=2, xmldecl=False, omitsize=True, svgclass=None, lineclass=None)
    return Response(svg.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})
