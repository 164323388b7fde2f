"""`make crash KILLS=20`: prints one JSON line; exit 1 if anything acknowledged is lost, doubled, or has a gap."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path

from tests.crash.kills import crash
from tests.services.server import live_server


def main() -> None:
    """Read the verb's words, kill, print."""
    kills = int(os.environ.get("KILLS") or 20)
    with tempfile.TemporaryDirectory() as folder, live_server(Path(folder), os.environ.get("DATABASE_URL", "")) as one:
        figures = asyncio.run(crash(one, kills))
    print(json.dumps(figures))
    sys.exit(1 if figures["lost"] or figures["doubled"] or figures["gaps"] or figures["stream_mismatches"] else 0)


if __name__ == "__main__":
    main()
