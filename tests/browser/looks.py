"""In which theme and language pages are gone through with axe: each of both in every run, all pairs with PAGES=all."""

from __future__ import annotations

import itertools
import os

PAIRS = [("light", "en"), ("dark", "de")]
LOOKS = list(itertools.product(("light", "dark"), ("en", "de"))) if os.environ.get("PAGES") == "all" else PAIRS
