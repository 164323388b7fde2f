"""What a page shows of games and finished matches beside their words: pictures, avatars, bars. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import regex

from app.web.text import Words
from engine.bots import Bots
from engine.core.game import Game

AVATARS = 5


@dataclass(frozen=True, slots=True)
class Look:
    """An animal card's face."""

    skin: str
    sign: str
    animal: str
    sky: str
    hill: str


# rank: animal, sky, hill. Waterhole's ace is the bee; Kariba counts from 1.
_WATERHOLE = (
    ("bee", "#9CD3E2", "#6FAF62"),
    ("frog", "#FFD3C4", "#E58F7B"),
    ("hare", "#D3E8B8", "#93B962"),
    ("fox", "#BFDFE4", "#6EA9AF"),
    ("warthog", "#F8E09A", "#D5AE4C"),
    ("zebra", "#F7BE8C", "#D58645"),
    ("hippo", "#C4E6D3", "#6DB594"),
    ("elephant", "#F8BDB0", "#D47E6B"),
)
_KARIBA = (
    ("mouse", "#F3D08F", "#C08A3C"),
    ("meerkat", "#BFDDB4", "#7DA565"),
    ("zebra", "#F2A06D", "#B9602F"),
    ("giraffe", "#A9D3EA", "#5C96BA"),
    ("antelope", "#E2CBEE", "#9C74BA"),
    ("lion", "#BCE3D5", "#5CA88A"),
    ("rhino", "#FAD064", "#C98B1F"),
    ("elephant", "#F1A18E", "#B85A42"),
)


def _cast(skin: str, animals: tuple[tuple[str, str, str], ...], first: str) -> dict[int, Look]:
    return {
        rank: Look(skin, first if rank == 1 else str(rank), animal, sky, hill)
        for rank, (animal, sky, hill) in enumerate(animals, 1)
    }


CAST = {"waterhole": _cast("waterhole", _WATERHOLE, "A"), "kariba": _cast("kariba", _KARIBA, "1")}
FANS: Mapping[str, tuple[Look | str, ...]] = {
    "waterhole": tuple(CAST["waterhole"][rank] for rank in (7, 1, 8)),
    "kariba": tuple(CAST["kariba"][rank] for rank in (6, 1, 8)),
    "seven_waters": ("7d", "Qh", "10s"),
}


@dataclass(frozen=True, slots=True)
class Box:
    """A game of the shelf as pages show it."""

    name: str
    low: int
    high: int
    options: dict[str, Any]
    bots: bool
    fan: tuple[Look | str, ...]


def box(game: Game[Any, Any, Any], bots: Bots) -> Box:
    """A game as pages show it; one without a picture of its own borrows Waterhole's."""
    return Box(
        game.name,
        game.seats[0],
        game.seats[-1],
        {option.name: option.described() for option in game.options},
        game.name in bots,
        FANS.get(game.name, FANS["waterhole"]),
    )


@dataclass(frozen=True, slots=True)
class Points:
    """One seat's line in the result of a match. `pieces` are a bar's parts, as (start, width) in percent."""

    seat: int
    guest: str | None
    name: str
    letter: str
    avatar: int
    bot: str | None
    deals: list[int]
    total: int
    won: bool
    pieces: list[tuple[float, float]]


def points(record: Mapping[str, Any]) -> list[Points]:
    """The seats of a record, best first, with the bars of their deals."""
    scores = record["scores"]
    most = max(1, *scores["totals"])
    rows = []
    for seat in record["seats"]:
        nth = seat["seat"]
        deals = [deal[nth] for deal in scores["deals"]]
        starts = [sum(deals[:before]) for before in range(len(deals))]
        rows.append(
            Points(
                seat=nth,
                guest=seat["guest"],
                name=seat["name"],
                letter=letter(seat["name"]),
                avatar=nth % AVATARS,
                bot=seat["bot"],
                deals=deals,
                total=scores["totals"][nth],
                won=nth in scores["winners"],
                pieces=[
                    (round(95 * start / most, 2), round(95 * deal / most, 2))
                    for start, deal in zip(starts, deals, strict=True)
                    if deal > 0
                ],
            )
        )
    return sorted(rows, key=lambda row: (-row.total, not row.won))


def letter(name: str) -> str:
    """What stands in an avatar: the first thing people see as one letter."""
    found = regex.match(r"\X", name)
    return found.group().upper() if found else "?"


def signed(number: int) -> str:
    """A number as people write it: with a minus sign, not a hyphen."""
    return f"\u2212{-number}" if number < 0 else str(number)


def headline(record: Mapping[str, Any], rows: list[Points], t: Words) -> str:
    """Who won, and by how much; in the words of a language."""
    names, winners = [row.name for row in rows], [row.name for row in rows if row.won]
    if record["result"] != "finished":
        return t("people.broken.title", names=names)
    if not winners:
        return t("match.draw", names=names)
    if len(winners) > 1:
        return t("match.shared", names=winners)
    return t("match.wins", name=winners[0], n=lead(rows)) if lead(rows) else t("match.pool", name=winners[0])


def lead(rows: list[Points]) -> int:
    """By how much the winner is ahead of the next one."""
    return rows[0].total - rows[1].total


def minutes(record: Mapping[str, Any]) -> int:
    """How long a match lasted."""
    began, ended = (datetime.fromisoformat(record[name]) for name in ("started_at", "ended_at"))
    return round((ended - began).total_seconds() / 60)
