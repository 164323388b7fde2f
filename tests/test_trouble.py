"""docs/trouble.md: every fault of the list has its row, and every test that is named there exists."""

from __future__ import annotations

import re

from tests.named import ROOT, missing

PAGE = ROOT / "docs" / "trouble.md"
IDS = """
R01 R02 R03 R04 R05 R06 R09 R10 R12 R13 R14 R15 R17 R18 R19 R20 R22 R24 R25 R26 R27 R28
R30 R31 R32 R33 R34 R35 R37 R38 R39 R40 R42 R43 R44 R46 R47 R48 R49 R50 R51 R52 R53 R54
R55 R56 R57 R58 R60 R61 R62 R63 R64 R66 R67 R68 R69 R70 R71 R72 R73
"""
MOST_NOT_TESTABLE = 8


def rows() -> dict[str, list[str]]:
    """The tests of each row; none where it says why it is not testable."""
    found: dict[str, list[str]] = {}
    for id, _, held in re.findall(r"^\| (R\d\d) \| (.+?) \| (.+?) \|$", PAGE.read_text(), re.MULTILINE):
        assert id not in found, f"{id} stands there twice"
        found[id] = re.findall(r"`([^`]+::[^`]+)`", held)
        assert found[id] or held.startswith("not testable: "), id
    return found


def test_every_fault_has_its_row() -> None:
    found = rows()
    assert list(found) == IDS.split()
    assert sum(not tests for tests in found.values()) <= MOST_NOT_TESTABLE


def test_every_named_test_exists() -> None:
    named = {test for tests in rows().values() for test in tests}
    assert missing(named) == []
