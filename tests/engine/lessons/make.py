"""Writes the guided first games: `python -m tests.engine.lessons.make`.

The interesting decisions are written by hand below. Between them bots play on, with a seed that was searched for, until
the end is near enough for the pupil to do it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from engine import bots
from engine.core.match import Match
from engine.games import SHELF
from engine.games.herds.box import PACK
from engine.lessons import PUPIL

ROOT = Path(__file__).parents[3]
Written = dict[str, Any]
Step = tuple[str | None, dict[str, Any]]


def play(*cards: int) -> dict[str, Any]:
    return {"type": "play", "cards": list(cards)}


def draw(source: int | str) -> dict[str, Any]:
    return {"type": "draw", "source": source}


# --- what is written by hand -------------------------------------------------------------------------------------

# Pupil and partner in turn; a step with a key is the pupil's.
WATERHOLE: list[Step] = [
    ("one", play(2)),
    (None, play(6)),
    ("three", play(7, 7, 7)),
    (None, play(4)),
    ("gap", play(7)),
    (None, play(5)),
    ("trap", play(5)),
    (None, play(5)),
    ("eight", play(8)),
    (None, play(8)),
    ("aces", play(1, 1, 1)),
]
WATERHOLE_HANDS = ((2, 7, 7, 7, 3), (6, 4, 5, 8, 3))
# In the order in which they are drawn, by whoever draws.
WATERHOLE_DRAWS = (7, 2, 5, 1, 1, 5, 1, 6, 8, 4, 6, 3, 4, 2, 6)

KARIBA: list[Step] = [
    ("one", play(3)),
    ("market", draw(6)),
    (None, play(5)),
    (None, draw("deck")),
    ("three", play(6, 6, 6)),
    ("deck", draw("deck")),
    ("fill", draw(1)),
    ("fill", draw("deck")),
    (None, play(4)),
    (None, draw(7)),
    ("gap", play(6)),
    ("fill", draw("deck")),
    (None, play(8)),
    (None, draw("deck")),
    ("mice", play(1, 1, 1)),
    ("fill", draw("deck")),
    ("fill", draw("deck")),
    ("fill", draw("deck")),
]


def herds_order(hands: Sequence[Sequence[int]], row: Sequence[int], draws: Sequence[int]) -> list[int]:
    """The pack so that these hands are dealt, this row is laid open, and these cards are drawn; the rest by rank."""
    dealt = [card for nth in range(5) for hand in hands for card in hand[nth : nth + 1]]
    head = [*dealt, *row, *draws]
    left = Counter(PACK)
    left.subtract(head)
    assert min(left.values()) >= 0, left
    rest = sorted(left.elements())
    # A plain shuffle by stride, so that what follows is mixed and the same on every machine.
    return [*head, *(rest[(nth * 17) % len(rest)] for nth in range(len(rest)))]


# --- carrying it out -----------------------------------------------------------------------------------------------


def begun(game: str, options: dict[str, Any], order: Sequence[Any]) -> Match:
    match, _ = Match.open(SHELF[game], 2, options).deal(order, PUPIL)
    return match


def carried(match: Match, steps: Sequence[Step]) -> tuple[Match, list[Written]]:
    """The match after the written steps, each of them legal."""
    plies = []
    for key, move in steps:
        (seat,) = match.to_act()
        assert (seat == PUPIL) == (key is not None), (seat, key, move)
        match, _ = match.play(seat, match.game.read(move))
        plies.append({"seat": seat, "move": move, **({"key": key} if key else {})})
    return match, plies


def played_on(match: Match, seed: int) -> Iterator[tuple[Match, Written]]:
    """The rest of the match as bots play it, each decision with the match before it."""
    while match.result() is None:
        (seat,) = match.to_act()
        offer = match.offer(seat) or {}
        move = bots.choose(match.game.name, "medium", match.view(seat), offer, [], seed * 1000 + match.turn)
        yield match, {"seat": seat, "move": move}
        match, _ = match.play(seat, match.game.read(move))


Ending = Callable[[list[tuple[Match, Written]]], list[tuple[int, str]] | None]


def ended(match: Match, ending: Ending, seeds: range) -> list[Written]:
    """The first way to the end that the pupil can finish: `ending` names the decisions that are the pupil's."""
    for seed in seeds:
        way = list(played_on(match, seed))
        if (named := ending(way)) is not None:
            first = named[0][0]
            plies = [{**ply, "swift": True} if nth < first else dict(ply) for nth, (_, ply) in enumerate(way)]
            for nth, key in named:
                plies[nth]["key"] = key
            return plies
    raise SystemExit("no seed leads to a good end")


def herds_ending(way: list[tuple[Match, Written]]) -> list[tuple[int, str]] | None:
    """The pile is empty, the pupil lays the last card of the deal, catches something with it and wins."""
    match, ply = way[-1]
    if ply["seat"] != PUPIL or ply["move"]["type"] != "play":
        return None
    after, _ = match.play(PUPIL, match.game.read(ply["move"]))
    result = after.result()
    assert result is not None
    caught = after.view(PUPIL)["facts"]["last"]["captured"]
    before = [nth for nth, (_, one) in enumerate(way) if one["seat"] == PUPIL][-2]
    return [(before, "late"), (len(way) - 1, "end")] if result.winners == (PUPIL,) and caught else None


def written(game: str, options: dict[str, Any], order: Sequence[Any], steps: list[Step], ending: Ending) -> str:
    complete = SHELF[game].settle(2, options)
    match, plies = carried(begun(game, complete, order), steps)
    plies += ended(match, ending, range(4000))
    told = {"game": game, "rules": SHELF[game].version, "options": complete, "order": list(order)}
    lines = ",\n".join(f"  {json.dumps(ply)}" for ply in plies)
    head = json.dumps(told)[:-1]
    return f'{head}, "plies": [\n{lines}\n]}}\n'


def lessons() -> dict[str, str]:
    """Every lesson as its file has it."""
    from tests.engine.lessons import waters

    return {
        "waterhole": written(
            "waterhole",
            {"deals": 1},
            herds_order(WATERHOLE_HANDS, (), WATERHOLE_DRAWS),
            WATERHOLE,
            herds_ending,
        ),
        "kariba": written(
            "kariba",
            {"deals": 1, "market": True},
            herds_order(KARIBA_HANDS, KARIBA_ROW, KARIBA_DRAWS),
            KARIBA,
            herds_ending,
        ),
        "seven_waters": waters.lesson(),
    }


KARIBA_HANDS = ((3, 6, 6, 1, 2), (5, 4, 8, 2, 7))
KARIBA_ROW = (6, 2, 7)
KARIBA_DRAWS = (1, 3, 6, 1, 2, 4, 5, 8, 1, 7, 3, 2, 5)


def main() -> None:
    for game, text in lessons().items():
        (ROOT / "engine/lessons" / f"{game}.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
