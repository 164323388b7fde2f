"""How often one address may try something in a minute."""

from __future__ import annotations

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter


class Tries:
    """So many tries a minute and address."""

    def __init__(self, per_minute: int) -> None:
        self._limit = RateLimitItemPerMinute(per_minute)
        self._window = MovingWindowRateLimiter(MemoryStorage())

    def hit(self, address: str) -> bool:
        """Count a try; False when there were too many."""
        return self._window.hit(self._limit, address)
