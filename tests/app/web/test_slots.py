"""Imprint and privacy: an address of whoever runs the server, or a text file that is shown here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.app.house import house
from tests.doors.test_policy import against_the_policy

ENGLISH = "Mia Miller\nPond Lane 1\n\nmia@<cards>.example"
GERMAN = "Mia Müller\nTeichweg 1"


def foot(page: str) -> str:
    return page.partition('<footer class="foot">')[2]


async def test_without_them_nothing_leads_there(tmp_path: Path) -> None:
    async with house(tmp_path) as running, httpx.AsyncClient(base_url=running.url) as http:
        told = foot((await http.get("/")).text)
        assert "/api" in told
        assert "/imprint" not in told
        assert "/privacy" not in told
        assert {(await http.get(path)).status_code for path in ("/imprint", "/privacy")} == {404}


@pytest.mark.parametrize("root", ["", "/cards"])
async def test_a_text_file_is_a_page_in_the_readers_language(tmp_path: Path, root: str) -> None:
    (tmp_path / "imprint.txt").write_text(ENGLISH, "utf-8")
    (tmp_path / "imprint.de.txt").write_text(GERMAN, "utf-8")
    (tmp_path / "privacy.txt").write_text("Nothing.", "utf-8")
    files: dict[str, Any] = {name: str(tmp_path / f"{name}.txt") for name in ("imprint", "privacy")}
    async with (
        house(tmp_path, root_path=root, **files) as running,
        httpx.AsyncClient(base_url=running.url + root) as http,
    ):
        assert f'href="{root}/imprint">Imprint</a>' in foot((await http.get("/")).text)
        page = (await http.get("/imprint")).text
        assert "<p>Mia Miller<br>Pond Lane 1</p>\n<p>mia@&lt;cards&gt;.example</p>" in page
        assert against_the_policy(page) == []
        german = {"accept-language": "de"}
        assert f'href="{root}/privacy">Datenschutz</a>' in foot((await http.get("/", headers=german)).text)
        assert "<p>Mia Müller<br>Teichweg 1</p>" in (await http.get("/imprint", headers=german)).text
        assert "<p>Nothing.</p>" in (await http.get("/privacy", headers=german)).text


async def test_an_address_is_led_to(tmp_path: Path) -> None:
    async with (
        house(tmp_path, imprint="https://example.org/who", privacy=str(tmp_path / "gone.txt")) as running,
        httpx.AsyncClient(base_url=running.url) as http,
    ):
        assert '<a href="https://example.org/who">Imprint</a>' in foot((await http.get("/history")).text)
        assert {(await http.get(path)).status_code for path in ("/imprint", "/privacy")} == {404}
