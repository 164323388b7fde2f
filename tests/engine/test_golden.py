"""The golden matches, played again: every viewer sees and hears at each step what was seen and heard then.

Where one of these fails, the rules or the views have changed: see tests/engine/golden/__init__.py for what to do.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.games import SHELF
from tests.engine.golden import index, make
from tests.engine.golden.log import paths, replay, result, sees
from tests.engine.golden.situations import SITUATIONS

GOLDEN = {path.name: json.loads(path.read_text("utf-8")) for path in paths()}
INDEX = index.load()
EACH_OF_THEM = pytest.mark.parametrize("name", GOLDEN)


@EACH_OF_THEM
def test_it_is_still_the_same_match(name: str) -> None:
    golden = GOLDEN[name]
    steps = list(replay(golden))
    assert [sees(done.after, done.events) for done in steps] == [line["sees"] for line in golden["log"]]
    assert result(steps[-1].after) == golden["result"]


@EACH_OF_THEM
def test_it_is_of_the_rules_on_the_shelf(name: str) -> None:
    """`python -m tests.engine.golden.make` plays a game's matches again when its version has grown."""
    golden, game = GOLDEN[name], SHELF[GOLDEN[name]["game"]]
    assert (golden["rules"], golden["view_version"]) == (game.version, game.view_version)


@EACH_OF_THEM
def test_a_changed_match_has_a_new_version(name: str) -> None:
    history = INDEX[name]
    assert list(index.faults(name, history)) == []
    assert index.grown(name, GOLDEN[name], history) == (history, [])


@pytest.mark.parametrize("rule", SITUATIONS)
def test_a_match_shows_the_rule(rule: str) -> None:
    shown = [golden for golden in GOLDEN.values() if golden["shows"] == rule]
    assert shown
    for golden in shown:
        assert SITUATIONS[rule](list(replay(golden)), golden["tries"])


def test_five_of_each_game_and_variant_at_every_table() -> None:
    assert {f"{one.name}.json" for one in make.wanted()} == GOLDEN.keys() == INDEX.keys()
    count: Counter[Any] = Counter()
    for golden in GOLDEN.values():
        count[golden["game"], json.dumps(golden["options"])] += 1
    for game in SHELF:
        assert all(count[game, json.dumps(options)] >= 5 for options in make.variants(game))
        assert {one["seats"] for one in GOLDEN.values() if one["game"] == game} == set(SHELF[game].seats)


def test_they_stay_small() -> None:
    assert sum(path.stat().st_size for path in [*paths(), index.PATH]) < 600_000


def changed(golden: dict[str, Any], **values: Any) -> dict[str, Any]:
    return {**golden, **values}


def test_the_index_notices_what_may_not_be() -> None:
    """Another match or other views under the same versions, a version that falls, an old entry that was changed."""
    name, golden = next(iter(GOLDEN.items()))
    history = INDEX[name]
    other_log = [*golden["log"][:-1], {**golden["log"][-1], "seat": 9}]
    other_views = [*golden["log"][:-1], {**golden["log"][-1], "sees": "0" * 32}]
    rules, views = golden["rules"], golden["view_version"]
    for bad in (
        changed(golden, log=other_log),
        changed(golden, log=other_views),
        changed(golden, result={**golden["result"], "totals": [0, 0]}),
        changed(golden, log=other_log, view_version=views + 1),  # only views may differ
        changed(golden, log=other_views, rules=rules - 1),
    ):
        assert index.grown(name, bad, history)[1], "it should have been refused"
    for good in (
        changed(golden, log=other_log, rules=rules + 1),
        changed(golden, log=other_views, view_version=views + 1),
    ):
        entries, against = index.grown(name, good, history)
        assert against == []
        assert entries[:-1] == history
        assert list(index.faults(name, [{**entries[0], "views": "0"}, *entries[1:]])), "an old entry was changed"


def test_making_them_again_changes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(make, "FOLDER", tmp_path)
    monkeypatch.setattr(index, "PATH", tmp_path / "index.json")
    index.save(INDEX)
    make.main()
    assert [path.name for path in tmp_path.iterdir()] == ["index.json"]
    assert index.load() == INDEX
