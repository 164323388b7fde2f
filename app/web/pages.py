"""Every HTML page, and what pages need: their words, the manifest, the icon.

Pages are shells: nothing of the reader's session is in them, and looking at one never creates anything.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import orjson
from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from jinja2 import DictLoader, Environment, StrictUndefined
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse

from app.rooms import codes
from app.rooms.house import shown as house_shown
from app.settings import Settings
from app.web import anchors, modules, reference, scene, static, text
from app.web.security import origin_for_friends, own_origin

FOLDER = Path(__file__).parents[2]
_templates = Environment(
    loader=DictLoader(static.templates()),  # of one build with the static files
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.policies["json.dumps_kwargs"] = {"sort_keys": False}  # options stand in the order of their description
_templates.filters["signed"] = scene.signed


class Page(APIRoute):
    """A route whose page any `?lang=de` shows in that language from now on."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        show = super().get_route_handler()

        async def handler(request: Request) -> Response:
            return switched(request) or await show(request)

        return handler


router = APIRouter(route_class=Page, include_in_schema=False)


def language(request: Request) -> str:
    """The language this reader gets."""
    return text.preferred(request.cookies.get("lang"), request.headers.get("accept-language"))


def switched(request: Request) -> Response | None:
    """Where `?lang=` chooses a language: remember it, and go to the same address without it."""
    chosen = request.query_params.get("lang")
    if chosen not in text.LANGUAGES:
        return None
    rest = urlencode([(name, value) for name, value in request.query_params.multi_items() if name != "lang"])
    settings = request.app.state.settings
    # One slash in front, whatever was asked for: "//elsewhere" would be another site.
    # A proxy may have taken the sub-path off.
    path, root = "/" + quote(request.scope["path"].lstrip("/")), settings.root_path.rstrip("/")
    if not f"{path}/".startswith(f"{root}/"):
        path = root + path
    answer = RedirectResponse(f"{path}?{rest}" if rest else path, 303, {"Cache-Control": "no-store"})
    answer.set_cookie(
        "lang",
        chosen,
        max_age=365 * 24 * 3600,
        path=settings.root_path or "/",
        secure=settings.public_url.startswith("https://"),
        samesite="lax",
    )
    return answer


def render(request: Request, template: str, status: int = 200, **facts: Any) -> HTMLResponse:
    """A page in the reader's language."""
    lang = language(request)
    page = _templates.get_template(template).render(_shared(request, lang) | facts)
    headers = {"Content-Language": lang, "Vary": "Cookie, Accept-Language", "Cache-Control": "no-cache"}
    return HTMLResponse(page, status, headers)


def _shared(request: Request, lang: str) -> dict[str, Any]:
    """What every template may use."""
    state = request.app.state
    root, build = state.settings.root_path.rstrip("/"), state.build
    params = [(name, value) for name, value in request.query_params.multi_items() if name != "lang"]
    return {
        "lang": lang,
        "t": text.words(lang),
        "build": build,
        "notice": state.notice.text(lang),
        "feet": {name: _foot(root, name, given) for name, given in _feet(state.settings) if given},
        "words": f"{root}/text/{lang}.json?v={build}",
        "url": lambda path: root + path,
        "static": lambda path: f"{root}/static/{build}/{path}",
        "modules": modules.needed,
        "boards": modules.boards(),
        "origin": own_origin(request.headers, request.url.scheme, state.settings) or "",
        "friends": origin_for_friends(request.headers, request.url.scheme, state.settings, state.network),
        "house": {option.name: option.described() for option in house_shown()},
        "anchors": {name: dict(codes) for name, codes in anchors.ANCHORS.items()},
        "shelf": [scene.box(game, state.bots) for game in state.shelf.values()],
        "languages": [
            {"name": one, "word": text.words(one)("language"), "href": "?" + urlencode([*params, ("lang", one)])}
            for one in text.LANGUAGES
        ],
    }


def is_address(given: str) -> bool:
    """Whether a slot of the foot is filled with an address, rather than with a file."""
    return given.startswith(("https://", "http://"))


def _feet(settings: Settings) -> tuple[tuple[str, str], ...]:
    """What the foot of every page leads to where whoever runs the server has filled it."""
    return ("imprint", settings.imprint), ("privacy", settings.privacy)


def _foot(root: str, name: str, given: str) -> str:
    """The address of an imprint: their own page, or the text file that is shown here."""
    return given if is_address(given) else f"{root}/{name}"


def error_page(request: Request, status: int, kind: str) -> Response:
    """A page for people about what is not there: `room`, `match`, `broken`, or any page."""
    if moved := switched(request):
        return moved
    known = kind if kind in ("room", "match", "broken") else "page"
    typed = str(request.path_params.get("code", ""))[:40] if known == "room" else ""
    return render(request, "error.html", status, kind=known, typed=typed)


@router.get("/")
async def home(request: Request) -> Response:
    """The way in: a name, a game, a room."""
    return render(request, "home.html")


# Beside the script of a room's page: what each phase of the room is drawn by. The page fetches what is not named here.
_FIRST = {
    "lobby": (("js/seats.js", "js/talking.js"), ("lobby", "scene", "chat")),
    "playing": ((), ()),
    "over": (("js/end.js",), ("end", "scene")),
}


@router.get("/r/{code:path}")
async def room(request: Request, code: str) -> Response:
    """A room's page, the same for everybody; what is in the room comes over its socket."""
    proper, rooms = codes.normalise(code), request.app.state.rooms
    known = await rooms.find(proper) if proper else None
    if known is None:
        return error_page(request, 404, "room")
    if proper != code:
        return RedirectResponse(f"{request.app.state.settings.root_path}/r/{proper}", 303)
    opened = rooms.loaded(known.id)
    first = _first(opened.state.phase, opened.state.game) if opened else _first("", "")
    return render(request, "room.html", code=proper, **first)


def _first(phase: str, game: str) -> dict[str, Any]:
    """What a room's page will show first, so that it comes with the page; "" where nobody has the room open."""
    scripts, sheets = _FIRST.get(phase, ((), ()))
    board = modules.boards().get(game, "")
    if board and phase != "lobby":
        scripts, sheets = (*scripts, f"games/{board}/board.js"), (*sheets, board)
    return {"scripts": scripts, "sheets": sheets, "opens": phase == "playing"}


@router.get("/device")
async def device(request: Request) -> Response:
    """Where a code from another device is brought; its link has the code behind the #, which no server is told."""
    return render(request, "device.html")


@router.get("/history")
async def history(request: Request) -> Response:
    """Finished games; the list comes from the API."""
    return render(request, "history.html")


@router.get("/api")
async def api(request: Request) -> Response:
    """The API's documentation, written by the server itself: no other site is asked for anything."""
    schema = request.app.openapi()
    return render(request, "api.html", info=schema["info"], groups=reference.operations(schema))


@router.get("/text/{lang}.json")
async def catalogue(request: Request, lang: str) -> Response:
    """The words of a language, for the browser."""
    if lang not in text.LANGUAGES:
        return error_page(request, 404, "page")
    body = orjson.dumps(dict(text.words(lang).texts), option=orjson.OPT_SORT_KEYS)
    tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    keep = request.query_params.get("v") == request.app.state.build
    headers = {"ETag": tag, "Cache-Control": "public, max-age=31536000, immutable" if keep else "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@router.get("/manifest.webmanifest")
async def manifest() -> Response:
    """What a phone needs to put this on its home screen. Its addresses are relative: a sub-path works too."""
    return FileResponse(FOLDER / "static/manifest.webmanifest", media_type="application/manifest+json")


@router.get("/favicon.ico")
async def favicon() -> Response:
    """The icon for those who ask without having read a page."""
    return FileResponse(FOLDER / "static/art/favicon.svg", media_type="image/svg+xml")
