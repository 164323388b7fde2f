"""`make crash KILLS=20`, `make crash CLUSTER=1 KILLS=50 RACES=200`: prints one JSON line; exit 1 if anything
acknowledged is lost, doubled, or has a gap, or a race has not exactly one winner."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.crash import many, race
from tests.crash.kills import crash
from tests.services.cluster import Cluster, cluster
from tests.services.server import live_server


def main() -> None:
    """Read the verb's words, kill, print.

    The players keep all that they heard. Looking through that for cycles stopped them for a second and more, which
    looked as if the servers had stood still.
    """
    gc.disable()
    kills, url = int(os.environ.get("KILLS") or 20), os.environ.get("DATABASE_URL", "")
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        if os.environ.get("CLUSTER"):
            one = stack.enter_context(cluster(Path(folder), database_url=url))
            figures = asyncio.run(_races(one, int(os.environ.get("RACES") or 0))) | asyncio.run(many.crash(one, kills))
        else:
            figures = asyncio.run(crash(stack.enter_context(live_server(Path(folder), url)), kills))
    print(json.dumps(figures))
    sys.exit(1 if any(figures.get(name) for name in many.WRONG) else 0)


async def _races(cluster: Cluster, rounds: int) -> dict[str, Any]:
    """Rounds of each kind of race, and how many of them did not have exactly one winner."""
    if not rounds:
        return {}
    urls = [server.url for server in cluster.servers]
    ran = [await racing(cluster.database_url, urls, rounds) for racing in (race.moves, race.commands)]
    return {"races": sum(one.rounds for one in ran), "races_lost": sum(one.rounds - one.one for one in ran)}


if __name__ == "__main__":
    main()
