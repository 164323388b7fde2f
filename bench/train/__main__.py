"""`python -m bench.train [NAME ...]`: trains the nets of the bots and writes them where they are shipped.

A name is a table of the herds (2, 3, 4, 5 seats, with `m` for the market), or `waters`. Without names all are trained,
the one for two seats first, since the other herds begin with what it knows. Equal seeds give equal nets on one
machine. ROUNDS=900 trains longer than what was shipped; a round is 2000 deals. What was reached is in docs/bots.md.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

from bench.train import herds, waters
from bench.train.learn import Round, trained
from engine.bots import herd_eyes, water_eyes
from engine.bots.net import Layer, packed, unpacked

DATA = Path(__file__).parents[2] / "engine" / "bots"
DEALS = 2000


class Recipe(NamedTuple):
    """How a net is trained: from what it starts, for how many rounds, at which pace."""

    start: str | None
    rounds: int
    pace: float


RECIPES = {
    "2": Recipe(None, 450, 1.5e-3),
    **{name: Recipe("2", 150, 1e-3) for name in ("3", "4", "5", "2m")},
    **{name: Recipe(name[0], 150, 1e-3) for name in ("3m", "4m", "5m")},
    "waters": Recipe(None, 200, 1.5e-3),
}


def box(name: str) -> Path:
    """The data file that holds a net."""
    return DATA / ("waters.npz" if name == "waters" else "herds.npz")


def shipped(path: Path) -> dict[str, list[Layer]]:
    """The nets as they lie in a data file."""
    if not path.exists():
        return {}
    with np.load(path) as held:
        return {name: unpacked(held, name) for name in sorted({key.split(".")[0] for key in held})}


def ship(path: Path, nets: dict[str, list[Layer]]) -> None:
    """Write a data file, in half precision."""
    arrays = {key: part.astype(np.float16) for name, net in nets.items() for key, part in packed(net, name).items()}
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]


def round_of(name: str) -> tuple[Round, int]:
    """What a round of a net's training is, and how many numbers the net sees."""
    if name == "waters":
        return waters.round_of(DEALS), water_eyes.size()
    return herds.round_of(DEALS, int(name[0]), "m" in name), herd_eyes.SIZE


def main() -> None:
    """Train and write."""
    for name in sys.argv[1:] or RECIPES:
        recipe, nets, began = RECIPES[name], shipped(box(name)), perf_counter()
        rounds = int(os.environ.get("ROUNDS") or recipe.rounds)
        play, sees = round_of(name)
        nets[name] = trained(play, sees, rounds, 1, recipe.pace, nets[recipe.start] if recipe.start else None)
        ship(box(name), nets)
        print(f"{name}: {rounds * DEALS} deals in {perf_counter() - began:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
