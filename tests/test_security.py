"""docs/security.md: each of the nine points has its rows, and every test that is named there exists."""

from __future__ import annotations

import re

from tests.named import ROOT, missing

PAGE = (ROOT / "docs" / "security.md").read_text()


def test_every_point_has_its_tests() -> None:
    rows = re.findall(r"^\| (\d) \| (.+?) \| (.+?) \|$", PAGE, re.MULTILINE)
    assert {point for point, _, _ in rows} == set("123456789")
    for point, promise, tried in rows:
        assert re.findall(r"`tests/[^`]+::[^`]+`", tried), (point, promise)


def test_every_named_test_exists() -> None:
    named = set(re.findall(r"`(tests/[^`]+::[^`]+)`", PAGE))
    assert len(named) > 40
    assert missing(named) == []


def test_every_file_that_tries_to_get_in_is_named() -> None:
    files = {f"tests/doors/{file.name}" for file in (ROOT / "tests" / "doors").glob("test_*.py")}
    assert {file for file in files if f"{file}::" not in PAGE} == set()
