"""The loader: it finds nothing wrong with an honest server, and it does find what is wrong."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.app.player import play_out, started
from tests.load.loader import Room
from tests.load.scorer import WrongRecord, compare, replay
from tests.services.server import LiveServer

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("game", "options"),
    [("waterhole", {"deals": 1}), ("kariba", {"deals": 1, "market": True}), ("seven_waters", {"contest": True})],
)
def test_an_honest_server_loses_nothing(
    start_server: Callable[..., LiveServer], game: str, options: dict[str, Any]
) -> None:
    server = start_server()
    done = subprocess.run(
        [sys.executable, "-m", "tests.load"],
        cwd=ROOT,
        env={**os.environ, "ROOMS": "6", "GAME": game, "OPTIONS": json.dumps(options), "URL": server.url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    figures = json.loads(line)
    assert (figures["lost"], figures["wrong"], figures["matches"]) == (0, 0, 6)
    assert figures["moves"] >= 6 * 40
    assert figures["refused"] >= 0.05 * figures["sends"]


async def record_of(url: str, **options: Any) -> tuple[Any, Any, Any, Any]:
    people = await started(url, "Mia", "Ben", "Zoe", **options)
    await play_out(people)
    http, match = people[0].http, people[0].table["match"]
    record = (await http.get(f"/api/matches/{match}")).json()
    steps = (await http.get(f"/api/matches/{match}/moves")).json()["steps"]
    fairness = (await http.get(f"/api/matches/{match}/fairness")).json()
    views = (await http.get(f"/api/matches/{match}/replay?seat=1")).json()["views"]
    for player in people:
        await player.gone()
    return record, steps, fairness, views


async def test_the_scorer_agrees_with_an_honest_record_and_with_no_other(
    start_server: Callable[..., LiveServer],
) -> None:
    record, steps, fairness, _ = await record_of(start_server().url)
    scores = replay(record, steps, fairness)
    assert scores == record["scores"]
    played = next(nth for nth, step in enumerate(steps) if "move" in step)

    def wrong(change: Callable[[Any, Any], object]) -> None:
        bad_steps, bad_fairness = copy.deepcopy(steps), copy.deepcopy(fairness)
        change(bad_steps, bad_fairness)
        with pytest.raises(WrongRecord):
            replay(record, bad_steps, bad_fairness)

    wrong(lambda s, f: s.pop(played))
    wrong(lambda s, f: s.insert(played, s[played]))
    wrong(lambda s, f: s[played].update(seat=(s[played]["seat"] + 1) % 3))
    wrong(lambda s, f: s[played]["move"].update(cards=[1, 2]))
    wrong(lambda s, f: s.pop())
    wrong(lambda s, f: f["deals"][0]["order"].pop())
    wrong(lambda s, f: f["deals"][1].update(first=(f["deals"][1]["first"] + 1) % 3))


async def test_the_scorer_judges_draws_and_views(start_server: Callable[..., LiveServer]) -> None:
    record, steps, fairness, views = await record_of(start_server().url, game="kariba", market=True, deals=1)
    assert replay(record, steps, fairness) == record["scores"]
    compare(record, steps, fairness, 1, views)
    drawn = next(nth for nth, step in enumerate(steps) if step.get("move", {}).get("type") == "draw")

    def wrong(change: Callable[[Any, Any], object]) -> None:
        bad_steps, bad_views = copy.deepcopy(steps), copy.deepcopy(views)
        change(bad_steps, bad_views)
        with pytest.raises(WrongRecord):
            compare(record, bad_steps, fairness, 1, bad_views)

    wrong(lambda s, v: (s.pop(drawn), v.pop(drawn)))
    wrong(lambda s, v: s[drawn]["move"].update(source=next(r for r in range(1, 9) if r not in row_before(v, drawn))))
    wrong(lambda s, v: v.pop(drawn))
    wrong(lambda s, v: v[drawn]["places"]["market"].append(1))
    wrong(lambda s, v: v[drawn]["places"].update({"captured:0": 64}))
    wrong(lambda s, v: v[drawn]["places"]["hand:1"].append(9))
    wrong(lambda s, v: v[drawn]["facts"].update(draws_left=5))


def row_before(views: Any, nth: int) -> list[int]:
    row: list[int] = views[nth - 1]["places"]["market"]
    return row


async def test_the_scorer_judges_parks(start_server: Callable[..., LiveServer]) -> None:
    """Seven Waters: a whole match of the loader's own, then the same record with one thing changed."""
    room = Room(start_server().url, 2, 3, "seven_waters", {"contest": False})
    await room.run()
    assert (room.wrong, room.lost) == ([], 0)
    async with httpx.AsyncClient(base_url=room.url) as http:
        record = (await http.get(f"/api/matches/{room.match}")).json()
        steps = (await http.get(f"/api/matches/{room.match}/moves")).json()["steps"]
        fairness = (await http.get(f"/api/matches/{room.match}/fairness")).json()
        views = (await http.get(f"/api/matches/{room.match}/replay?seat=0")).json()["views"]
    assert replay(record, steps, fairness) == record["scores"]
    kinds = {step["move"]["type"] for step in steps if "move" in step}
    assert {"draft", "slide", "river", "pool"} <= kinds

    def wrong(change: Callable[[Any, Any], object]) -> None:
        bad_steps, bad_views = copy.deepcopy(steps), copy.deepcopy(views)
        change(bad_steps, bad_views)
        with pytest.raises(WrongRecord):
            compare(record, bad_steps, fairness, 0, bad_views)

    slide = next(nth for nth, step in enumerate(steps) if step.get("move", {}).get("type") == "slide")
    river = next(nth for nth, step in enumerate(steps) if step.get("move", {}).get("type") == "river")
    draft = next(nth for nth, step in enumerate(steps) if step.get("move", {}).get("type") == "draft")
    wrong(lambda s, v: s[slide]["move"].update(line=s[slide]["move"]["line"] % 4 + 1))
    wrong(lambda s, v: s[slide]["move"]["cards"].pop())
    wrong(lambda s, v: s[river]["move"]["cards"].append("KH"))
    wrong(lambda s, v: s[draft]["move"].update(row=1, pos=1))
    wrong(lambda s, v: (s.pop(slide), v.pop(slide)))
    wrong(lambda s, v: v[-1]["places"]["hand:1"].append("KH"))
    wrong(lambda s, v: v[2]["places"].update({"pyramid:2:1": ["KH"]}))
    wrong(lambda s, v: v[2]["facts"].update(slides_left=1))
