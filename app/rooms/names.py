"""Names in any script: cleaned, measured in what people see as letters, and never two alike at one table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import regex
from confusable_homoglyphs import confusables

LONGEST = 24
BOT_NAMES = ("Otto", "Frieda", "Emil", "Greta", "Kuno", "Ida")

# Controls, surrogates, unassigned and private code points, line breaks; and what is drawn as nothing.
_NEVER = regex.compile(r"[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]")
_INVISIBLE = regex.compile(r"[\p{Default_Ignorable_Code_Point}\u2800\u3164\uFFA0]")
# A joiner or variation selector belongs to an emoji and to letters of scripts that need it; elsewhere it hides.
_JOINED = regex.compile(
    r"(?<=[\p{Extended_Pictographic}\uFE0F\p{EMod}])\u200D(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\uFE0F"
)
_KEPT = {"\u200d": "\ue000", "\ufe0f": "\ue001"}
_GRAPHEME = regex.compile(r"\X")


class BadName(ValueError):
    """A name that cannot be used; `why` is `empty` or `long`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def clean(name: str) -> str:
    """A name as it is kept and shown: NFC, visible, single spaces.

    Raises:
        BadName: nothing visible is left, or it is longer than 24 graphemes.
    """
    # Bounded before any work: a frame may hold 4 KiB of combining marks.
    flat = _NEVER.sub("", unicodedata.normalize("NFC", name[:500]))
    flat = _JOINED.sub(lambda found: _KEPT[found.group()], flat)
    flat = _INVISIBLE.sub("", flat)
    for kept, placeholder in _KEPT.items():
        flat = flat.replace(placeholder, kept)
    flat = " ".join(flat.split())
    letters = _GRAPHEME.findall(flat)
    if not any(regex.search(r"[\p{L}\p{N}\p{S}\p{P}]", letter) for letter in letters):
        raise BadName("empty")
    if len(letters) > LONGEST or len(flat) > 8 * LONGEST or len(name) > 500:
        raise BadName("long")
    return flat


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str:
    """A letter's Latin look-alike, or the letter."""
    found = confusables.is_confusable(letter, preferred_aliases=["latin"])
    if found:
        for alike in found[0]["homoglyphs"]:
            if alike["c"].isascii():
                return str(alike["c"]).casefold()
    return letter


def likeness(name: str) -> str:
    """What a name looks like: equal for names that people would take for each other."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter if letter.isascii() else _plain(letter) for letter in folded if not letter.isspace())


def distinct(name: str, others: Iterable[str]) -> str:
    """The name, with a number when somebody at the table has one that looks like it ("Anna 2")."""
    taken = {likeness(other) for other in others}
    if likeness(name) not in taken:
        return name
    number = 2
    while likeness(f"{name} {number}") in taken:
        number += 1
    return f"{name} {number}"
