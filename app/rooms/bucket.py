"""How fast one socket may talk: a bucket of tokens that fills at a steady rate."""

from __future__ import annotations


class Bucket:
    """Allows `burst` at once and `rate` a second in the long run. Times in seconds of any steady clock."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = now

    def full(self, now: float) -> bool:
        """Whether it holds as much as it can."""
        return self._left + (now - self._at) * self._rate >= self._burst

    def take(self, now: float) -> bool:
        """Use one token; False when there is none."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
