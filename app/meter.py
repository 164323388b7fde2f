"""What can be counted without telling anything of a room, for Prometheus: numbers only, no code, no name, no card.

    meter = Meter(version)           one for each application, with a registry of its own
    meter.watch(state)               what is asked when somebody looks: rooms, sockets
    meter.text()                     the text format

One process alone has no numbers of a bus: a zero would say that all is well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from prometheus_client import (
    CollectorRegistry,
    Gauge,
    GCCollector,
    Info,
    PlatformCollector,
    ProcessCollector,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from app.tally import Tally

CONTENT_TYPE = CONTENT_TYPE_LATEST
PHASES = ("lobby", "playing", "over")


class Meter:
    """The numbers of one process.

    Attributes:
        tally: what becomes of rows.
    """

    def __init__(self, version: str) -> None:
        self._registry = one = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=one)
        Info("waterside", "What runs here", registry=one).info({"version": version})
        self.tally = Tally()
        one.register(self.tally)

    def watch(self, state: Any) -> None:
        """Ask the application's own state whenever somebody looks."""
        rooms = Gauge("waterside_rooms_open", "Rooms in memory", ("phase",), registry=self._registry)
        for phase in PHASES:
            rooms.labels(phase).set_function(_rooms_in(state, phase))
        sockets = Gauge("waterside_sockets", "Open sockets, of rooms and of replays", registry=self._registry)
        sockets.set_function(lambda: state.sockets.taken())
        viewers = Gauge("waterside_viewers", "Sockets that look at a room", ("role",), registry=self._registry)
        viewers.labels("player").set_function(lambda: _viewers(state) - _watchers(state))
        viewers.labels("watcher").set_function(lambda: _watchers(state))

        thinking = Gauge("waterside_bots_thinking", "Moves that strong bots think about", registry=self._registry)
        thinking.set_function(lambda: state.rooms.thinkers.waiting)
        self._registry.register(Thoughts(state))

        analyses = Gauge(
            "waterside_analyses_waiting", "Analyses of matches that wait or are worked at", registry=self._registry
        )
        analyses.set_function(lambda: state.analyst.waiting)
        self._registry.register(Looks(state))
        if not state.rooms.bus.alone:
            self._registry.register(Between(state))

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)


class Thoughts(Collector):
    """What strong bots were asked, and how often the quick level moved instead: counted where they think."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def collect(self) -> Iterator[Metric]:
        thinkers = self._state.rooms.thinkers
        yield CounterMetricFamily("waterside_bots_asked", "Moves that strong bots were asked for", thinkers.asked)
        yield CounterMetricFamily(
            "waterside_bots_fell_back", "Moves of theirs that the quick level made instead", thinkers.fell_back
        )


class Looks(Collector):
    """What came of the analyses that this process worked at."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def collect(self) -> Iterator[Metric]:
        analyst = self._state.analyst
        yield CounterMetricFamily("waterside_analyses_done", "Analyses of matches that were made", analyst.kept)
        yield CounterMetricFamily("waterside_analyses_failed", "Analyses that were given up", analyst.failed)


class Between(Collector):
    """What went over the bus, and what was lost on it and found by looking."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def collect(self) -> Iterator[Metric]:
        bus, between = self._state.rooms.bus, self._state.between
        for name, words, value in (
            ("sent", "Messages told to other processes", bus.sent),
            ("received", "Messages heard from other processes", bus.received),
            ("dropped", "Messages given up while the database was away", bus.dropped),
            ("reconnects", "How often the listening connection came back", bus.reconnects),
            ("healed", "Rooms found behind by looking: no hint had told of what they lacked", between.healed),
        ):
            yield CounterMetricFamily(f"waterside_bus_{name}", words, value)
        yield GaugeMetricFamily("waterside_bus_alive", "Whether other processes are heard now", float(bus.alive))


def _rooms_in(state: Any, phase: str) -> Callable[[], float]:
    return lambda: sum(room.state.phase == phase for room in state.rooms.open_rooms())


def _viewers(state: Any) -> int:
    return sum(len(room.crowd.viewers) for room in state.rooms.open_rooms())


def _watchers(state: Any) -> int:
    seated = ((room.state.seat_of(viewer.guest) for viewer in room.crowd.viewers) for room in state.rooms.open_rooms())
    return sum(seat is None for seats in seated for seat in seats)
