"""The rules of each game as a page, and the same text as a sheet to lie over the table.

The texts stand in templates/rules/<language>/<game>.html: whole sentences with their figures between them, written
anew in each language. They are no catalogue, because no browser should fetch them before somebody asks.
"""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request, Response
from starlette.responses import RedirectResponse

from app.web import pages, scene

# The rules may be read whether or not a game is on this server's shelf.
SEATS = {"waterhole": (2, 4), "kariba": (2, 5), "seven_waters": (2, 2)}

router = APIRouter(route_class=pages.Page, include_in_schema=False)


@router.get("/rules")
async def first(request: Request) -> Response:
    """The first game's rules; the others are one click away there."""
    return RedirectResponse(f"{request.app.state.settings.root_path}/rules/{next(iter(SEATS))}", 303)


@router.get("/rules/{game}")
async def rules(request: Request, game: str, part: Literal["page", "sheet"] = "page") -> Response:
    """A game's rules; `part=sheet` is the text alone, its anchors beginning with `rule-`."""
    if game not in SEATS:
        return pages.error_page(request, 404, "page")
    sheet = part == "sheet"
    facts: dict[str, Any] = {
        "game": game,
        "games": tuple(SEATS),
        "low": SEATS[game][0],
        "high": SEATS[game][1],
        "cast": scene.CAST.get(game, {}),
        "prefix": "rule-" if sheet else "",
        "level": 3 if sheet else 2,
        "contents": [],  # the sections write themselves in while they are rendered
    }
    return pages.render(request, f"rules/{part}.html", **facts)
