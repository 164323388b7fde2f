"""What looking back on one move says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Worths(NamedTuple):
    """The chance of winning after the move that was made, and after the best one; what the best one was, as JSON."""

    made: float
    best: float
    better: Mapping[str, Any]
