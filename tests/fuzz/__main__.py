"""`make fuzz FRAMES=20000 SEED=1`: prints one JSON line; exit 1 where a frame did what it may not."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path

from tests.fuzz.storm import storm
from tests.services.server import live_server

NEVER = ("Traceback", '"where":', "socket_failed", "answer_failed", "store_failed", "write_failed", "request_failed")


def main() -> None:
    """Read the verb's words, shoot, print."""
    frames, seed = int(os.environ.get("FRAMES") or 20_000), int(os.environ.get("SEED") or 1)
    with tempfile.TemporaryDirectory() as folder, live_server(Path(folder)) as server:
        figures = asyncio.run(storm(server.url, frames, seed))
        figures["logged"] = sum(server.log().count(word) for word in NEVER)
        said = server.log()
    wrong = figures.pop("wrong")
    for text in [*wrong[:20], *([said[-4000:]] if figures["logged"] else [])]:
        print(text, file=sys.stderr)
    print(json.dumps({**figures, "wrong": len(wrong)}))
    sys.exit(1 if wrong or figures["logged"] or not figures["moves"] else 0)


if __name__ == "__main__":
    main()
