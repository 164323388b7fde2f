"""What whoever runs the server has to say: on every page, and at every table within seconds."""

from __future__ import annotations

import html
from pathlib import Path

import httpx
import pytest

from app import janitor, notice
from tests.app.house import House, house
from tests.app.player import seated, started
from tests.app.test_admin import run

SAID = {"en": "Back <b>at ten</b>.", "de": "Um zehn geht es weiter."}
PAGES = ("/", "/history", "/rules", "/rules/kariba", "/me", "/leaderboard", "/device", "/api", "/nowhere")


async def pages(home: House, language: str, *paths: str) -> list[str]:
    """The pages as somebody reads them."""
    headers = {"accept": "text/html", "accept-language": language}
    async with httpx.AsyncClient(base_url=home.url, headers=headers, follow_redirects=True) as http:
        return [(await http.get(path)).text for path in paths]


async def test_it_stands_on_every_page_in_the_readers_language_and_is_read_aloud(served: House) -> None:
    folder = served.app.state.settings.data
    assert not any('class="notice"' in page for page in await pages(served, "en", *PAGES))
    notice.put(folder, SAID)
    for language, text in SAID.items():
        for page in await pages(served, language, *PAGES):
            _, _, said = page.partition('<p class="notice" role="status">')
            assert f"<span>{html.escape(text)}</span></p>" in said.partition("</p>")[0] + "</p>"
    notice.put(folder, {"en": "Only so."})
    assert "<span>Only so.</span>" in (await pages(served, "de", "/"))[0]
    notice.put(folder, {})
    assert not any('class="notice"' in page for page in await pages(served, "en", *PAGES))


async def test_a_table_hears_of_it_without_being_loaded_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(janitor, "CLOSE_S", 0.02)
    async with house(tmp_path) as running:
        people = await started(running.url, "Mia", "Ben", deals=1)
        for player in people:
            assert next(m for m in player.heard if m["t"] == "welcome")["notice"] is None
        notice.put(tmp_path, SAID)
        for player in people:
            assert (await player.until(lambda m: m["t"] == "notice"))["notice"] == SAID
        (zoe,) = await seated(running.url, "Zoe")
        assert next(m for m in zoe.heard if m["t"] == "welcome")["notice"] == SAID
        since = len(zoe.heard)
        notice.put(tmp_path, {})
        assert (await zoe.until(lambda m: m["t"] == "notice", since))["notice"] is None
        for player in (*people, zoe):
            assert sum(m["t"] == "notice" for m in player.heard) == (1 if player is zoe else 2), "once each"
            await player.gone()


async def test_the_verb_beside_a_running_server(served: House) -> None:
    folder = served.app.state.settings.data
    assert await run(folder, "notice") == (0, "there is no notice\n", "")
    code, said, _ = await run(folder, "notice", SAID["en"], "--de", SAID["de"])
    assert (code, said) == (0, "".join(f"{language}: {text}\n" for language, text in SAID.items()))
    assert html.escape(SAID["de"]) in (await pages(served, "de", "/"))[0]
    for wrong in ("x" * (notice.LONG + 1), "a\u202eb"):
        code, _, said = await run(folder, "notice", wrong)
        assert (code, said) == (1, f"a notice has at most {notice.LONG} letters, all of them visible\n")
    assert notice.Notice(folder).current() == SAID
    assert await run(folder, "notice", "--off") == (0, "there is no notice\n", "")
    assert notice.Notice(folder).current() == {}


@pytest.mark.parametrize("spoilt", [b"", b"[]", b'{"fr": "x"}', b'{"en": 1', b'{"en": "a\\u0000b"}', b"\xff"])
def test_a_file_that_cannot_be_read_says_nothing(tmp_path: Path, spoilt: bytes) -> None:
    known = notice.Notice(tmp_path)
    notice.put(tmp_path, SAID)
    assert known.text("de") == SAID["de"]
    (tmp_path / notice.FILE).write_bytes(spoilt)
    assert (known.current(), known.text("de")) == ({}, "")
