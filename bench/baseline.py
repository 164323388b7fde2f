"""Figures that were kept, and what has become worse since: `make bench SAVE=1`, later `make bench COMPARE=1`.

What is compared are ratios, each to something measured in the same run, so that another hour or another machine does
not look like another program. Tails of latencies and moves a second are left out: how busy a machine is shows in them.
"""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.figure import Figure

FILE = Path(__file__).with_name("baseline.json")
ROOT = Path(__file__).parents[1]
# So much worse is told as a regression: below it lies what a shared machine does by itself.
ALLOWED = 1.25
PREFIX = "compare."
MORE_IS_BETTER = ("moves/s", "matches/s", "views/s")
NOT_COMPARED = (".p95", ".p99", ".closed.p50", ".rate", ".load", ".wrong")


def machine() -> str:
    """What kind of machine this is."""
    model = ""
    cpus = Path("/proc/cpuinfo")
    if cpus.exists():
        model = cpus.read_text().partition("model name")[2].partition(":")[2].partition("\n")[0].strip()
    return f"{platform.system()} {platform.machine()} {model}, Python {platform.python_version()}".replace(" ,", ",")


def _version() -> str:
    """The commit that was measured, with + where files differ from it."""
    asked = ["git", "describe", "--always", "--dirty=+", "--abbrev=10", "--exclude=*"]
    try:
        return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def save(figures: Iterable[Figure], path: Path | None = None) -> None:
    """Keep what was measured now."""
    kept = {figure.name: json.loads(figure.line()) for figure in figures}
    for told in kept.values():
        del told["name"]
    about = {"machine": machine(), "date": datetime.now(UTC).date().isoformat(), "git": _version()}
    (path or FILE).write_text(json.dumps({**about, "figures": kept}, indent=1) + "\n")


def compared(figures: Iterable[Figure], path: Path | None = None) -> Iterator[Figure]:
    """Beside each figure that was kept: how many times worse it is now (below 1: better)."""
    kept = json.loads((path or FILE).read_text())
    for figure in figures:
        before = kept["figures"].get(figure.name)
        if before and (worse := _worse(figure, before)) is not None:
            yield Figure(PREFIX + figure.name, figure.value, figure.unit, worse, kept["git"])


def regressions(found: Iterable[Figure]) -> list[str]:
    """What has become worse by more than chance."""
    return [
        f"{one.name.removeprefix(PREFIX)}: {one.ratio:.2f} x worse than {one.against}"
        for one in found
        if one.ratio > ALLOWED
    ]


def _worse(figure: Figure, before: dict[str, Any]) -> float | None:
    if figure.name.endswith(NOT_COMPARED) or not before["ratio"] or not figure.ratio:
        return None
    now = figure.ratio / float(before["ratio"])
    return 1 / now if figure.unit in MORE_IS_BETTER else now
