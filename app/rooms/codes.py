"""Codes: ten symbols in a room's link, six to say aloud, eight to take oneself to another device.

Crockford's base32: no I, L, O or U to mistake.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
LINK = 10
SAY = 6
DEVICE = 8
_LOOKALIKES = str.maketrans("oil", "011")
_LINK = re.compile(r"/r/([^/?#\s>\]]+)", re.IGNORECASE)


def make(length: int, token: Callable[[int], bytes]) -> str:
    """A new code of `length` symbols from `token(length)` random bytes (5 bits of each are used)."""
    return "".join(ALPHABET[byte & 31] for byte in token(length))


def normalise(text: str) -> str | None:
    """What somebody typed or pasted, as a code; a whole link too. None when it can be no kind of code."""
    flat = unicodedata.normalize("NFKC", text[:400])
    if pasted := _LINK.search(flat):
        flat = pasted.group(1)
    code = re.sub(r"[^0-9a-z]", "", flat.casefold()).translate(_LOOKALIKES)
    if len(code) in (LINK, SAY, DEVICE) and all(symbol in ALPHABET for symbol in code):
        return code
    return None
