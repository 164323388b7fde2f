"""The pages of players: their figures, the leaderboard, and what a reader can say about their own data."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from app.store.lookup import Filter
from app.web import figures, scene
from app.web.pages import Page, error_page, render

router = APIRouter(route_class=Page, include_in_schema=False)
SHOWN = 8  # whom somebody has met most


@router.get("/players/{guest}")
async def player(request: Request, guest: str, game: str = "") -> Response:
    """What a player has done, at one game or at all."""
    state = request.app.state
    stats = await state.players.stats(guest[:64])
    if stats is None:
        return error_page(request, 404, "page")
    picked = game if game in state.shelf else None
    of_game = (one for one in stats["games"] if one["game"] == picked)
    shown = next(of_game, figures.NONE) if picked else stats
    records, _ = await state.history.page(figures.LAST, None, Filter(player=stats["guest"], game=picked))
    bars = figures.bars(records, stats["guest"])
    return render(
        request,
        "player.html",
        player=stats,
        letter=scene.letter(stats["name"]),
        picked=picked,
        figures=shown,
        won=figures.percent_won(shown),
        row=figures.in_a_row(bars),
        bars=bars,
        met=figures.met(stats["against"][:SHOWN]),
    )


@router.get("/leaderboard")
async def leaderboard(request: Request, game: str = "") -> Response:
    """Who wins most at a game, of those who want to stand here."""
    state = request.app.state
    picked = game if game in state.shelf else next(iter(state.shelf))
    items = await state.players.leaderboard(picked, 50)
    rows = [{**one, "letter": scene.letter(one["name"]), "avatar": one["rank"] % scene.AVATARS} for one in items]
    return render(request, "leaderboard.html", picked=picked, rows=rows)


@router.get("/me")
async def me(request: Request) -> Response:
    """What is stored of the reader; the browser asks the API for it."""
    return render(request, "me.html")
