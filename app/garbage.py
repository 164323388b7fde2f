"""When Python looks for cycles: seldom. Its habit, a look after every 700 objects and over all of them again and again,
stops a process that holds many rooms for a tenth of a second at a time; and what a move makes holds no cycles.
"""

from __future__ import annotations

import gc

YOUNG = 50_000  # objects more than before: then the young ones are looked through
OLDER, OLDEST = 20, 50  # so many times the stage before


def settle() -> None:
    """Once everything is loaded: leave that alone for good, and look through the rest seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, OLDEST)
