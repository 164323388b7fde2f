"""REST: what players have done, and the leaderboard of those who want to stand there."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from app.web import examples
from app.web.matches import found
from app.web.tagged import tagged_json

router = APIRouter(prefix="/api", tags=["players"])


@router.get("/players/{guest}/stats", summary="A player's figures", responses=examples.of("stats", 404))
async def stats(request: Request, guest: str) -> Response:
    """Of listed matches: how many, won alone, won together, drawn, points a match, the biggest catch; in all, by game
    and against whom. `wins` against somebody are matches with a share in the win, `lost` those that they won alone."""
    return tagged_json(request, await found(request.app.state.players.stats(guest)))


@router.get("/leaderboard", summary="Who wins most at a game", responses=examples.of("leaderboard", 400))
async def leaderboard(
    request: Request,
    game: Annotated[str, Query(max_length=64, examples=["waterhole"])],
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """Guests who chose to stand here (POST /api/me), with at least 5 matches against at least 3 different guests.
    Matches with a bot at the table are left out. `share`: wins by matches, a win that n share counting 1/n."""
    items = await request.app.state.players.leaderboard(game, limit)
    return tagged_json(request, {"game": game, "items": items})
