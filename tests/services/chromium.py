"""Where a real browser is, and how it is started. Standard library only: tasks.py asks, too."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
# Where `playwright install chromium` puts one: below these, then chromium-<build>/chrome-<system>/...
CACHES = (".cache/ms-playwright", "Library/Caches/ms-playwright", "AppData/Local/ms-playwright")
PROGRAMS = ("chrome", "chrome.exe", "Chromium", "Google Chrome for Testing")

# Without a word to anybody outside; and as root in a container it cannot have a sandbox of its own.
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
]


def find() -> str | None:
    """The path of a Chromium: named by CHROMIUM, on the PATH, or installed by Playwright."""
    for name in (os.environ.get("CHROMIUM"), *NAMES):
        if name and (path := shutil.which(name)):
            return path
    for place in CACHES:
        for found in sorted((Path.home() / place).glob("chromium-*/chrome-*/**/*"), reverse=True):
            if found.name in PROGRAMS and found.is_file() and os.access(found, os.X_OK):
                return str(found)
    return None


def launch() -> dict[str, object]:
    """What Playwright's `launch` wants: the program and its arguments. Raises when there is no browser."""
    program = find()
    if program is None:
        raise RuntimeError("no Chromium: run `make e2e` once with a network, or set CHROMIUM to the path of one")
    return {"executable_path": program, "args": ARGUMENTS, "headless": True}
