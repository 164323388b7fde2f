"""`make secrecy PAIRS=300 LIVE=20 GAME=kariba`: one JSON line a game; exit 1 where one leaks, or hides a leak.

PAIRS aimed pairs of worlds go through the letters of a room, LIVE more through real sockets, HTTP and pages. Then every
deliberate leak is put into the product, and the same pairs must see it; ten that do are enough.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from engine.games import SHELF
from tests.secrecy import live_pairs, prove
from tests.secrecy.worlds import pairs

ENOUGH = 10
WEB_PAIRS = 4


async def proven(game: str, wanted: int, live: int, folder: Path) -> dict[str, Any]:
    """The figures of one game."""
    began, letters, line = time.monotonic(), list(pairs(game, wanted)), list(pairs(game, max(live, WEB_PAIRS), seed=2))
    honest = await prove.honest(letters)
    seen = await prove.leaks(game, letters, ENOUGH)
    over = await live_pairs.figures(folder, line[:live])
    around = await live_pairs.leaks(folder, line[:WEB_PAIRS]) if live else {}
    seconds = round(time.monotonic() - began, 1)
    return {"game": game, **honest, **seen, "live": {**over, **around}, "seconds": seconds}


def holds(figures: dict[str, Any]) -> bool:
    """Whether nothing leaked, every pair was one, and every leak was seen."""
    live = figures["live"]
    return (
        all(not one["differing"] and one["distinct"] == one["pairs"] for one in (figures, live))
        and all(one.get("caught") == one.get("mutants") for one in (figures, live))
        and not figures["withheld"]
    )


def main() -> None:
    """Read the verb's words, prove, print."""
    wanted, live = int(os.environ.get("PAIRS") or 300), int(os.environ.get("LIVE") or 20)
    games = [os.environ["GAME"]] if os.environ.get("GAME") else list(SHELF)
    if unknown := set(games) - set(SHELF):
        sys.exit(f"no such game: {unknown.pop()}; there are {', '.join(SHELF)}")
    held = True
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            figures = asyncio.run(proven(game, wanted, live, Path(folder, game)))
            held = holds(figures) and held
            print(json.dumps(figures), flush=True)
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
