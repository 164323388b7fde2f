"""How the guided first game of Seven Waters is written: see `make`."""

from __future__ import annotations

import random
from typing import Any

from engine.core.match import Match
from engine.games import SHELF
from engine.games.seven_waters.cards import PACK
from engine.games.seven_waters.pyramid import SPOTS
from engine.lessons import PUPIL
from tests.engine.lessons import make


def draft(row: int, pos: int) -> dict[str, Any]:
    return {"type": "draft", "row": row, "pos": pos}


STEPS: list[make.Step] = [
    ("draft", draft(7, 3)),
    (None, draft(7, 1)),
    ("uncover", draft(7, 2)),
    (None, draft(6, 2)),
    ("turned", draft(6, 1)),
    (None, draft(7, 7)),
    ("slide", {"type": "slide", "line": 1, "cards": ["4S", "X1"]}),
    ("extra", {"type": "river", "end": "start", "cards": ["5D", "6H"]}),
    (None, draft(7, 6)),
    ("pool", {"type": "pool", "cards": ["QH"]}),
    (None, {"type": "river", "end": "start", "cards": ["9H", "TD"]}),
    ("more", draft(7, 4)),
    (None, {"type": "theme", "card": "3D"}),
    ("theme", {"type": "theme", "card": "JH"}),
    (None, draft(7, 5)),
    ("discard", {"type": "discard", "cards": ["KS"]}),
]
ROPES = (
    (("7C",), ("8C", "3S"), ("JD", "2S", "5H"), ("9D", "AH", "6C", "KC")),
    (("KH",), ("4D", "4C"), ("7S", "2D", "QC"), ("3H", "9C", "JS", "AS")),
)
PUPILS = ("4S", "KS", "X1")
PARTNERS = ("9H", "TD", "3D")
LAID = {(7, 3): "6H", (7, 2): "5D", (6, 1): "QH", (7, 4): "JH"}
SEEDS = 4000


def order(seed: int) -> list[str]:
    """The written cards in their places, the others by chance."""
    set_down = {*LAID.values(), *PUPILS, *PARTNERS, *(card for lines in ROPES for line in lines for card in line)}
    rest = [card for card in PACK if card not in set_down]
    random.Random(seed).shuffle(rest)
    pyramid = [LAID[spot] if spot in LAID else rest.pop() for spot in SPOTS]
    return [*pyramid, *(card for lines in ROPES for line in lines for card in line), *PUPILS, *PARTNERS]


def ending(way: list[tuple[Match, make.Written]]) -> list[tuple[int, str]] | None:
    """The pupil takes the apex as a whole turn, builds something in the last turn, and wins."""
    apex = next(nth for nth, (_, ply) in enumerate(way) if ply["move"].get("row") == 1)
    match, taken = way[apex]
    last = [nth for nth in range(apex + 1, len(way)) if way[nth][1]["seat"] == PUPIL]
    if taken["seat"] != PUPIL or match.view(None)["facts"]["extra"] or len(last) != 1:
        return None
    (nth,) = last
    done = way[nth][1]["move"]
    after, _ = way[nth][0].play(PUPIL, match.game.read(done))
    result = after.result()
    if done["type"] not in ("river", "pool") or result is None or result.winners != (PUPIL,):
        return None
    left = after.view(PUPIL)["places"][f"hand:{PUPIL}"]
    return [(apex, "apex"), (nth, "last")] if len(left) <= 1 else None


def lesson() -> str:
    """The lesson as its file has it."""
    for seed in range(SEEDS):
        cards = order(seed)
        opened = make.begun("seven_waters", SHELF["seven_waters"].settle(2, {}), cards)
        middle, _ = make.carried(opened, STEPS)
        if ending(list(make.played_on(middle, 0))) is not None:
            return make.written("seven_waters", {}, cards, STEPS, ending)
    raise SystemExit("no order leads to a good end")
