"""The list of modules that a page asks for."""

from __future__ import annotations

import pytest

from app.web.modules import needed
from app.web.static import read


@pytest.mark.parametrize("entry", ["js/home.js", "js/room.js", "js/history.js", "js/match.js", "js/join.js"])
def test_every_module_is_there_once(entry: str) -> None:
    modules = needed(entry)
    assert "js/text.js" in modules
    assert entry not in modules
    assert len(modules) == len(set(modules))
    assert all(f"static/{module}" in read() for module in modules)
