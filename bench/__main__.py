"""`make bench`: every figure on standard output, and exit code 1 where one is not within its bounds.

HISTORY=1 asks a history of 100,000 matches instead (MATCHES= for another number). ONLY=live measures that part alone.
SAVE=1 keeps the figures in baseline.json, COMPARE=1 tells how much worse each is than there, and ends with 1 at a
regression.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator

from bench import baseline, engine, history, live, views, weight
from bench.figure import Figure

PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "engine": engine.figures,
    "views": views.figures,
    "page": weight.figures,
    "live": live.figures,
}


def figures() -> Iterator[Figure]:
    """All there is to measure."""
    if os.environ.get("HISTORY"):
        yield from history.figures(int(os.environ.get("MATCHES") or history.MATCHES))
    else:
        only = os.environ.get("ONLY")
        if only and only not in PARTS:
            sys.exit(f"ONLY knows {', '.join(PARTS)}")
        for part in [only] if only else PARTS:
            yield from PARTS[part]()


def main() -> None:
    """Measure and print."""
    measured, short = [], []
    for figure in figures():
        print(figure.line(), flush=True)
        measured.append(figure)
        if not figure.holds:
            bound = f"at least {figure.floor:.0f}" if figure.value < figure.floor else f"at most {figure.most:.0f}"
            short.append(f"{figure.name}: {figure.value:.0f} {figure.unit}, {bound} wanted")
    if os.environ.get("COMPARE"):
        compared = list(baseline.compared(measured))
        for figure in compared:
            print(figure.line(), flush=True)
        short += baseline.regressions(compared)
    if os.environ.get("SAVE"):
        baseline.save(measured)
    if short:
        sys.exit("\n".join(short))


if __name__ == "__main__":
    main()
