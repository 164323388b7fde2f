"""What finished matches say of their players: a guest's figures, and the leaderboard of those who want to stand there.

Counted are listed matches, which are finished ones; a match that is reachable by its id only counts for nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.store.tables import guests, match_seats, matches

Told = dict[str, Any]
MATCHES = 5
RIVALS = 3
AGAINST = 50


def _many(holds: ColumnElement[bool]) -> Any:
    return func.sum(case((holds, 1), else_=0))


def _figures(seat: Any) -> list[Any]:
    """What is counted of seats."""
    return [
        func.count().label("matches"),
        _many(and_(seat.c.won, seat.c.winners == 1)).label("wins"),
        _many(and_(seat.c.won, seat.c.winners > 1)).label("shared"),
        _many(seat.c.winners == 0).label("draws"),
        func.sum(seat.c.total).label("points"),
        func.max(seat.c.best).label("best"),
    ]


def _told(rows: Sequence[Any]) -> Told:
    """Rows of figures as one: sums, the average of a match, and the biggest catch."""
    count = sum(int(row.matches) for row in rows)
    points = sum(int(row.points) for row in rows)
    return {
        "matches": count,
        "wins": sum(int(row.wins) for row in rows),
        "shared": sum(int(row.shared) for row in rows),
        "draws": sum(int(row.draws) for row in rows),
        "average": round(points / count, 2) if count else None,
        "best": max((row.best for row in rows if row.best is not None), default=None),
    }


class Players:
    """Questions about players."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def stats(self, guest: str) -> Told | None:
        """A guest's figures in all, by game and against whom; None for one nobody knows."""
        guest = guest.replace("\0", "\ufffd")
        mine = and_(match_seats.c.guest == guest, match_seats.c.listed)
        asked = select(match_seats.c.game, *_figures(match_seats)).where(mine).group_by(match_seats.c.game)
        by_game = await self._all(asked.order_by(match_seats.c.game))
        known = await self._all(select(guests.c.name).where(guests.c.id == guest))
        if not by_game and not known:
            return None
        name = known[0].name if known else (await self._all(_latest_name(guest)))[0].name
        games = [{"game": row.game, **_told([row])} for row in by_game]
        return {"guest": guest, "name": name, **_told(by_game), "games": games, "against": await self._against(guest)}

    async def _against(self, guest: str) -> list[Told]:
        """Whom a guest has met: people one by one, bots by their level, the most frequent first."""
        me, other = match_seats.alias("me"), match_seats.alias("other")
        met = func.count().label("met")
        asked = (
            select(
                other.c.guest,
                other.c.bot,
                met,
                _many(me.c.won).label("wins"),
                _many(and_(other.c.won, ~me.c.won)).label("lost"),
                func.max(other.c.name).label("name"),
            )
            .join_from(me, other, and_(other.c.match_id == me.c.match_id, other.c.seat != me.c.seat))
            .where(me.c.guest == guest, me.c.listed, or_(other.c.guest.is_not(None), other.c.bot.is_not(None)))
            .group_by(other.c.guest, other.c.bot)
            .order_by(met.desc(), case((other.c.guest.is_(None), 1), else_=0), other.c.guest, other.c.bot)
            .limit(AGAINST)
        )
        rows = await self._all(asked)
        ids = [row.guest for row in rows if row.guest]
        names = {row.id: row.name for row in await self._all(select(guests).where(guests.c.id.in_(ids)))}
        return [
            {
                "guest": row.guest,
                "name": (names.get(row.guest) or row.name) if row.guest else None,
                "bot": row.bot,
                "matches": row.met,
                "wins": int(row.wins),
                "lost": int(row.lost),
            }
            for row in rows
        ]

    async def leaderboard(self, game: str, limit: int) -> list[Told]:
        """Guests who want to stand there, with enough matches against enough different people; matches with a bot in
        them count for nobody. A win is 1, one that n share 1/n; the share of it in all matches gives the order."""
        rows = await self._all(_board(game.replace("\0", "\ufffd")).limit(limit))
        return [
            {
                "rank": rank,
                "guest": row.id,
                "name": row.name,
                "matches": row.matches,
                "wins": int(row.wins),
                "shared": int(row.shared),
                "share": round(float(row.share), 3),
                "average": round(int(row.points) / row.matches, 2),
                "rivals": row.rivals,
            }
            for rank, row in enumerate(rows, 1)
        ]

    async def _all(self, asked: Select[Any]) -> list[Any]:
        async with self._engine.connect() as connection:
            return list((await connection.execute(asked)).all())


def _latest_name(guest: str) -> Select[Any]:
    mine = select(match_seats.c.name).where(match_seats.c.guest == guest, match_seats.c.listed)
    return mine.order_by(match_seats.c.ended_at.desc()).limit(1)


def _board(game: str) -> Select[Any]:
    seat, other = match_seats.alias("seat"), match_seats.alias("other")
    wanted = select(guests.c.id).where(guests.c.leaderboard)
    counts = and_(seat.c.guest.in_(wanted), seat.c.listed, seat.c.game == game, matches.c.bots == 0)
    points = func.sum(case((seat.c.won, 1.0 / seat.c.winners), else_=0.0))
    figures = (
        select(seat.c.guest, *_figures(seat), (points / func.count()).label("share"))
        .join_from(seat, matches, matches.c.id == seat.c.match_id)
        .where(counts)
        .group_by(seat.c.guest)
        .having(func.count() >= MATCHES)
        .subquery()
    )
    met = (
        select(seat.c.guest, func.count(other.c.guest.distinct()).label("rivals"))
        .join_from(seat, matches, matches.c.id == seat.c.match_id)
        .join(other, and_(other.c.match_id == seat.c.match_id, other.c.seat != seat.c.seat))
        .where(counts)
        .group_by(seat.c.guest)
        .having(func.count(other.c.guest.distinct()) >= RIVALS)
        .subquery()
    )
    return (
        select(guests.c.id, guests.c.name, figures, met.c.rivals)
        .join_from(figures, met, met.c.guest == figures.c.guest)
        .join(guests, guests.c.id == figures.c.guest)
        .order_by(figures.c.share.desc(), figures.c.matches.desc(), guests.c.id)
    )
