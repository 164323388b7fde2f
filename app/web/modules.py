"""Which modules a page's scripts need, so that the page can ask for all of them at once, not one after another."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from functools import lru_cache

from app.web.static import read

_IMPORT = re.compile(r"""^(?:import|export)\b[^"'`;(]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)
_BOARD = re.compile(r"""^  (\w+): .*import\("\./(\w+)/board\.js"\)""", re.MULTILINE)


@lru_cache(maxsize=64)
def needed(*entries: str) -> tuple[str, ...]:
    """The modules that "js/home.js" imports, and those that they import; not itself.

    Args:
        entries: the page's script, and what it will fetch for its first picture.
    """
    found, waiting = dict.fromkeys(entries), [*entries]  # a dict keeps the order of first use
    while waiting:
        path = waiting.pop(0)
        for target in _IMPORT.findall(read()[f"static/{path}"].decode()):
            module = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            if module not in found:
                found[module] = None
                waiting.append(module)
    return tuple(found)[1:]


@lru_cache(maxsize=1)
def boards() -> Mapping[str, str]:
    """The folder of each game's board in the browser, as static/games/boards.js lists them."""
    return dict(_BOARD.findall(read()["static/games/boards.js"].decode()))
