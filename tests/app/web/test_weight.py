"""What a page weighs before its first picture, packed: the page itself, its styles, its scripts."""

from __future__ import annotations

import gzip
import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import httpx
import pytest

from app.web.static import travelling
from tests.app.house import House, house
from tests.app.player import Player

HTML = 12  # KB
# KB of styles and of scripts. The aim is 40 of scripts; what is said here may only shrink.
TABLES = [("waterhole", 12, 49), ("kariba", 12, 49), ("seven_waters", 14, 60)]


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as running:
        yield running


def weight(page: str, build: str) -> Mapping[str, int]:
    """Bytes by kind, each file packed by itself as it travels."""
    files: dict[str, set[str]] = {"css": set(), "js": set()}
    for tag in re.findall(r"<(?:link|script)\b[^>]*>", page):
        found = re.search(rf'(?:href|src)="/static/{build}/([^"]+\.(css|js))"', tag)
        if found and not tag.endswith(" disabled>"):
            files[found[2]].add(found[1])
    sizes = {
        kind: sum(len(file.packed) for path in paths if (file := travelling(path))) for kind, paths in files.items()
    }
    return {"html": len(gzip.compress(page.encode(), 9, mtime=0)), **sizes}


@pytest.mark.parametrize(("game", "css", "js"), TABLES)
@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_table_is_light(home: House, game: str, css: int, js: int, language: str) -> None:
    mia, ben = [await Player(home.url, name).arrive() for name in ("Mia", "Ben")]
    code = await mia.open_room(game=game)
    await mia.enter(code)
    await ben.enter(code)
    for who in (mia, ben):
        assert (await who.do("sit", seat=None))["t"] == "ack"
    assert (await mia.do("start"))["t"] == "ack"
    headers = {"accept": "text/html", "accept-language": language}
    async with httpx.AsyncClient(base_url=home.url, headers=headers) as browser:
        page = (await browser.get(f"/r/{code}")).text
    told = weight(page, home.app.state.build)
    assert told["html"] <= HTML * 1024
    assert told["css"] <= css * 1024
    assert told["js"] <= js * 1024
    for player in (mia, ben):
        await player.gone()
