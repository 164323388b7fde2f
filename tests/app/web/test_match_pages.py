"""The pages of a finished match: which tabs there are, and which one is shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.bots import analysis
from tests.app.house import house
from tests.app.judge import Judge
from tests.app.player import play_out, started


@pytest.mark.parametrize("there", [True, False])
async def test_tabs(tmp_path: Path, there: bool) -> None:
    """The analysis has a tab where there is one to be had; whoever types its address elsewhere is told so."""
    method: Any = analysis if there else Judge(tmp_path, games=frozenset())
    async with house(tmp_path, create={"method": method}) as served, httpx.AsyncClient(base_url=served.url) as http:
        people = await started(served.url, "Mia", "Ben", deals=1)
        await play_out(people)
        at = f"/matches/{people[0].table['match']}"
        for player in people:
            await player.gone()
        for path, shown in ((at, at), (f"{at}/analysis", f"{at}/analysis")):
            page = await http.get(path, headers={"Accept-Language": "en"})
            assert page.status_code == (200 if there or path == at else 404)
            current = re.findall(r'<a href="([^"]+)" aria-current="page">', page.text)
            assert current == ([shown] if there or path == at else [])
            assert (f'href="{at}/analysis"' in page.text) == there
        if not there:
            assert "cannot be analysed" in (await http.get(f"{at}/analysis", headers={"Accept-Language": "en"})).text
        assert (await http.get("/matches/m_none/analysis")).status_code == 404
