"""A golden match as a file: its set-up, its log with a digest a step, refusals on the way, its result."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.core.errors import IllegalMove
from engine.core.match import Deal, Match, Played
from engine.core.state import Event
from engine.games import SHELF
from tests.engine.random_play import Done

FOLDER = Path(__file__).parent
Golden = Mapping[str, Any]
Try = Mapping[str, Any]


def paths() -> list[Path]:
    """Every golden match."""
    return sorted(path for path in FOLDER.glob("*.json") if path.name != "index.json")


def sees(match: Match, events: Sequence[Event]) -> str:
    """All that every viewer is shown and told after a step: the first half of a SHA-256."""
    viewers = [*range(match.seats), None]
    told = [[match.view(viewer), match.offer(viewer), match.news(events, viewer)] for viewer in viewers]
    return hashlib.sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:32]


def written(shows: str | None, steps: Sequence[Done], tries: Sequence[Try]) -> str:
    """A match as the text of its file, a step a line."""
    match = steps[-1].after
    log = [{**done.entry._asdict(), "sees": sees(done.after, done.events)} for done in steps]
    head = {
        "game": match.game.name,
        "rules": match.game.version,
        "view_version": match.game.view_version,
        "options": dict(match.options),
        "seats": match.seats,
        "shows": shows,
        "result": result(match),
    }
    lines = [f'"{name}":{_compact(value)},' for name, value in head.items()]
    for name, rows in (("tries", tries), ("log", log)):
        lines += [f'"{name}":[', ",\n".join(map(_compact, rows)), "]," if name == "tries" else "]"]
    return "\n".join(["{", *(line for line in lines if line), "}"]) + "\n"


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def result(match: Match) -> dict[str, Any]:
    """A match's result as JSON."""
    found = match.result()
    assert found is not None
    rows = found.breakdown and [dict(row) for row in found.breakdown]
    told = {"deals": found.deals, "totals": found.totals, "winners": found.winners, "breakdown": rows}
    return dict(json.loads(json.dumps(told)))


def opened(golden: Golden) -> Match:
    """The match before its first deal."""
    return Match.open(SHELF[golden["game"]], golden["seats"], golden["options"])


def replay(golden: Golden) -> Iterator[Done]:
    """Every step of a golden match, played by today's rules; refusals on the way are refused again."""
    match = opened(golden)
    tries = {one["step"]: one for one in golden["tries"]}
    for nth, line in enumerate(golden["log"]):
        if nth in tries:
            assert refusal(match, tries[nth]["seat"], tries[nth]["move"]) == tries[nth]["refused"]
        values = {name: value for name, value in line.items() if name != "sees"}
        entry = Deal(**values) if "order" in line else Played(**values)
        ((after, events),) = match.fold([entry])
        yield Done(entry, match, after, events)
        match = after


def refusal(match: Match, seat: int, move: Mapping[str, Any]) -> str | None:
    """The code that a move is refused with; None where it is not."""
    try:
        match.check(seat, match.game.read(move))
    except IllegalMove as error:
        return error.code
    return None
