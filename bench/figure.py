"""A measured figure, as `make bench` prints it: one JSON object a line."""

from __future__ import annotations

import json
from typing import NamedTuple


class Figure(NamedTuple):
    """What was measured.

    Attributes:
        name: what. value, unit: how much. ratio: against what else in the same run.
        floor: the least it must be, where there is one; not printed.
    """

    name: str
    value: float
    unit: str
    ratio: float
    against: str
    floor: float = 0

    @property
    def holds(self) -> bool:
        """Whether it is as much as it must be."""
        return self.value >= self.floor

    def line(self) -> str:
        """As it is printed."""
        told = {name: value for name, value in self._asdict().items() if name != "floor"}
        return json.dumps({**told, "value": round(self.value), "ratio": float(f"{self.ratio:.3g}")})
