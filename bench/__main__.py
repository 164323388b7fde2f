"""`make bench`: every figure on standard output, and exit code 1 where one is below its floor."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bench import engine
from bench.figure import Figure


def figures() -> Iterator[Figure]:
    """All there is to measure."""
    yield from engine.figures()


def main() -> None:
    """Measure and print."""
    short = []
    for figure in figures():
        print(figure.line(), flush=True)
        if not figure.holds:
            short.append(f"{figure.name}: {figure.value:.0f} {figure.unit} of at least {figure.floor:.0f}")
    if short:
        sys.exit("\n".join(short))


if __name__ == "__main__":
    main()
