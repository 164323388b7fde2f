"""Checking a finished match from its record: what holds, and what a changed record gives away."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.__main__ import verify
from app.rooms.verify import NotFair, checks
from engine.games import SHELF
from tests.app.house import House, house
from tests.app.player import play_out, started


async def finished(served: House, game: str, **options: Any) -> tuple[str, Any]:
    """The address and the record of a match of two with real shares."""
    people = await started(served.url, "Mia", "Ben", game=game, **options)
    await play_out(people)
    over = await people[0].until(lambda m: m["t"] == "room" and m["phase"] == "over")
    http, match = people[0].http, over["last_match"]
    record = (await http.get(f"/api/matches/{match}")).json()
    record["fairness"] = (await http.get(f"/api/matches/{match}/fairness")).json()
    for player in people:
        await player.gone()
    return f"{served.url}/matches/{match}", record


@pytest.mark.parametrize(
    ("game", "options"), [("waterhole", {"deals": 3}), ("seven_waters", {}), ("kariba", {"market": True})]
)
async def test_an_honest_match_holds(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    async with house(tmp_path) as served:
        _, record = await finished(served, game, **options)
    found = checks(record, SHELF)
    assert all(one.holds for one in found)
    deals = len(record["fairness"]["deals"])
    assert len(found) == 2 + 3 * deals, "two shares; of each deal its seal, its order, and who began"
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    assert verify(str(file)) == 0


async def test_a_record_that_was_changed_does_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with house(tmp_path) as served:
        _, record = await finished(served, "waterhole", deals=1)

    def wrong(change: Callable[[Any], object], what: str) -> None:
        bad = copy.deepcopy(record)
        change(bad["fairness"])
        assert what in {one.what for one in checks(bad, SHELF) if not one.holds}

    def swap(fairness: Any) -> None:
        order = fairness["deals"][0]["order"]
        first = next(nth for nth, card in enumerate(order) if card != order[0])
        order[0], order[first] = order[first], order[0]

    wrong(swap, "order")
    wrong(lambda f: f["deals"][0].update(seed="00" * 32), "seal")
    wrong(lambda f: f["deals"][0].update(first=1 - f["deals"][0]["first"]), "first")
    wrong(lambda f: f["shares"][0].update(bytes="00" * 16), "share")
    wrong(lambda f: f["shares"].pop(), "order")
    wrong(lambda f: f["pledges"].pop(), "share")
    file = tmp_path / "bad.json"
    swap(record["fairness"])
    file.write_text(json.dumps(record))
    assert verify(str(file)) == 1
    assert "NO  deal 1: the order" in capsys.readouterr().out


@pytest.mark.parametrize(
    "record", [None, [], {}, {"fairness": {"scheme": "written"}}, {"fairness": {"scheme": "deal-v1"}}, 7]
)
def test_what_makes_no_claim(record: Any, tmp_path: Path) -> None:
    with pytest.raises(NotFair):
        checks(record, SHELF)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    assert verify(str(file)) == 2
    assert verify(str(tmp_path / "nothing.json")) == 2
