"""What becomes of rows, in plain numbers: counting happens with every move, asking once in a while (`app.meter`)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from app.rooms.state import Row

# A row is committed within a few milliseconds; what takes longer than a second is seen by people.
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
WHY = ("conflict", "repeated", "failed")


def _who(row: Row) -> str:
    """Whose command a row was: the system's own ids begin with ~."""
    return "person" if not row.cmd_id.startswith("~") else "bot" if row.cmd_id.startswith("~bot:") else "room"


class Tally(Collector):
    """The rows of one process.

    Attributes:
        waiting: handed to the store and not answered yet. not_stored: how many were not, by why.
    """

    def __init__(self) -> None:
        self.waiting = 0
        self.not_stored: Counter[str] = Counter(dict.fromkeys(WHY, 0))
        self._stored: Counter[tuple[str, str]] = Counter()
        self._finished = 0
        self._acks = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def stored(self, row: Row, seconds: float) -> None:
        """A row is committed and told; it took so long."""
        self._stored[row.kind, _who(row)] += 1
        self._finished += row.finish is not None
        self._acks[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        rows = CounterMetricFamily("waterside_rows", "Rows committed to rooms' logs", labels=("kind", "by"))
        for key, count in self._stored.items():
            rows.add_metric(key, count)
        yield rows
        refused = CounterMetricFamily(
            "waterside_rows_not_stored",
            "Rows that were not stored: conflict (another process was faster), repeated (a command sent again), failed",
            labels=("why",),
        )
        for why, count in self.not_stored.items():
            refused.add_metric((why,), count)
        yield refused
        yield CounterMetricFamily("waterside_matches_finished", "Matches copied to the history", self._finished)
        up_to = [*map(str, BUCKETS), "+Inf"]
        yield HistogramMetricFamily(
            "waterside_ack_seconds",
            "From an allowed command to its queued answer, commit included",
            list(zip(up_to, accumulate(self._acks), strict=True)),
            self._seconds,
        )
        yield GaugeMetricFamily("waterside_rows_waiting", "Rows handed to the store and not answered", self.waiting)
