"""`make replays MATCHES=1000 SEED=1`: plays, and holds every view that was written against its replay by REST.

    {"matches", "setups", "views", "differing", "refused", "reconnects", "takeovers", "seconds"}

Exit code 1 where a view differs, or where something that must have happened has not.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from app.main import create_app
from app.settings import Settings
from tests.app.house import FAST
from tests.replays import proof
from tests.replays.table import Setup, Table, setups

AT_ONCE = 8
VIEWS_A_MATCH = 150
QUICK = {"takeover_ms": 20, "host_ms": 20, "synchronous": "NORMAL", "next_ms": 2000}


async def prove(app: Any, matches: int, seed: int) -> Counter[str]:
    """Play so many matches over all setups in turn, and hold them against their replays."""
    found: Counter[str] = Counter()
    every, used = setups(), set()
    waiting = iter(range(matches))

    async def play(setup: Setup, nth: int) -> None:
        table = Table(app, setup, seed * 1_000_000 + nth)
        match = await table.play()
        found.update(table.done)
        found.update(await proof.held(table.robots, match, random.Random(nth)))
        found["matches"] += 1
        await table.gone()

    async def in_turn() -> None:
        for nth in waiting:
            used.add(every[nth % len(every)])
            await play(every[nth % len(every)], nth)

    await asyncio.gather(*(in_turn() for _ in range(AT_ONCE)))
    found["setups"] = len(used)
    return found


async def run(matches: int, seed: int, database_url: str = "") -> Counter[str]:
    """The same on a house of its own."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(**{**FAST, **QUICK, "data": Path(folder), "database_url": database_url})  # type: ignore[arg-type]
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            return await prove(app, matches, seed)


def lacking(found: Counter[str], matches: int) -> list[str]:
    """What does not hold of a run."""
    wanted = {"setups": min(matches, len(setups())), "views": VIEWS_A_MATCH * matches, "refused": 1, "reconnects": 1}
    short = [f"{found[name]} {name}, not {least}" for name, least in wanted.items() if found[name] < least]
    if matches >= len(setups()) and not found["takeovers"]:
        short.append("no takeover")
    return short + ([f"{found['differing']} views differ"] if found["differing"] else [])


def main() -> None:
    """Run as the environment says, and print what was found."""
    matches, seed = int(os.environ.get("MATCHES") or 1000), int(os.environ.get("SEED") or 1)
    began = time.monotonic()
    found = asyncio.run(run(matches, seed))
    names = ("matches", "setups", "views", "differing", "refused", "reconnects", "takeovers")
    print(json.dumps({**{name: found[name] for name in names}, "seconds": round(time.monotonic() - began, 1)}))
    if short := lacking(found, matches):
        sys.exit("; ".join(short))


if __name__ == "__main__":
    main()
