"""Everything a browser can ask for by GET, taken from the routes the house has; and a few things it is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from starlette.routing import Route

from tests.app.player import Player

Answer = tuple[str, int, dict[str, str], bytes]
WRONG: tuple[tuple[str, Any], ...] = (
    ("/api/say", {"say": "K7M2QF"}),
    ("/api/say", {"say": 7}),
    ("/api/guest", {"nobody": True}),
    ("/api/rooms", {"game": "chess", "key": "12345678"}),
)


class Ask(NamedTuple):
    """What is asked, and when.

    Attributes:
        after: so many moves. other: which matches of the room, from 0, differ in a deal: once such a match is over,
            its record tells everybody everything, and the worlds need not be equal there.
    """

    after: frozenset[int]
    other: frozenset[int]


def paths(app: Any, known: Mapping[str, list[str]]) -> Iterator[str]:
    """Every route that answers a GET, with each value that its name may have here."""
    for route in routes(app.router):
        found = [route]
        for name in re.findall(r"{(\w+)", route):
            words = known.get(name, ["1"])
            found = [re.sub(rf"{{{name}(:\w+)?}}", word, path) for path in found for word in words]
        yield from found


def routes(router: Any) -> Iterator[str]:
    """The paths that answer a GET, those of included routers too."""
    for route in router.routes:
        if isinstance(route, Route):
            yield from [route.path] if "GET" in (route.methods or ()) else []
        elif inner := getattr(route, "original_router", None):
            yield from routes(inner)


def reveals(path: str, match: str, seat: int | None) -> bool:
    """Whether this is what a finished match's record tells of its hidden cards: orders, and other seats' views."""
    own = [f"/api/matches/{match}", f"/api/matches/{match}/moves", f"/api/matches/{match}/replay"]
    own += [f"/api/matches/{match}/replay?seat={seat}"] if seat is not None else []
    return f"/{match}" in path and path not in own


async def answers(app: Any, player: Player, code: str, ask: Ask) -> list[Answer]:
    """What this player's browser is answered, with headers and bytes as they come over the line."""
    told: list[Answer] = []
    ids, guest = list(dict.fromkeys(filter(None, (player.room["last_match"], player.room["match"])))), player.guest
    games = [*app.state.shelf]
    known = {"code": [code], "match": [*ids, "m_none"], "guest": [guest], "game": games, "name": games, "lang": ["de"]}
    seats = [nth for nth, held in enumerate(player.room["seats"]) if held]
    seat = next((nth for nth in seats if player.room["seats"][nth]["guest"] == guest), None)
    wanted = [*paths(app, known), *(f"/api/matches/{id}/replay?seat={nth}" for id in ids for nth in seats), "/nothing"]
    for path in wanted:
        if any(reveals(path, match, seat) for nth, match in enumerate(ids) if nth in ask.other):
            continue
        for kind in ("text/html", "application/json"):
            async with player.http.stream("GET", path, headers={"Accept": kind}) as answer:
                told.append(_kept(path, answer, b"".join([part async for part in answer.aiter_raw()])))
            if tag := answer.headers.get("etag"):
                again = await player.http.get(path, headers={"Accept": kind, "If-None-Match": tag})
                told.append(_kept(path, again, again.content))
    for path, body in WRONG:
        refused = await player.http.post(path, json=body)
        told.append(_kept(path, refused, refused.content))
    return told


def _kept(path: str, answer: Any, body: bytes) -> Answer:
    headers = {name: value for name, value in answer.headers.items() if name != "date"}
    return path, answer.status_code, headers, body
