"""What a player's page shows of their figures: tiles, the last matches as bars, and whom they met. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.web.scene import AVATARS, letter

LAST = 24
NONE: Mapping[str, Any] = {"matches": 0, "wins": 0, "shared": 0, "draws": 0, "average": None, "best": None}


@dataclass(frozen=True, slots=True)
class Bar:
    """One of the last matches. height: the share of all points there, in percent; how: won, shared, draw or lost."""

    height: int
    how: str
    total: int


def bars(records: Sequence[Mapping[str, Any]], guest: str) -> list[Bar]:
    """A guest's matches, given newest first, from the oldest to the newest."""
    return [_bar(record, guest) for record in reversed(records)]


def _bar(record: Mapping[str, Any], guest: str) -> Bar:
    seat = next(one["seat"] for one in record["seats"] if one["guest"] == guest)
    totals, winners = record["scores"]["totals"], record["scores"]["winners"]
    won = seat in winners
    how = ("shared" if len(winners) > 1 else "won") if won else "lost" if winners else "draw"
    points = sum(max(0, total) for total in totals)
    share = max(0, totals[seat]) / points if points else 0
    return Bar(max(6, round(100 * share)), how, totals[seat])


def in_a_row(shown: Sequence[Bar]) -> int:
    """How many of the newest matches were won, one after another, shared wins among them."""
    row = 0
    for bar in reversed(shown):
        if bar.how not in ("won", "shared"):
            break
        row += 1
    return row


def percent_won(figures: Mapping[str, Any]) -> int | None:
    """Of how many matches out of a hundred this player has a share in the win."""
    return round(100 * (figures["wins"] + figures["shared"]) / figures["matches"]) if figures["matches"] else None


@dataclass(frozen=True, slots=True)
class Met:
    """Somebody a player has met. width: of the player's own wins among those that one of the two had, in percent."""

    guest: str | None
    name: str | None
    bot: str | None
    letter: str
    avatar: int
    wins: int
    lost: int
    width: int


def met(against: Sequence[Mapping[str, Any]]) -> list[Met]:
    """Whom a player has met, as the page shows them."""
    return [
        Met(
            one["guest"],
            one["name"],
            one["bot"],
            letter(one["name"] or ""),
            nth % AVATARS,
            one["wins"],
            one["lost"],
            round(100 * one["wins"] / (one["wins"] + one["lost"])) if one["wins"] + one["lost"] else 0,
        )
        for nth, one in enumerate(against, 1)
    ]
