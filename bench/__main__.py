"""`make bench`: every figure on standard output, and exit code 1 where one is not within its bounds.

HISTORY=1 asks a history of 100,000 matches instead (MATCHES= for another number).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from bench import engine, history
from bench.figure import Figure


def figures() -> Iterator[Figure]:
    """All there is to measure."""
    if os.environ.get("HISTORY"):
        yield from history.figures(int(os.environ.get("MATCHES") or history.MATCHES))
    else:
        yield from engine.figures()


def main() -> None:
    """Measure and print."""
    short = []
    for figure in figures():
        print(figure.line(), flush=True)
        if not figure.holds:
            bound = f"at least {figure.floor:.0f}" if figure.value < figure.floor else f"at most {figure.most:.0f}"
            short.append(f"{figure.name}: {figure.value:.0f} {figure.unit}, {bound} wanted")
    if short:
        sys.exit("\n".join(short))


if __name__ == "__main__":
    main()
