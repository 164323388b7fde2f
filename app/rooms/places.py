"""So many places at a time, for everybody together or for each one who asks."""

from __future__ import annotations

from collections import Counter


class Places:
    """Places that are taken and given back."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    def take(self, most: int, who: str = "") -> bool:
        """Take one of `most` places; False where all are taken."""
        if self._taken[who] >= most:
            return False
        self._taken[who] += 1
        return True

    def taken(self, who: str = "") -> int:
        """How many are taken now."""
        return self._taken[who]

    def give(self, who: str = "") -> None:
        """Give a place back."""
        self._taken[who] -= 1
        if self._taken[who] <= 0:
            del self._taken[who]
