"""How matches are analysed, by somebody who says little, takes as long as a test wants, and fails when it is told to.

It is carried out in other processes, so it says in a folder what it was asked.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.analyst import Entries, Part


@dataclass(frozen=True)
class Judge:
    """See `app.analyst.Method`.

    Attributes:
        folder: where every call leaves a file. While `wait` is there, none goes on (from the step that stands in it);
            while `break` is there, its process dies; while `fail` is there, it raises.
    """

    folder: Path
    VERSION: int = 1
    games: frozenset[str] = frozenset({"waterhole", "kariba", "seven_waters"})

    def known(self, game: str) -> bool:
        return game in self.games

    def judged(
        self, game: str, seats: int, options: Mapping[str, Any], entries: Entries, since: int, until: int, seed: int
    ) -> list[Part]:
        (self.folder / f"asked-{since}-{until}-{time.time_ns()}").touch()
        while since >= self._waits_from():
            time.sleep(0.01)
        if (self.folder / "break").exists():
            os._exit(9)
        if (self.folder / "fail").exists():
            raise OSError("as a net that cannot be read")
        return [{"nth": nth, "seed": seed, "entry": type(entries[nth]).__name__} for nth in range(since, until)]

    def _waits_from(self) -> float:
        try:
            return int((self.folder / "wait").read_text() or 0)
        except FileNotFoundError:
            return math.inf

    def summed(self, parts: Sequence[Part]) -> Part:
        nothing: Part = {"curve": [], "moves": [], "players": [], "turning": []}
        return {"worlds": self.VERSION, **nothing, "parts": list(parts)}

    def asked(self) -> list[str]:
        """Which steps it was asked for, in order."""
        found = sorted(self.folder.glob("asked-*"), key=lambda one: int(one.name.rsplit("-", 1)[1]))
        return [one.name.removeprefix("asked-").rsplit("-", 1)[0] for one in found]
