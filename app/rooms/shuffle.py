"""Fair deals anyone can check: the scheme deal-v1, computed exactly as docs/fairness.md says. Pure.

Seeds are drawn elsewhere; here bytes become an order.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

SCHEME = "deal-v1"
T = TypeVar("T")


def commitment(seed: bytes) -> str:
    """What is published before anybody's entropy: SHA-256 of the sealed seed, as hex."""
    return hashlib.sha256(b"deal-v1/commit\x00" + seed).hexdigest()


def key(seed: bytes, match: str, shares: Sequence[bytes]) -> bytes:
    """The key of one deal, from its seed, the public match id and every seat's share (b"" for a zero share)."""
    name = match.encode()
    message = b"deal-v1/key\x00" + len(name).to_bytes(2, "big") + name + bytes([len(shares)])
    for share in shares:
        message += bytes([len(share)]) + share
    return hmac.digest(seed, message, "sha256")


def words(deal_key: bytes, label: str, deal: int) -> Iterator[int]:
    """The endless stream of 32-bit words for one label of one deal (1-based)."""
    block = 0
    while True:
        message = label.encode() + b"\x00" + deal.to_bytes(4, "big") + block.to_bytes(4, "big")
        digest = hmac.digest(deal_key, message, "sha256")
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def below(n: int, stream: Iterator[int]) -> int:
    """An even number in 0..n-1: words at or above the largest multiple of n are passed over."""
    limit = 2**32 - 2**32 % n
    return next(word for word in stream if word < limit) % n


def order(pack: Sequence[T], deal_key: bytes, deal: int) -> list[T]:
    """The pack in its dealt order, index 0 on top: Fisher-Yates from the top index down."""
    cards, stream = list(pack), words(deal_key, "shuffle", deal)
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1, stream)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def first_seat(deal_key: bytes, seats: int) -> int:
    """The seat that begins a match whose first seat is drawn (W9)."""
    return below(seats, words(deal_key, "first-player", 1))
