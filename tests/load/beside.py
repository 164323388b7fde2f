"""`make load EXPERTS=10 ROOMS=50 MINUTES=2 PACE=1-3`: rooms of experts beside rooms of people, on one server.

The server is as `make run` starts it: one process that thinks, the shown delay of bots and the breaker as they come;
only the limits for one address are raised. When time is up the people play their matches out without thinking, and
every match that ended is judged.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

import httpx

from tests.load.experts import Experts
from tests.load.paced import Group, Paced, Table, Tempo
from tests.services.server import LiveServer

TOKEN = "only-for-this-run"
PRODUCT = {
    "WATERSIDE_BOT_MS": "600",
    "WATERSIDE_BOT_SPREAD_MS": "900",
    "WATERSIDE_AWAY_MS": "25000",
    "WATERSIDE_METRICS_TOKEN": TOKEN,
}
ROOM_MS, BOT_S, FELL_BACK_PCT = 50, 5, 10  # what must hold
LAG_S = 0.01
# Every game and variant, the numbers of seats taking turns. One deal: between deals bots wait for someone to say next.
PEOPLE = [
    Table(game, options, seats)
    for seats in (2, 3, 4)
    for game, options in (("waterhole", {}), ("kariba", {}), ("kariba", {"market": True}), ("seven_waters", {}))
    if seats == 2 or game != "seven_waters"
]
BOTS = [
    Table("waterhole", {"deals": 1}, 2),
    Table("kariba", {"deals": 1, "market": True}, 3),
    Table("seven_waters", {"contest": False}, 2),
    Table("waterhole", {"deals": 1}, 4),
    Table("kariba", {"deals": 1, "market": True}, 2),
    Table("seven_waters", {"contest": True}, 2),
    Table("kariba", {"deals": 1}, 5),
    Table("kariba", {"deals": 1, "market": True}, 5),
    Table("waterhole", {"deals": 1}, 3),
    Table("kariba", {"deals": 1, "market": True}, 4),
]


def per_cent(values: Sequence[float], share: float) -> float:
    """The value below which this share of them lies (nearest rank); 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def broken(figures: dict[str, Any]) -> list[str]:
    """Which of the bounds do not hold."""
    bounds = {
        "people wait for a view": figures["move_to_view_ms"]["p99"] >= ROOM_MS,
        "a bot takes too long": figures["bot_move_s"]["max"] > BOT_S,
        "the quick level moved too often": figures["fell_back_pct"] > FELL_BACK_PCT,
        "something is lost or wrong": bool(figures["lost"] or figures["wrong"]),
    }
    return [what for what, is_so in bounds.items() if is_so]


async def _counted(http: httpx.AsyncClient) -> tuple[float, float]:
    """How many moves strong bots were asked for, and how many the quick level made instead."""
    answer = await http.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    answer.raise_for_status()
    told = dict(line.rsplit(" ", 1) for line in answer.text.splitlines() if not line.startswith("#"))
    return float(told["waterside_bots_asked_total"]), float(told["waterside_bots_fell_back_total"])


async def _lag(tempo: Tempo, lags: list[float]) -> None:
    """How late this process itself is: what is measured contains it."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(LAG_S)
        if tempo.counts():
            lags.append(time.monotonic() - began - LAG_S)


async def beside(
    server: LiveServer, rooms: int, experts: int, minutes: float, pace: tuple[float, float], seed: int = 1
) -> dict[str, Any]:
    """Play for so long; the figures."""
    tempo, lags = Tempo(pace), list[float]()
    people = [Group(server.url, _from(nth), seed + nth, tempo) for nth in range(rooms)]
    bots = [Experts(server.url, BOTS[nth % len(BOTS)], nth) for nth in range(experts)]
    lag = asyncio.create_task(_lag(tempo, lags))
    playing = []
    for group in people:  # one after the other: that fifty pages open at the same moment is no part of this
        playing.append(asyncio.create_task(group.run()))
        await group.seated.wait()
    for one in bots:
        await one.sit_down()
    thinking = [asyncio.create_task(one.run()) for one in bots]
    async with httpx.AsyncClient(base_url=server.url) as http:
        before = await _counted(http)
        tempo.measuring.set()
        began = time.monotonic()
        await asyncio.wait([*playing, *thinking], timeout=60 * minutes, return_when=asyncio.FIRST_EXCEPTION)
        measured = time.monotonic() - began
        tempo.over.set()
        after = await _counted(http)
    took = [seconds for one in bots for seconds in one.host.took]
    slowest = max((*took, *(one.host.waiting() for one in bots)), default=0.0)
    for task in thinking:
        task.cancel()
    ends = await asyncio.gather(*playing, *thinking, return_exceptions=True)
    lag.cancel()
    judging = [*(one.judge() for one in bots), *(group.judge() for group in people)]
    ends += await asyncio.gather(*judging, return_exceptions=True)
    await asyncio.gather(*(one.host.gone() for one in bots))
    wrong = [f"{type(end).__name__}: {end}" for end in ends if isinstance(end, Exception)]
    played = [room for group in people for room in group.rooms]
    everyone: list[Experts | Paced] = [*bots, *played]
    wrong += [text for one in everyone for text in one.wrong]
    for text in wrong[:20]:
        print(text, file=sys.stderr)
    asked, fell_back = after[0] - before[0], after[1] - before[1]
    return {
        "rooms": rooms,
        "experts": experts,
        "minutes": minutes,
        "moves": len(tempo.to_view),
        "move_to_view_ms": {
            name: round(1000 * per_cent(tempo.to_view, share), 1)
            for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
        },
        "bot_move_s": {
            "p50": round(per_cent(took, 0.5), 2),
            "p99": round(per_cent(took, 0.99), 2),
            "max": round(slowest, 2),
        },
        "expert_decisions_per_minute": round(60 * asked / measured),
        "fell_back": int(fell_back),
        "fell_back_pct": round(100 * fell_back / asked, 2) if asked else 0.0,
        "matches": sum(len(one.finished) for one in bots) + len(played),
        "lost": sum(one.lost for one in everyone),
        "wrong": len(wrong),
        "driver_lag_ms": round(1000 * per_cent(lags, 0.99), 1),
    }


def _from(nth: int) -> Iterator[Table]:
    """The tables that people play at, beginning with the nth."""
    return itertools.islice(itertools.cycle(PEOPLE), nth, None)


def words() -> tuple[int, int, float, tuple[float, float], int]:
    """What the verb was told: ROOMS, EXPERTS, MINUTES, PACE in seconds, SEED."""
    fast, _, slow = (os.environ.get("PACE") or "1-3").partition("-")
    return (
        int(os.environ.get("ROOMS") or 50),
        int(os.environ["EXPERTS"]),
        float(os.environ.get("MINUTES") or 2),
        (float(fast), float(slow or fast)),
        int(os.environ.get("SEED") or 1),
    )
