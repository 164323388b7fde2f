"""How often one address may try something in a minute, or in more of them."""

from __future__ import annotations

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter


class Tries:
    """So many tries an address, in any one minute or in as many as are said."""

    def __init__(self, most: int, minutes: int = 1) -> None:
        self._limit = RateLimitItemPerMinute(most, minutes)
        self._window = MovingWindowRateLimiter(MemoryStorage())

    def hit(self, address: str) -> bool:
        """Count a try; False when there were too many."""
        return self._window.hit(self._limit, address)
