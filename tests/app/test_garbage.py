"""A served process looks for cycles seldom, and finds them all the same."""

from __future__ import annotations

import subprocess
import sys

LOOKS = """
import gc, weakref
from app import garbage

class Ring:
    def __init__(self): self.me = self

garbage.settle()
assert gc.isenabled() and gc.get_freeze_count() > 1_000, gc.get_freeze_count()
one = weakref.ref(Ring())
assert one() is not None
kept = [[] for _ in range(garbage.YOUNG + 1_000)]
assert one() is None
"""


def test_cycles_go_once_enough_is_new() -> None:
    subprocess.run([sys.executable, "-c", LOOKS], check=True, timeout=60)
