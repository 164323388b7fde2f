"""How the points of a finished match came in, step by step, and its big moments: drawn from what the watcher was shown
and told. Pure; it reads what views of every version have, and leaves out what one has not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.web.scene import AVATARS, CAST
from app.web.text import Words

WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT = 620, 240, 34, 40, 14, 24
LINES = 5  # of the grid, about
LABEL = 15  # how far two labels are apart
GREATEST = 4
CATCH = 4  # cards at once that are a big moment


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's points: an SVG path of steps, and where its label stands."""

    avatar: int
    name: str
    path: str
    end: float
    total: int


@dataclass(frozen=True, slots=True)
class Chart:
    """All lines in one picture. grid: (y, points); deals: (x of the border or None, middle, number)."""

    lines: list[Line]
    grid: list[tuple[float, int]]
    deals: list[tuple[float | None, float, int]]


@dataclass(frozen=True, slots=True)
class Moment:
    """A big moment, for a link into the replay. animal: of the sprite, or None."""

    step: int
    move: int
    words: str
    more: str
    animal: str | None


def standing(view: Mapping[str, Any]) -> list[int]:
    """Each seat's points as the watcher saw them: what a game counts on the way, else its totals."""
    facts = view["facts"]
    parks = facts.get("result") or facts.get("parks")
    return [park["total"] for park in parks] if parks else list(facts["totals"])


def chart(record: Mapping[str, Any], steps: Sequence[Mapping[str, Any]], views: Sequence[Mapping[str, Any]]) -> Chart:
    """The points of every seat, from the first deal to the last step."""
    points = [standing(view) for view in views]
    low, high = min(0, *map(min, points)), max(1, *map(max, points))
    last = max(1, len(points) - 1)

    def x(step: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * step / last, 1)

    def y(value: int) -> float:
        return round(TOP + (HEIGHT - TOP - FOOT) * (high - value) / (high - low), 1)

    lines = []
    for seat in record["seats"]:
        mine = [row[seat["seat"]] for row in points]
        turns = "".join(f"H{x(nth)}V{y(value)}" for nth, value in enumerate(mine) if nth and value != mine[nth - 1])
        path = f"M{x(0)} {y(mine[0])}{turns}H{x(last)}"
        lines.append(Line(seat["seat"] % AVATARS, seat["name"], path, y(mine[-1]), mine[-1]))
    borders = [nth for nth, step in enumerate(steps) if "deal" in step]
    ends = [*borders[1:], last]
    deals = [
        (x(begin) if nth else None, round((x(begin) + x(end)) / 2, 1), nth + 1)
        for nth, (begin, end) in enumerate(zip(borders, ends, strict=True))
    ]
    return Chart(_apart(lines), [(y(value), value) for value in _grid(low, high)], deals)


def _grid(low: int, high: int) -> list[int]:
    """Round numbers, about five of them."""
    span = high - low
    step = next((size for size in (1, 2, 5, 10, 20, 50, 100) if span / size <= LINES), span)
    return list(range(-(-low // step) * step, high + 1, step))


def _apart(lines: list[Line]) -> list[Line]:
    """Labels at the right end do not lie on each other."""
    placed: dict[int, float] = {}
    lowest = float(-LABEL)
    for nth in sorted(range(len(lines)), key=lambda nth: lines[nth].end):
        placed[nth] = lowest = max(lines[nth].end, lowest + LABEL)
    over = max(0.0, lowest - (HEIGHT - FOOT))
    return [replace(line, end=round(placed[nth] - over, 1)) for nth, line in enumerate(lines)]


def moments(
    record: Mapping[str, Any], steps: Sequence[Mapping[str, Any]], news: Sequence[Sequence[Any]], t: Words
) -> list[Moment]:
    """The greatest catches, or the slides that were built, in the order they happened."""
    names = [seat["name"] for seat in record["seats"]]
    found: list[tuple[int, Moment]] = []
    move = 0
    for nth, (step, events) in enumerate(zip(steps, news, strict=False)):
        move += "deal" not in step
        for event in events:
            if event["e"] == "capture" and event["n"] >= CATCH:
                found.append((event["n"], _catch(record["game"], event, nth, move, names, t)))
            elif event["e"] == "slide":
                facts = {"name": names[event["seat"]], "n": event.get("total", 0), "points": event.get("points", 0)}
                words, more = t("match.moment.slide", **facts), t("match.moment.points", **facts)
                found.append((event.get("points", 0), Moment(nth, move, words, more, None)))
    greatest = sorted(found, key=lambda one: -one[0])[:GREATEST]
    return sorted((moment for _, moment in greatest), key=lambda moment: moment.step)


def _catch(game: str, event: Mapping[str, Any], step: int, move: int, names: Sequence[str], t: Words) -> Moment:
    prey, by = event["prey"], event["rank"]
    look = CAST.get(game, {}).get(prey)
    animals = t(f"herds.animals.{game}", n=event["n"], rank=str(prey))
    words = t("match.moment.catch", n=event["n"], animals=animals, name=names[event["seat"]])
    more = t("match.moment.by", animals=t(f"herds.animals.{game}", n=2, rank=str(by)))
    return Moment(step, move, words, more, look.animal if look else None)
