"""The points of a match as lines, and its big moments."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

from app.web import text, timeline
from engine.core.match import Deal, Match
from engine.games import SHELF
from tests.engine.tagged import plain, script

BOXES: list[tuple[str, int, dict[str, Any]]] = [
    ("waterhole", 4, {"deals": 3}),
    ("kariba", 2, {"deals": 1, "market": True}),
    ("seven_waters", 2, {"contest": True}),
]


def played(game: str, seats: int, options: dict[str, Any]) -> tuple[Any, Any, Any, Any]:
    """A record with its steps, and what the watcher saw and heard."""
    opened = Match.open(SHELF[game], seats, options)
    log = script(opened, 5)
    folded = list(opened.fold(log))
    steps = [{"deal": 1} if isinstance(entry, Deal) else {"seat": entry.seat} for entry in log]
    views = [plain(match.view(None)) for match, _ in folded]
    news = [plain(match.news(events, None)) for match, events in folded]
    people = [{"seat": seat, "name": ["Zoë", "Łąka", "Mia", "Ben"][seat]} for seat in range(seats)]
    return {"game": game, "seats": people}, steps, views, news


@pytest.mark.parametrize(("game", "seats", "options"), BOXES, ids=[box[0] for box in BOXES])
def test_lines_end_at_the_result_and_stay_in_the_picture(game: str, seats: int, options: dict[str, Any]) -> None:
    record, steps, views, _ = played(game, seats, options)
    chart = timeline.chart(record, steps, views)
    assert [line.total for line in chart.lines] == views[-1]["facts"]["totals"]
    values = dict(chart.grid)
    zero = next(y for y, value in chart.grid if value == 0)
    for line in chart.lines:
        xs = [float(x) for x in re.findall(r"[MH]([\d.]+)", line.path)]
        ys = [float(y) for y in re.findall(r"[V ]([\d.]+)", line.path)]
        assert xs == sorted(xs)
        assert xs[-1] == timeline.WIDTH - timeline.RIGHT
        assert all(timeline.TOP <= y <= timeline.HEIGHT - timeline.FOOT for y in ys)
        assert (ys[-1] < zero) == (line.total > 0) or line.total == 0
    ends = sorted(line.end for line in chart.lines)
    assert all(b - a >= timeline.LABEL - 0.2 for a, b in itertools.pairwise(ends)), "labels lie apart"
    assert 2 <= len(values) <= 2 * timeline.LINES
    assert len(chart.deals) == sum("deal" in step for step in steps)
    assert chart.deals[0][0] is None


@pytest.mark.parametrize(("game", "seats", "options"), BOXES, ids=[box[0] for box in BOXES])
def test_big_moments_are_what_happened_there(game: str, seats: int, options: dict[str, Any]) -> None:
    record, steps, _, news = played(game, seats, options)
    for lang in text.LANGUAGES:
        found = timeline.moments(record, steps, news, text.words(lang))
        assert 1 <= len(found) <= timeline.GREATEST
        assert [one.step for one in found] == sorted(one.step for one in found)
        for one in found:
            events = [event for event in news[one.step] if event["e"] in ("capture", "slide")]
            assert events
            assert one.move == sum("deal" not in step for step in steps[: one.step + 1])
            assert record["seats"][events[0]["seat"]]["name"] in one.words
            assert "{" not in one.words + one.more
            assert (one.animal is not None) == (game != "seven_waters")
    catches = [event["n"] for events in news for event in events if event["e"] == "capture"]
    if catches:
        greatest = max(catches)
        assert any(one.words.startswith(f"{greatest} ") for one in found)


def test_a_match_kept_without_news_has_no_moments() -> None:
    record, steps, _, _ = played(*BOXES[0])
    assert timeline.moments(record, steps, [], text.words("en")) == []
