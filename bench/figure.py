"""A measured figure, as `make bench` prints it: one JSON object a line."""

from __future__ import annotations

import json
import math
from typing import NamedTuple


class Figure(NamedTuple):
    """What was measured.

    Attributes:
        name: what. value, unit: how much. ratio: against what else in the same run.
        floor, most: the least and the most it may be, where there is such; not printed.
    """

    name: str
    value: float
    unit: str
    ratio: float
    against: str
    floor: float = 0
    most: float = math.inf

    @property
    def holds(self) -> bool:
        """Whether it is as much as it must be, and no more than it may."""
        return self.floor <= self.value <= self.most

    def line(self) -> str:
        """As it is printed."""
        told = {name: value for name, value in self._asdict().items() if name not in ("floor", "most")}
        value = round(self.value) if self.value >= 1000 else float(f"{self.value:.3g}")
        return json.dumps({**told, "value": value, "ratio": float(f"{self.ratio:.3g}")})
