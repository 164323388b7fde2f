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

import pytest

from tests.app.player import play_out, started
from tests.load.scorer import WrongRecord, replay
from tests.services.server import LiveServer

ROOT = Path(__file__).parents[2]


def test_an_honest_server_loses_nothing(start_server: Callable[..., LiveServer]) -> None:
    server = start_server()
    done = subprocess.run(
        [sys.executable, "-m", "tests.load"],
        cwd=ROOT,
        env={**os.environ, "ROOMS": "6", "OPTIONS": '{"deals":1}', "URL": server.url},
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


async def record_of(url: str) -> tuple[Any, Any, Any]:
    people = await started(url, "Mia", "Ben", "Zoe")
    await play_out(people)
    http, match = people[0].http, people[0].table["match"]
    record = (await http.get(f"/api/matches/{match}")).json()
    steps = (await http.get(f"/api/matches/{match}/moves")).json()["steps"]
    fairness = (await http.get(f"/api/matches/{match}/fairness")).json()
    for player in people:
        await player.gone()
    return record, steps, fairness


async def test_the_scorer_agrees_with_an_honest_record_and_with_no_other(
    start_server: Callable[..., LiveServer],
) -> None:
    record, steps, fairness = await record_of(start_server().url)
    scores = replay(record, steps, fairness)
    assert scores == record["scores"]
    played = next(nth for nth, step in enumerate(steps) if "move" in step)

    def wrong(change: Callable[[Any, Any], None]) -> None:
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
