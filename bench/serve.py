"""`python -m bench.serve PORT MODE [FOLDER]`: the real server, as `make run` starts it, with a Waterhole without end.

MODE is memory (rows are not written down), normal or full (SQLite in the folder, with that `synchronous`), or the
address of a PostgreSQL. The game, its decks and the log come in by `create_app`; limits are settings.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from app import logs
from app.main import create_app
from app.serve import Server, config
from app.settings import Settings
from app.store import database
from bench import endless
from bench.memory import MemoryLog
from bench.process import many_files

MODES = ("memory", "normal", "full")

# One address plays for everybody, without pause, and nobody adds a share of chance.
RAISED: dict[str, Any] = {
    "commands_per_second": 1e6,
    "commands_burst": 1e6,
    "rooms_per_hour": 1_000_000,
    "rooms": 1_000_000,
    "sockets": 100_000,
    "watchers_per_room": 1000,
    "share_ms": 0,
    "metrics_token": "bench",
}


def app(folder: Path, mode: str) -> FastAPI:
    """The house. What `mode` says is how a row is kept."""
    endless.forget()
    address = "" if mode in MODES else mode
    settings = Settings(
        **{**RAISED, "data": folder, "database_url": address, "synchronous": "NORMAL" if mode == "normal" else "FULL"}
    )
    url = database.address("", folder)
    chance = random.Random(1)
    return create_app(
        settings,
        shelf=endless.SHELF,
        chance=chance.randbytes,
        log=MemoryLog(url) if mode == "memory" else None,
    )


def is_mode(word: str) -> bool:
    """Whether it says how a row is kept."""
    return word in MODES or word.startswith("postgresql")


def main(port: int, mode: str, folder: Path) -> None:
    """Serve until told to stop."""
    logs.set_up()
    many_files()
    house = app(folder, mode)
    Server(config(house, house.state.settings, "127.0.0.1", port)).run()


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or not is_mode(sys.argv[2]):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as empty:
        main(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3] if len(sys.argv) == 4 else empty))
