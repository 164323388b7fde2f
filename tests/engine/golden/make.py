"""Plays the golden matches and writes them: `python -m tests.engine.golden.make`.

Random play by seeds that are counted up until the match shows what it must. A file whose versions are those of the
shelf stays as it is; where its game has a new version, it is played again under it. Nothing is ever written over under
the same version (see tests/engine/golden/__init__.py).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.core.match import Match
from engine.games import SHELF
from tests.engine.golden import index
from tests.engine.golden.log import FOLDER, Try, refusal, written
from tests.engine.golden.situations import SITUATIONS, Steps
from tests.engine.oracles import waters
from tests.engine.random_play import STYLES, play_out

EACH = 5
SEEDS = 200_000


class Wanted(NamedTuple):
    """A golden match to be played: with a rule it must show, or any of its variant."""

    name: str
    game: str
    seats: int
    options: Mapping[str, Any]
    shows: str | None = None


def variants(game: str) -> Iterator[dict[str, Any]]:
    """Every choice of a game's options."""
    chosen: list[dict[str, Any]] = [{}]
    for option in SHELF[game].options:
        chosen = [{**before, option.name: value} for before in chosen for value in option.values]
    yield from chosen


def wanted() -> Iterator[Wanted]:
    """Five of each game and variant, at all its sizes of table, and one for each rule."""
    for game in SHELF:
        for options in variants(game):
            words = "-".join(str(value).lower() for value in options.values())
            for nth in range(EACH):
                seats = SHELF[game].seats[nth % len(SHELF[game].seats)]
                yield Wanted(f"{game}-{words}-{nth + 1}", game, seats, options)
    for nth, shows in enumerate(SITUATIONS):
        if shows.startswith("K"):
            yield Wanted(f"kariba-{shows}", "kariba", 2 + nth % 4, {"deals": 1, "market": True}, shows)
        else:
            yield Wanted(f"seven_waters-{shows}", "seven_waters", 2, {"contest": False}, shows)


def played(one: Wanted) -> tuple[Steps, list[Try]]:
    """The first match, by seed, that shows what it must."""
    opened = Match.open(SHELF[one.game], one.seats, one.options)
    styles = sorted(STYLES) if one.game == "seven_waters" else ["any"]
    for seed in range(SEEDS):
        steps = list(play_out(opened, seed * 1000 + sum(map(ord, one.name)) % 1000, styles[seed % len(styles)]))
        tries = list(refused(one, steps))
        if one.shows is None or SITUATIONS[one.shows](steps, tries):
            return steps, tries
    sys.exit(f"no seed shows {one.shows}")


def refused(one: Wanted, steps: Steps) -> Iterator[Try]:
    """Moves that are refused on the way: a pass too early, an eighth slide."""
    if (one.shows or "").startswith("S12"):
        yield _try(steps, len(steps) // 2, {"type": "pass"})
    if one.shows == "S8":
        for nth, done in enumerate(steps):
            facts = done.before.view(None)["facts"]
            if nth and facts["slides_left"] == 0 and (move := _eighth(done.before, facts["to_act"])):
                yield _try(steps, nth, move)
                return


def _try(steps: Steps, nth: int, move: dict[str, Any]) -> Try:
    match = steps[nth].before
    (seat,) = match.to_act()
    return {"step": nth, "seat": seat, "move": move, "refused": refusal(match, seat, move)}


def _eighth(match: Match, seat: int) -> dict[str, Any] | None:
    """A slide that only the limit of seven forbids."""
    view = match.view(seat)
    free = {**view, "facts": {**view["facts"], "contest": True}}
    slides = (move for move in waters.every(view, seat) if move["type"] == "slide")
    return next((move for move in slides if waters.legal(free, seat, move)), None)


def main() -> None:
    """Write what is missing and what has a new version."""
    kept, troubles = index.load(), []
    for one in wanted():
        name, game = f"{one.name}.json", SHELF[one.game]
        history = kept.get(name, [])
        if history and (history[-1]["rules"], history[-1]["view_version"]) == (game.version, game.view_version):
            continue
        text = written(one.shows, *played(one))
        entries, against = index.grown(name, json.loads(text), history)
        troubles += against
        if not against:
            (FOLDER / name).write_text(text, "utf-8")
            kept[name] = entries
            print(name, len(text), flush=True)
    index.save(kept)
    if troubles:
        sys.exit("\n".join(troubles))


if __name__ == "__main__":
    main()
