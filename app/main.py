"""The application, put together."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import structlog
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from sqlalchemy.engine import URL
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp

from app import VERSION, janitor
from app.analyst import Analyst, Method
from app.meter import Meter
from app.notice import Notice
from app.rooms import socket as sockets
from app.rooms.ask import Dealer
from app.rooms.between import Between
from app.rooms.bus import Bus, LocalBus
from app.rooms.clocks import Timers
from app.rooms.hub import Hub, Stores
from app.rooms.ids import Ids
from app.rooms.places import Places
from app.rooms.screens import Screens
from app.rooms.thinkers import LOWEST, Thinkers
from app.settings import Settings
from app.store import database, keys, schema
from app.store.analyses import Analyses
from app.store.bus import PostgresBus
from app.store.chat import Chat
from app.store.counted import Counted
from app.store.guests import Guest, Guests
from app.store.history import History
from app.store.log import Log, PostgresLog, SqliteLog
from app.store.own import Own
from app.store.players import Players
from app.store.rooms import Rooms
from app.web import (
    analyses,
    api,
    devices,
    documented,
    guests,
    match_pages,
    matches,
    me,
    operators,
    pages,
    people_pages,
    players,
    rules,
    slots,
)
from app.web.problems import Problem, answer
from app.web.security import Locks, from_our_page
from app.web.static import Static, build
from app.web.together import Screenings
from app.web.tries import Tries
from engine.bots import BOTS, Bots, analysis
from engine.games import SHELF, Shelf

Clock = Callable[[], int]
Chance = Callable[[int], bytes]
_note = structlog.get_logger()

SWIFT_MS = 80  # between the moves of a lesson that only lead on


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Waterside(FastAPI):
    """The application behind its locks: they stand before everything, also before what answers when something broke."""

    def build_middleware_stack(self) -> ASGIApp:
        return Locks(super().build_middleware_stack(), self.state.settings)

    def openapi(self) -> dict[str, Any]:
        if not self.openapi_schema:
            self.openapi_schema = documented.describe(self)
        return self.openapi_schema


def create_app(
    settings: Settings | None = None,
    *,
    shelf: Shelf = SHELF,
    bots: Bots = BOTS,
    clock: Clock = now_ms,
    chance: Chance = secrets.token_bytes,
    ids: Ids | None = None,
    log: Log | None = None,
    method: Method = analysis,
) -> FastAPI:
    """The house, with what it takes from outside: a shelf, its bots, a clock, chance, ids, a log, and how matches are
    analysed.

    Tests and benchmarks put in their own; no setting reaches chance or clock.
    """
    settings = settings or Settings()  # type: ignore[call-arg]
    app = Waterside(
        title="Waterside",
        version="1",
        description=API,
        lifespan=_lifespan(settings, shelf, bots, clock, chance, ids or Ids(chance), log, method),
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.settings = settings
    app.state.shelf = shelf
    app.state.bots = bots
    app.state.now = clock
    app.state.ids = ids or Ids(chance)
    app.state.build = build()
    app.state.network = ""
    app.state.sockets = Places()
    app.state.closing = False
    app.state.notice = Notice(settings.data)
    app.state.meter = Meter(VERSION) if settings.metrics_token.get_secret_value() else None
    for part in (
        api, devices, matches, analyses, players, me, pages, match_pages, people_pages, rules, slots, operators,
    ):  # fmt: skip
        app.include_router(part.router)
    app.mount("/static", Static(app.state.build, settings.plain_files), name="static")
    app.add_api_websocket_route("/ws/rooms/{code}", _room_socket)
    app.add_api_websocket_route("/ws/matches/{match}", _replay_socket)
    app.add_api_route("/docs", _described, include_in_schema=False)
    _refusals(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    return app


API = """Rooms are played over WebSockets (docs/protocol.md); this is the rest: becoming a guest, opening a room,
looking up finished matches and players (docs/record.md), and what is stored of you.

A refusal is a problem detail (RFC 9457) with a `code`. Times are RFC 3339 in UTC. Lists go on with `next`, and with the
header `Link`; answers that are asked for again have an `ETag`.

Versions: this is version 1 of the API. Within it addresses, parameters and fields are only added and none changes its
meaning; ignore what you do not know. What cannot be kept would come under another prefix, with this one kept beside it.
Each match says the version of its record, of its rules and of its views; a replay shows what was sent then."""


def _lifespan(
    settings: Settings,
    shelf: Shelf,
    bots: Bots,
    clock: Clock,
    chance: Chance,
    ids: Ids,
    log: Log | None,
    method: Method,
) -> Callable[[FastAPI], contextlib.AbstractAsyncContextManager[None]]:
    @contextlib.asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        url = database.address(settings.database_url, settings.data)
        async with contextlib.AsyncExitStack() as stack:
            reader = database.reader(url)
            stack.push_async_callback(reader.dispose)
            writes = log or _log(url, settings, stack)
            if not database.is_sqlite(url):
                async with reader.begin() as connection:
                    await connection.run_sync(schema.prepare)
            await writes.start()
            stack.push_async_callback(writes.stop)
            state = app.state
            state.log = writes
            state.reader = reader
            state.key = keys.own(settings.data) if database.is_sqlite(url) else await keys.shared(reader)
            state.guests = Guests(reader, writes, clock, ids.device)
            state.history = History(reader)
            state.players = Players(reader)
            state.own = Own(reader, writes)
            state.stored_rooms = Rooms(reader, writes)
            state.says = Tries(settings.says_per_minute)
            state.analyses = Analyses(reader, writes, method.VERSION)
            state.analyses_asked = Tries(settings.analyses_per_hour, minutes=60)
            timers = Timers(
                settings.next_ms,
                settings.bot_ms,
                settings.bot_spread_ms,
                min(SWIFT_MS, settings.bot_ms),
                settings.away_ms,
                settings.takeover_ms,
                settings.host_ms,
                settings.share_ms,
            )
            rows = Counted(writes, state.meter.tally) if state.meter else writes
            chat = Chat(reader, writes)
            stores = Stores(state.stored_rooms, rows, chat, state.guests)
            thinkers = Thinkers(bots, settings.bot_workers, settings.bot_breaker_ms)
            stack.callback(thinkers.close)
            bus: Bus = LocalBus() if database.is_sqlite(url) else PostgresBus(url)
            state.rooms = Hub(stores, Dealer(shelf, chance, ids.match, bots), timers, clock, thinkers, bus)
            screens = Screens(clock, bus)
            state.screenings = Screenings(settings, screens)
            state.between = Between(state.rooms, state.stored_rooms, chat, screens)
            bus.listen(state.between.hear, state.between.missed)
            await bus.start()
            stack.push_async_callback(bus.stop)
            looking = Thinkers(bots, 1, settings.bot_breaker_ms, low=LOWEST)  # no bot waits behind an analysis
            stack.callback(looking.close)
            state.analyst = Analyst(method, shelf, state.history, state.analyses, looking, clock)
            if state.meter:
                state.meter.watch(state)
            working = (
                asyncio.create_task(janitor.run(state), name="janitor"),
                asyncio.create_task(state.between.run(), name="between"),
                asyncio.create_task(state.analyst.run(alone=database.is_sqlite(url)), name="analyst"),
            )
            try:
                yield
            finally:
                for task in working:
                    task.cancel()
                await asyncio.gather(*working, return_exceptions=True)

    return living


def _log(url: URL, settings: Settings, stack: contextlib.AsyncExitStack) -> Log:
    """The log of this database; a SQLite file is locked for this process and migrated first."""
    if not database.is_sqlite(url):
        engine = database.appender(url)
        stack.push_async_callback(engine.dispose)
        return PostgresLog(engine)
    stack.enter_context(contextlib.closing(database.take(Path(url.database or ""))))
    writer = database.writer(url, settings.synchronous)
    stack.callback(writer.dispose)
    with writer.begin() as connection:
        schema.prepare(connection)
    return SqliteLog(writer)


async def _room_socket(websocket: WebSocket, code: str) -> None:
    """A room's socket."""
    state = websocket.app.state
    await _socket(
        websocket,
        lambda guest: sockets.serve(
            websocket, code, guest, state.rooms, state.settings, state.build, state.notice.current
        ),
    )


async def _replay_socket(websocket: WebSocket, match: str) -> None:
    """The socket of those who look at one replay together."""
    state = websocket.app.state

    async def serve(guest: Guest | None) -> None:
        known = await state.history.record(match[:64]) is not None
        await state.screenings.serve(websocket, match, guest, known)

    await _socket(websocket, serve)


async def _socket(
    websocket: WebSocket, serve: Callable[[Guest | None], Awaitable[asyncio.Future[None] | None]]
) -> None:  # fmt: skip
    """Any socket: only our own pages may open it, and only so many at a time. It may go on beyond this, until the end
    that `serve` names."""
    state = websocket.app.state
    scheme = "https" if websocket.url.scheme == "wss" else "http"
    if not from_our_page(websocket.headers, scheme, state.settings):
        await websocket.close(4004)  # before accept: answered with 403
        return
    if not state.sockets.take(state.settings.sockets):
        await websocket.send_denial_response(Response(status_code=503, headers={"Retry-After": "10"}))
        return
    end = None
    try:
        end = await serve(await guests.known(websocket))
    finally:
        if end:
            end.add_done_callback(lambda _: state.sockets.give())
        else:
            state.sockets.give()


async def _described(request: Request) -> Response:
    """Where people look for the API's description: it is a page of our own, which works offline."""
    return RedirectResponse(f"{request.app.state.settings.root_path}/api")


def _for_a_person(request: Request) -> bool:
    """Whether somebody looks at a page, so that a refusal should be one."""
    route = request.url.path.removeprefix(request.app.state.settings.root_path)
    return not route.startswith(("/api/", "/static/")) and "text/html" in request.headers.get("accept", "")


def _refusals(app: FastAPI) -> None:
    """Every refusal is a page for people and a problem for programs."""

    async def problem(request: Request, error: Exception) -> Response:
        if not isinstance(error, Problem):
            raise error
        return answer(request, error)

    async def invalid(request: Request, error: Exception) -> Response:
        details = error.errors() if isinstance(error, RequestValidationError) else []
        where = [".".join(map(str, detail["loc"]))[:80] for detail in details[:5]]
        return answer(request, Problem("bad", where=where))

    async def http(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        if _for_a_person(request):
            return pages.error_page(request, status, "notfound")
        return answer(request, Problem({404: "gone", 405: "method"}.get(status, "bad")))

    async def failed(request: Request, error: Exception) -> Response:
        _note.error("request_failed", error=type(error).__name__)
        if _for_a_person(request):
            return pages.error_page(request, 500, "broken")
        return answer(request, Problem("unavailable", retry_after=2))

    app.add_exception_handler(Problem, problem)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)
    for one in database.UNAVAILABLE:  # handled inside: the connection stays and the log has one line, no traceback
        app.add_exception_handler(one, failed)
    app.add_exception_handler(Exception, failed)
