"""`make load ROOMS=20 GAME=waterhole OPTIONS='{"deals":1}' URL=http://...`: plays, judges, prints one JSON line.

With EXPERTS=10: rooms of experts beside rooms of people (beside.py).
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

import httpx

from tests.load.beside import PRODUCT, beside, broken, words
from tests.load.loader import Room
from tests.services.server import live_server


async def play(url: str, rooms: int, game: str, options: dict[str, Any]) -> dict[str, Any]:
    """Play in so many rooms at once; the figures."""
    async with httpx.AsyncClient(base_url=url) as http:
        shelf = {entry["name"]: entry for entry in (await http.get("/api/games")).json()}
    if game not in shelf:
        sys.exit(f"no such game: {game}; there are {', '.join(shelf)}")
    fewest, most = shelf[game]["seats"]["min"], shelf[game]["seats"]["max"]
    tables = [Room(url, fewest + nth % (most - fewest + 1), nth, game, options) for nth in range(rooms)]
    began = time.monotonic()
    ends = await asyncio.gather(*(table.run() for table in tables), return_exceptions=True)
    wrong = [text for table in tables for text in table.wrong]
    wrong += [f"{type(end).__name__}: {end}" for end in ends if isinstance(end, BaseException)]
    for text in wrong[:20]:
        print(text, file=sys.stderr)
    return {
        "rooms": rooms,
        "matches": sum(end is None for end in ends),
        "moves": sum(len(table.moves) for table in tables),
        "refused": sum(table.refused for table in tables),
        "lost": sum(table.lost for table in tables),
        "wrong": len(wrong),
        "seconds": round(time.monotonic() - began, 2),
        "sends": sum(table.sent for table in tables),
    }


def with_experts() -> None:
    """Measure, print; exit 1 if one of the bounds does not hold."""
    rooms, experts, minutes, pace, seed = words()
    with tempfile.TemporaryDirectory() as folder, live_server(Path(folder), **PRODUCT) as server:
        figures = asyncio.run(beside(server, rooms, experts, minutes, pace, seed))
    print(json.dumps(figures))
    if found := broken(figures):
        sys.exit("; ".join(found))


def main() -> None:
    """Read the verb's words, play, print; exit 1 if anything is lost or wrong."""
    if os.environ.get("EXPERTS"):
        with_experts()
        return
    rooms, game = int(os.environ.get("ROOMS") or 20), os.environ.get("GAME") or "waterhole"
    options = json.loads(os.environ.get("OPTIONS") or "{}")
    if url := os.environ.get("URL"):
        figures = asyncio.run(play(url.rstrip("/"), rooms, game, options))
    else:
        with tempfile.TemporaryDirectory() as folder, live_server(Path(folder)) as server:
            figures = asyncio.run(play(server.url, rooms, game, options))
    print(json.dumps(figures))
    sys.exit(1 if figures["lost"] or figures["wrong"] or figures["matches"] != rooms else 0)


if __name__ == "__main__":
    main()
