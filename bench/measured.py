"""What a loader measures of a server."""

from __future__ import annotations

from typing import NamedTuple


class Measured(NamedTuple):
    """What a server did in so many seconds.

    Attributes:
        cpu_ms: of the server, a move. util, load: share of a processor that server and loader used.
        p50, p95, p99: milliseconds until all have the view. view_bytes: what came in, a view.
        extra: views that no move explains. stuck: rooms whose last move never reached all. lost: sockets that closed.
    """

    moves: int
    seconds: float
    cpu_ms: float
    util: float
    load: float
    p50: float
    p95: float
    p99: float
    view_bytes: float
    extra: int
    stuck: int
    lost: int

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def honest(self) -> bool:
        """Whether every move was seen by all, and nothing else was sent."""
        return not (self.extra or self.stuck or self.lost)
