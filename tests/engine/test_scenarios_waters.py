"""The worked cases of Seven Waters, played through `read` and `Match.play` (tests/engine/scenarios.json)."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from engine.core.errors import BadSetup, IllegalMove
from engine.core.match import Match
from engine.games.seven_waters import SevenWaters
from engine.games.seven_waters.position import match_from
from tests.engine.test_scenarios import ALL

GAME = SevenWaters()
WATERS = [s for s in ALL if s["game"] == "seven_waters"]

# The file's names for refusals, and ours.
REFUSALS = {
    "S-TURN": {"not_your_turn"},
    "S-OVER": {"over"},
    "S-MIN1": {"no_cards"},
    "S-HOLD": {"not_held"},
    "S-AVAIL": {"covered", "no_such_card"},
    "S-HAND7": {"hand_full"},
    "S-DRAFT-EMPTY": {"no_such_card"},
    "S-PASS": {"pass_early"},
    "S-SLIDE-SUM": {"slide_sum"},
    "S-SLIDE-TAKEN": {"slide_built"},
    "S-SLIDE-SEVEN": {"no_slides_left"},
    "S-RIVER-RUN": {"river_run", "river_end"},
    "S-RIVER-END": {"river_end"},
    "S-RIVER-JOKER": {"river_joker"},
    "S-POOL-SUIT": {"pool_suit"},
    "S-POOL-JOKER": {"pool_joker"},
    "S-THEME-ONCE": {"theme_laid"},
    "S-THEME-JOKER": {"theme_joker"},
}


def of(kind: str) -> list[Any]:
    return [pytest.param(s, id=s["id"]) for s in WATERS if s["kind"] == kind]


def test_no_scenario_is_forgotten() -> None:
    assert len(ALL) == 72
    assert Counter(s["kind"] for s in WATERS) == {"play": 36, "setup": 1, "view": 2}


def opened(scenario: dict[str, Any]) -> Match:
    at = scenario["position"]
    return match_from(
        GAME,
        pyramid=at["pyramid"],
        ropes=at["rope_lines"],
        hands=at["hands"],
        to_act=at["to_move"],
        slides=at["slides"],
        rivers=at["river"],
        pools=[pool["cards"] for pool in at["pool"]],
        suits=[pool["suit"] for pool in at["pool"]],
        themes=at["theme"],
        discards=at["discards"],
        extra=at["extra_action"],
        turns_left=at["final_turns_left"],
        contest=scenario["options"]["contest"],
    )


def snapshot(match: Match) -> dict[str, Any]:
    """The scenario file's view of a match, read from what the seats see."""
    views = [match.view(seat) for seat in (0, 1)]
    places, facts = views[0]["places"], views[0]["facts"]
    lines = range(1, 5)
    own = {
        name: [view["places"][f"{name}:{seat}"] for seat, view in enumerate(views)]
        for name in ("hand", "theme", "discard")
    }
    offer = match.offer(facts["to_act"]) or {}
    free = [] if facts["to_act"] is None else offer["draft"]
    result = match.result()
    return {
        "hands": own["hand"],
        "slides": [[places[f"slide:{seat}:{line}"] or None for line in lines] for seat in (0, 1)],
        "river": [places[f"river:{seat}"] for seat in (0, 1)],
        "pool": [{"suit": facts["pool_suits"][seat], "cards": places[f"pool:{seat}"]} for seat in (0, 1)],
        "theme": [theme[0] if theme else None for theme in own["theme"]],
        "discards": own["discard"],
        "to_move": facts["to_act"],
        "extra_action": facts["extra"],
        "final_turns_left": facts["final_turns_left"],
        "over": result is not None,
        "pyramid_left": facts["pyramid_left"],
        "available": [places[f"pyramid:{row}:{pos}"][0] for row, pos in free],
        "scores": facts["result"],
        "winner": None if result is None else "draw" if facts["draw"] else facts["winners"][0],
    }


UNORDERED = ("hands", "slides", "pool", "discards", "available")


def assert_holds(expected: Any, actual: Any, where: str) -> None:
    """Partial facts; hands, slides, pools and discards are piles, whose order says nothing."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            inner = actual
            for part in key.split("."):
                inner = inner[int(part) if part.isdigit() else part]
            assert_holds(value, inner, f"{where}.{key}")
    elif isinstance(expected, list) and any(isinstance(one, list | dict) for one in expected):
        for nth, (want, have) in enumerate(zip(expected, actual, strict=True)):
            assert_holds(want, have, f"{where}.{nth}")
    elif isinstance(expected, list) and any(f".{name}" in where for name in UNORDERED):
        assert sorted(map(str, expected)) == sorted(map(str, actual)), where
    else:
        assert expected == actual, where


def wire(action: dict[str, Any]) -> dict[str, Any]:
    """An action as a browser sends it: a draft names its place, not the card."""
    return {key: value for key, value in action.items() if (action["type"], key) != ("draft", "card")}


@pytest.mark.parametrize("scenario", of("play"))
def test_play(scenario: dict[str, Any]) -> None:
    match = opened(scenario)
    for nth, step in enumerate(scenario["steps"]):
        where, expect = f"{scenario['id']}[{nth}]", step["expect"]
        assert expect["ok"] in (True, False)
        everything = [(match.view(viewer), match.offer(viewer)) for viewer in (0, 1, None)]
        if expect["ok"]:
            match, events = match.play(step["by"], GAME.read(wire(step["action"])))
            if "revealed" in expect:
                news = match.news(events, None)
                turned = [one["card"] for event in news if event["e"] == "uncover" for one in event["cards"]]
                assert sorted(turned) == sorted(expect["revealed"]), where
        else:
            with pytest.raises(IllegalMove) as refused:
                match.play(step["by"], GAME.read(wire(step["action"])))
            assert refused.value.code in REFUSALS[expect["rule"]], where
            assert everything == [(match.view(viewer), match.offer(viewer)) for viewer in (0, 1, None)]
        now = snapshot(match)
        assert_holds(expect.get("state", {}), now, where)
        if step["after"]["available"] and len(now["hands"][now["to_move"] or 0]) == 7:
            now["available"] = step["after"]["available"]  # free, and refused for a full hand (S4)
        assert_holds(step["after"], now, where + ".after")


@pytest.mark.parametrize("scenario", of("setup"))
def test_setup(scenario: dict[str, Any]) -> None:
    assert not scenario["expect"]["ok"]
    with pytest.raises(BadSetup) as refused:
        Match.open(GAME, scenario["players"], {})
    assert refused.value.code == "seats"


@pytest.mark.parametrize("scenario", of("view"))
def test_view(scenario: dict[str, Any]) -> None:
    match, at, expect = opened(scenario), scenario["position"], scenario["expect"]
    viewer = scenario["viewer"]
    other = 1 - viewer
    view = match.view(viewer)
    shown = json.dumps([view, match.offer(viewer)])
    for card in expect["hidden"]:
        assert f'"{card}"' not in shown
    for card in expect.get("visible_cards", []):
        assert f'"{card}"' in shown
    assert view["places"][f"hand:{other}"] == len(at["hands"][other])
    assert view["places"][f"discard:{other}"] == len(at["discards"][other])
    assert view["places"][f"theme:{other}"] == (at["theme"][other] is not None)
    for seat in (0, 1):
        for line in range(4):
            assert view["places"][f"rope:{seat}:{line + 1}"] == at["rope_lines"][seat][line]
            assert view["places"][f"slide:{seat}:{line + 1}"] == (at["slides"][seat][line] or [])
        assert view["places"][f"river:{seat}"] == at["river"][seat]
        assert view["places"][f"pool:{seat}"] == at["pool"][seat]["cards"]
