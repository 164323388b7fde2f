"""`make ladder`: every level against the one below it, one line of JSON a pairing on standard output.

GAME=kariba, SEATS=2, LEVEL=expert (the stronger one) choose some; SCALE=0.1 plays a tenth of the deals; SEED=1;
WORKERS=2 processes, one a core.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool

from bench.ladder.line import summed, written
from bench.ladder.pairing import Pairing, pairings
from bench.ladder.play import Played, deal

ONE_CORE = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def wanted() -> Iterator[Pairing]:
    """The pairings that the environment asks for."""
    ask = {name: os.environ.get(name, "") for name in ("GAME", "SEATS", "LEVEL")}
    for one in pairings(float(os.environ.get("SCALE") or 1)):
        if ask["GAME"] in ("", one.game) and ask["SEATS"] in ("", str(one.seats)) and ask["LEVEL"] in ("", one.a):
            yield one


def main() -> None:
    """Play and print."""
    seed, workers = int(os.environ.get("SEED") or 1), int(os.environ.get("WORKERS") or 2)
    os.environ.update(dict.fromkeys(ONE_CORE, "1"))  # numpy is not loaded yet: a move is measured on one core
    with Pool(workers) as pool:
        for pairing in wanted():
            play = partial(deal, pairing, seed)
            some: list[Played] = pool.map(play, range(pairing.deals), chunksize=1)
            print(written(summed(pairing, some)), flush=True)


if __name__ == "__main__":
    main()
