"""Codes as people type, say and paste them."""

from __future__ import annotations

import secrets

import pytest

from app.rooms import codes


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (" k7m 2qf\n", "k7m2qf"),
        ("K7M-2QF", "k7m2qf"),
        ("K7M\u00a02QF", "k7m2qf"),
        ("\uff2b\uff17\uff2d\uff12\uff31\uff26", "k7m2qf"),  # full width
        ("K7M2QO", "k7m2q0"),
        ("Il7m2q", "117m2q"),
        ("h4k9w2mq7x", "h4k9w2mq7x"),
        ("H4K9 W2MQ 7X", "h4k9w2mq7x"),
        ("https://cards.example/r/h4k9w2mq7x", "h4k9w2mq7x"),
        ("<https://cards.example/r/h4k9w2mq7x>.", "h4k9w2mq7x"),
        ("http://cards.example/sub/R/H4K9W2MQ7X?lang=de#x", "h4k9w2mq7x"),
        ("come: https://cards.example/r/h4k9w2mq7x)", "h4k9w2mq7x"),
        ("", None),
        ("h4k9w2mq7", None),
        ("K7M2QU", None),  # no U in the alphabet
        ("../../etc/passwd", None),
        ("\u0438" * 10, None),
    ],
)
def test_normalise(typed: str, code: str | None) -> None:
    assert codes.normalise(typed) == code


def test_made_codes_survive_their_own_normalising() -> None:
    for length in (codes.LINK, codes.SAY):
        for _ in range(200):
            code = codes.make(length, secrets.token_bytes)
            assert codes.normalise(code.upper()) == code
