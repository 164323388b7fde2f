"""Names in any script: what is kept, what is refused, and who looks like whom."""

from __future__ import annotations

import pytest

from app.rooms.names import BadName, clean, distinct

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Mia", "Mia"),
        ("  Mia   Lu ", "Mia Lu"),
        ("Jo\u0308rg", "J\u00f6rg"),
        ("Stra\u00dfe", "Stra\u00dfe"),
        ("\u0130\u0131", "\u0130\u0131"),
        ("\u6c34\u8fba", "\u6c34\u8fba"),
        ("\u0645\u064a\u0627", "\u0645\u064a\u0627"),
        (FAMILY, FAMILY),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("a\u200bb", "ab"),
        ("\u202eabc", "abc"),
        ("a\x00b\x1bc", "abc"),
        ("<img src=x onerror=1>", "<img src=x onerror=1>"),
        ("{{7*7}}", "{{7*7}}"),
        ("W" * 24, "W" * 24),
        (FAMILY * 5, FAMILY * 5),
    ],
)
def test_kept(typed: str, kept: str) -> None:
    assert clean(typed) == kept
    assert clean(kept) == kept


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("\u200b\u2060", "empty"),
        ("\u3164", "empty"),
        ("\u00ad", "empty"),
        ("\u2800\u2800", "empty"),
        ("\U000e0041\U000e0042", "empty"),
        ("\ud800", "empty"),
        ("\u202e", "empty"),
        ("W" * 25, "long"),
        (FAMILY * 25, "long"),
        ("a" + "\u0301" * 400, "long"),
        ("x" * 100_000, "long"),
    ],
)
def test_refused(typed: str, why: str) -> None:
    with pytest.raises(BadName) as refused:
        clean(typed)
    assert refused.value.why == why


@pytest.mark.parametrize(
    ("name", "others", "shown"),
    [
        ("Anna", [], "Anna"),
        ("Anna", ["Ben"], "Anna"),
        ("Anna", ["Anna"], "Anna 2"),
        ("anna", ["Anna", "Anna 2"], "anna 3"),
        ("\u0410nna", ["Anna"], "\u0410nna 2"),  # Cyrillic A
        ("\uff21\uff4e\uff4e\uff41", ["Anna"], "\uff21\uff4e\uff4e\uff41 2"),  # full width
        ("An na", ["Anna"], "An na 2"),
        ("J\u00f6rg", ["Jorg"], "J\u00f6rg"),
        ("\u041c\u0438\u044f", ["\u041c\u0430\u043c\u0430"], "\u041c\u0438\u044f"),
    ],
)
def test_distinct(name: str, others: list[str], shown: str) -> None:
    assert distinct(name, others) == shown
