"""COMPARE=1 finds what has become worse, whatever kind of figure it is, and is not fooled by a slower machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench import __main__ as main
from bench import baseline
from bench.figure import Figure

KEPT = [
    Figure("engine.waterhole", 100_000, "moves/s", 0.10, "calibration"),
    Figure("live.normal.100.closed.cpu", 0.1, "ms/move", 4.0, "floor.callback"),
    Figure("live.normal.100.closed.p99", 10, "ms", 4.0, "floor.callback"),
    Figure("live.idle", 30, "KB", 0.9, "32 KB"),
]


def worse(tmp_path: Path, *now: Figure) -> list[str]:
    path = tmp_path / "baseline.json"
    baseline.save(KEPT, path)
    return baseline.regressions(baseline.compared(now, path))


def test_what_is_as_it_was_is_no_regression(tmp_path: Path) -> None:
    assert worse(tmp_path, *KEPT) == []


def test_a_machine_that_is_half_as_fast_is_no_regression(tmp_path: Path) -> None:
    assert worse(tmp_path, KEPT[0]._replace(value=50_000), KEPT[1]._replace(value=0.2)) == []


@pytest.mark.parametrize(
    ("planted", "told"),
    [
        (KEPT[0]._replace(ratio=0.05), "engine.waterhole: 2.00 x worse than"),
        (KEPT[1]._replace(ratio=6.0), "live.normal.100.closed.cpu: 1.50 x worse than"),
        (KEPT[3]._replace(ratio=1.8), "live.idle: 2.00 x worse than"),
    ],
)
def test_a_planted_regression_is_found(tmp_path: Path, planted: Figure, told: str) -> None:
    (found,) = worse(tmp_path, *(planted if one.name == planted.name else one for one in KEPT))
    assert found.startswith(told)


def test_better_tails_and_new_figures_are_no_regressions(tmp_path: Path) -> None:
    better = KEPT[1]._replace(ratio=1.0)
    tail = KEPT[2]._replace(ratio=400.0)
    assert worse(tmp_path, better, tail, Figure("something.new", 1, "ms", 9, "x")) == []


def test_each_line_says_how_many_times_worse_and_against_what(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    baseline.save(KEPT, path)
    kept = json.loads(path.read_text())
    assert kept.keys() == {"machine", "date", "git", "figures"}
    (line,) = baseline.compared([KEPT[1]._replace(ratio=5.0)], path)
    told = json.loads(line.line())
    assert (told["name"], told["ratio"]) == ("compare.live.normal.100.closed.cpu", 1.25)
    assert told["against"] == kept["git"]


def test_the_verb_ends_with_1_at_a_regression(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(baseline, "FILE", tmp_path / "baseline.json")
    now = list(KEPT)
    monkeypatch.setattr(main, "PARTS", {"planted": lambda: iter(now)})
    monkeypatch.setenv("SAVE", "1")
    main.main()
    monkeypatch.delenv("SAVE")
    monkeypatch.setenv("COMPARE", "1")
    main.main()
    now[1] = now[1]._replace(ratio=40.0)
    with pytest.raises(SystemExit, match=r"live.normal.100.closed.cpu: 10.00 x worse"):
        main.main()
    names = [json.loads(line)["name"] for line in capsys.readouterr().out.splitlines()]
    assert "compare.live.normal.100.closed.cpu" in names


def test_the_kept_baseline_can_be_compared_with() -> None:
    kept = json.loads(baseline.FILE.read_text())
    assert {"engine.waterhole", "live.normal.100.closed.cpu", "live.idle", "page.js"} <= kept["figures"].keys()
    assert all(one.keys() == {"value", "unit", "ratio", "against"} for one in kept["figures"].values())


def test_an_unknown_part_is_refused() -> None:
    asked = {**os.environ, "ONLY": "nonsense"}
    done = subprocess.run([sys.executable, "-m", "bench"], env=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "engine, views, page, live" in done.stderr
