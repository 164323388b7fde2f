"""Where a real browser is, and how it is started. Standard library only: tasks.py asks, too."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

# As root in a container, and without a word to anybody outside.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find() -> str | None:
    """The path of a Chromium: named by CHROMIUM, on the PATH, or installed by Playwright."""
    for name in (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        if name and (path := shutil.which(name)):
            return path
    for place in (Path.home() / ".cache" / "ms-playwright", Path.home() / "Library" / "Caches" / "ms-playwright"):
        for found in sorted(place.glob("chromium-*/chrome-*/*")):
            if found.name in ("chrome", "chrome.exe", "Chromium"):
                return str(found)
    return None
