"""Holding what was written against what is shown: every view of a match, byte by byte, by seat and step."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

import httpx
import orjson

from tests.replays.robot import Robot


class Seen(NamedTuple):
    """A view as a socket wrote it: whose, after which step, and its bytes."""

    viewer: int | None
    step: int
    view: bytes


def seen(robot: Robot, match: str, record: dict[str, Any]) -> list[Seen]:
    """Every view of a match in what was written to somebody."""
    seat = next((held["seat"] for held in record["seats"] if held["guest"] == robot.guest), None)
    found = []
    for frame in robot.written():
        message = orjson.loads(frame)
        if message["t"] != "table" or message["match"] != match:
            continue
        view = orjson.dumps(message["view"])
        if f'"view":{view.decode()},' not in frame:
            raise ValueError("what was cut out of a frame is not what stands in it")
        # Decisions so far and deals so far are the steps so far.
        found.append(Seen(seat, message["turn"] + message["view"]["facts"]["deal"] - 1, view))
    return found


async def held(robots: list[Robot], match: str, chance: random.Random) -> Counter[str]:
    """How many views there were, and how many of them the replay does not show as they were written."""
    count: Counter[str] = Counter()
    http = robots[0].http
    record = (await http.get(f"/api/matches/{match}")).json()
    steps = (await http.get(f"/api/matches/{match}/moves")).json()["steps"]
    replays: dict[int | None, list[bytes]] = {}
    for robot in robots:
        for one in seen(robot, match, record):
            if one.viewer not in replays:
                replays[one.viewer] = await shown(http, match, one.viewer, len(steps))
            replay = replays[one.viewer]
            count["views"] += 1
            count["differing"] += one.step >= len(replay) or replay[one.step] != one.view
    for viewer, replay in replays.items():
        step = chance.randrange(len(replay))
        alone = await shown(http, match, viewer, 1, step)
        count["differing"] += alone != [replay[step]]
    people = {seat["seat"] for seat in record["seats"] if seat["bot"] is None}
    count["takeovers"] += any(step.get("seat") in people and step["by"] == "bot" for step in steps)
    return count


async def shown(
    http: httpx.AsyncClient, match: str, viewer: int | None, many: int, step: int | None = None
) -> list[bytes]:
    """The views that REST shows, as the bytes of its answer."""
    asked = {name: value for name, value in (("seat", viewer), ("step", step)) if value is not None}
    answer = await http.get(f"/api/matches/{match}/replay", params=asked)
    answer.raise_for_status()
    views = [orjson.dumps(view) for view in answer.json()["views"]]
    if b'"views":[' + b",".join(views) + b"]" not in answer.content or len(views) != many:
        raise ValueError(f"a replay of {len(views)} views, not {many}, or not in these bytes")
    return views
