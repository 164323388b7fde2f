"""What a message says, once it has been sent: its parts may be JSON already while it waits."""

from __future__ import annotations

from typing import Any

import orjson


def told(message: Any) -> Any:
    """A message as whoever receives it reads it."""
    return orjson.loads(orjson.dumps(message))
