"""Which modules a page's script needs, so that the page can ask for all of them at once, not one after another."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "static"
_IMPORT = re.compile(r"""^(?:import|export)\b[^"'`;]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)


@lru_cache(maxsize=32)
def needed(entry: str) -> tuple[str, ...]:
    """The modules that "js/home.js" imports, and those that they import; not itself."""
    found, waiting = {entry: None}, [entry]  # a dict keeps the order of first use
    while waiting:
        path = waiting.pop(0)
        for target in _IMPORT.findall((FOLDER / path).read_text("utf-8")):
            module = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            if module not in found:
                found[module] = None
                waiting.append(module)
    return tuple(found)[1:]
