"""The rules of each game as a page, and the same text as a sheet to lie over the table.

The texts stand in templates/rules/<language>/<game>.html: whole sentences with their figures between them, written
anew in each language. They are no catalogue, because no browser should fetch them before somebody asks.
"""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request, Response
from starlette.responses import RedirectResponse

from app.web import pages, scene
from engine.games import Shelf

TEXTS = pages.FOLDER / "templates" / "rules" / "en"

router = APIRouter(route_class=pages.Page, include_in_schema=False)


def told(shelf: Shelf) -> list[str]:
    """The games of a shelf whose rules are written down here."""
    return [name for name in shelf if (TEXTS / f"{name}.html").is_file()]


@router.get("/rules")
async def first(request: Request) -> Response:
    """The first game's rules; the others are one click away there."""
    games = told(request.app.state.shelf)
    if not games:
        return pages.error_page(request, 404, "page")
    return RedirectResponse(f"{request.app.state.settings.root_path}/rules/{games[0]}", 303)


@router.get("/rules/{game}")
async def rules(request: Request, game: str, part: Literal["page", "sheet"] = "page") -> Response:
    """A game's rules; `part=sheet` is the text alone, its anchors beginning with `rule-`."""
    shelf = request.app.state.shelf
    games = told(shelf)
    if game not in games:
        return pages.error_page(request, 404, "page")
    sheet = part == "sheet"
    facts: dict[str, Any] = {
        "game": game,
        "games": games,
        "low": shelf[game].seats[0],
        "high": shelf[game].seats[-1],
        "options": [option.described() for option in shelf[game].options],
        "cast": scene.CAST.get(game, {}),
        "prefix": "rule-" if sheet else "",
        "level": 3 if sheet else 2,
        "contents": [],  # the sections write themselves in while they are rendered
    }
    return pages.render(request, f"rules/{part}.html", **facts)
