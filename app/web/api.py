"""REST: guests and rooms. Bad input gets a problem with a code, and nothing changes."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

import orjson
import segno
from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from app.rooms import codes, wire
from app.rooms.house import HOUSE
from app.rooms.names import BadName, clean
from app.rooms.state import RoomState, Row
from app.store.guests import Guest
from app.store.rooms import Full, NewRoom, TooMany
from app.web import branches, guests
from app.web.documented import GAME, GUEST, PICTURE, TABLE, TEXT, many, refused, shape, told
from app.web.problems import Problem
from app.web.security import client_address, may_change, origin_for_friends, own_origin
from engine import bots
from engine.core.errors import BadSetup
from engine.lessons import lesson


def _guard(request: Request) -> None:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem("media")
    if not may_change(request.headers, request.url.scheme, request.app.state.settings):
        raise Problem("origin")


class Guarded(APIRoute):
    """A route whose POSTs must be JSON and not come from another site's page; asked before the body is read."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def guarded(request: Request) -> Response:
            if request.method == "POST":
                _guard(request)
            return await handle(request)

        return guarded


router = APIRouter(prefix="/api", tags=["api"], route_class=Guarded)


class Json(Response):
    """JSON by orjson; nothing personal stays in a cache."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200, cache: str = "no-store") -> None:
        super().__init__(orjson.dumps(content), status_code, {"Cache-Control": cache})


class Asked(BaseModel):
    """A request's body: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class GuestAsked(Asked):
    """Who are you?"""

    name: StrictStr | None = Field(None, max_length=1000, description="1-24 visible letters of any script")
    code: StrictStr | None = Field(None, max_length=40, description="from another device of yours, instead of a name")


class RoomAsked(Asked):
    """A room to be made."""

    game: StrictStr | None = Field(
        None, max_length=64, examples=["waterhole"], description="not needed for a branch, which has its match's"
    )
    options: dict[Annotated[str, Field(max_length=64)], StrictBool | StrictInt | StrictStr] = Field(
        {}, max_length=16, examples=[{"deals": 1}]
    )
    house: dict[str, Any] = Field({}, max_length=16)
    key: StrictStr = Field(
        min_length=8, max_length=80, pattern=r"^[^\x00]*$", description="random and new for every room you want"
    )
    kind: StrictStr = Field("play", max_length=16, description="play, lesson, or branch: it plays on from a match")
    from_: branches.Moment | None = Field(None, alias="from", description="where a branch begins")
    seat: StrictInt | None = Field(None, description="yours in a branch; bots have the others")


class SayAsked(Asked):
    """A room's code, said aloud."""

    say: StrictStr = Field(max_length=64, examples=["K7M 2QF"])


def _named(name: str) -> str:
    try:
        return clean(name)
    except BadName as error:
        raise Problem("bad", field="name", why=error.why) from error


@router.get("/games", summary="The games on the shelf", responses=told(many(GAME)))
async def games(request: Request) -> Json:
    """Every game with its seats, its options (each one's type, values and default) and its bots' levels."""
    return Json(
        [
            {
                "name": game.name,
                "seats": {"min": game.seats[0], "max": game.seats[-1]},
                "options": {option.name: option.described() for option in game.options},
                "bots": list(bots.LEVELS) if game.name in request.app.state.bots else [],
                "rules": game.version,
                "view_version": game.view_version,
            }
            for game in request.app.state.shelf.values()
        ],
        cache="no-cache",
    )


@router.post("/guest", summary="Become a guest, or change your name", responses={**told(GUEST), **refused("rate")})
async def guest(request: Request, asked: GuestAsked) -> Json:
    """Sets the session cookie where there is none yet. Returns the public id and the name.

    With the code that another device was given you become the same guest here; it works once, for five minutes.
    """
    state = request.app.state
    if asked.code is not None:
        return await _arrive(request, asked.code)
    known = await guests.known(request)
    session = guests.token(request, state.settings)
    if known is None or session is None:
        known, session = Guest(state.ids.guest(), _named(asked.name) if asked.name else ""), state.ids.session()
        await state.guests.create(known, session)
    elif asked.name:
        known = Guest(known.id, _named(asked.name))
        await state.guests.rename(known.id, known.name)
    answer = Json({"guest": known.id, "name": known.name})
    guests.remember(answer, request, state.settings, session)
    return answer


async def _arrive(request: Request, typed: str) -> Json:
    state = request.app.state
    if not state.says.hit(client_address(request.scope, state.settings)):
        raise Problem("rate", retry_after=60)
    code, session = codes.normalise(typed), state.ids.session()
    known = await state.guests.arrive(code, session) if code else None
    if known is None:
        raise Problem("bad", field="code")
    answer = Json({"guest": known.id, "name": known.name})
    guests.remember(answer, request, state.settings, session)
    return answer


@router.post(
    "/rooms",
    status_code=201,
    summary="Open a room",
    responses={**told(shape(code=TEXT, url=TEXT, say=TEXT), 201), **refused("gone", "rate")},
)
async def rooms(request: Request, asked: RoomAsked) -> Json:
    """Makes a room whose host you are. The same key again gives the same room. Sitting down is a socket command.

    A `branch` plays on from the position after a step of a finished match: you have a seat, and it has begun.
    """
    state = request.app.state
    known = await guests.known(request)
    if known is None:
        raise Problem("role", needs="session")
    room = state.ids.room()
    if asked.kind == branches.KIND:
        row = await branches.start(request, known, room, asked, _house(asked.house))
    else:
        row = _open(request, known, asked)
    address = hashlib.blake2b(client_address(request.scope, state.settings).encode(), key=state.key, digest_size=32)
    new = NewRoom(room, state.ids.link(), state.ids.say(), known.id, asked.key, address.digest(), row)
    try:
        made = await state.stored_rooms.make(new, state.settings.rooms_per_hour, state.settings.rooms)
    except TooMany as error:
        raise Problem("rate", retry_after=600) from error
    except Full as error:
        raise Problem("unavailable", retry_after=3600) from error
    return Json({"code": made.code, "url": f"{_base(request)}/r/{made.code}", "say": made.say.upper()}, 201)


def _open(request: Request, by: Guest, asked: RoomAsked) -> Row:
    """The first row of a room that waits for its people."""
    state = request.app.state
    if asked.from_ is not None or asked.seat is not None:
        raise Problem("bad", field="kind")
    game = state.shelf.get(asked.game)
    if game is None:
        raise Problem("bad", field="game")
    written = lesson(game.name) if asked.kind == "lesson" else None
    if asked.kind != "play" and written is None:
        raise Problem("bad", field="kind")
    try:
        options = game.read_options(asked.options)
    except BadSetup as error:
        raise Problem("bad", field="options", **error.facts) from error
    options = dict(written.options) if written else options
    body = {"host": by.id, "game": game.name, "options": options, "house": _house(asked.house), "kind": asked.kind}
    return Row(1, f"{by.id}:{asked.key}", state.now(), "open", by.id, body)


def _house(asked: dict[str, Any]) -> dict[str, Any]:
    """House rules that were asked for. Raises Problem for others than there are."""
    try:
        frame = orjson.dumps({"t": "cmd", "id": "x", "do": "house", "house": asked})
        command = wire.read(frame)
    except (wire.Unreadable, TypeError) as error:
        raise Problem("bad", field="house") from error
    changes = command.house if isinstance(command, wire.SetHouse) else wire.House()
    return {name: value for name in HOUSE if isinstance(value := getattr(changes, name), bool | int | str)}


def _base(request: Request) -> str:
    settings = request.app.state.settings
    own = own_origin(request.headers, request.url.scheme, settings) or str(request.base_url).rstrip("/")
    return f"{own}{settings.root_path}"


@router.get("/tables", summary="Your open tables", responses=told(many(TABLE)))
async def tables(request: Request) -> Json:
    """The rooms where you have a seat, those with the latest doings first."""
    known = await guests.known(request)
    rooms = await request.app.state.rooms.tables(known.id) if known else []
    return Json([_table(request, room.known.code, room.state, known.id) for room in rooms if known])


def _table(request: Request, code: str, state: RoomState, guest: str) -> dict[str, Any]:
    seat, match = state.seat_of(guest), state.play.match if state.play and state.phase == "playing" else None
    return {
        "code": code,
        "url": f"{_base(request)}/r/{code}",
        "game": state.game,
        "kind": state.kind,
        "phase": state.phase,
        "names": [holder.name for one, holder in state.seated() if one != seat],
        "your_turn": match is not None and seat in match.to_act(),
    }


@router.post(
    "/say",
    summary="Find a room by the code somebody said",
    responses={**told(shape(code=TEXT, url=TEXT)), **refused("gone", "rate")},
)
async def say(request: Request, asked: SayAsked) -> Json:
    """Works while the room's lobby is open and not locked; five tries a minute."""
    state = request.app.state
    if not state.says.hit(client_address(request.scope, state.settings)):
        raise Problem("rate", retry_after=60)
    room = await state.rooms.find_said(asked.say)
    if room is None:
        raise Problem("gone")
    return Json({"code": room.known.code, "url": f"{_base(request)}/r/{room.known.code}"})


@router.get(
    "/rooms/{code}/qr.svg",
    summary="The room's link as a QR code",
    response_class=Response,
    responses={200: {"description": "Done", "content": PICTURE}, **refused("gone")},
)
async def qr(request: Request, code: str) -> Response:
    """An SVG picture of the link, drawn in the page's ink."""
    if not (known := await request.app.state.rooms.find(code)):
        raise Problem("gone")
    state = request.app.state
    friends = origin_for_friends(request.headers, request.url.scheme, state.settings, state.network)
    picture = segno.make(f"{friends}{state.settings.root_path}/r/{known.code}", error="m", micro=False)
    svg = io.BytesIO()
    picture.save(svg, kind="svg", scale=4, border=2, xmldecl=False, omitsize=True, svgclass=None, lineclass=None)
    return Response(svg.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})
