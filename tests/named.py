"""Tests that a page of the documentation names, and whether there are such tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

ROOT = Path(__file__).parents[1]


def missing(named: Collection[str]) -> list[str]:
    """Those of these tests (`tests/file.py::test`) that do not exist."""
    files = sorted({test.partition("::")[0] for test in named})
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    there = {line.partition("[")[0] for line in told.splitlines()}
    return sorted(set(named) - there)
