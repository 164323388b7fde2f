"""The worked cases of the rule texts, played through `read` and `Match.play` (tests/engine/scenarios.json)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import BadSetup, GameOver, IllegalMove, NotYourTurn
from engine.core.match import Match
from engine.games.herds import KARIBA, WATERHOLE, Herds
from engine.games.herds.box import PACK
from engine.games.herds.position import match_from

GAMES = {"waterhole": Herds(WATERHOLE), "kariba": Herds(KARIBA)}
ALL = json.loads((Path(__file__).parent / "scenarios.json").read_text())["scenarios"]
HERDS = [s for s in ALL if s["game"] in GAMES]

# The file's names for refusals, and ours.
REFUSALS = {
    "H-MIN1": {"no_cards"},
    "H-SAME": {"mixed_ranks"},
    "H-HOLD": {"not_held"},
    "H-TURN": {"not_your_turn"},
    "H-PHASE": {"wrong_phase"},
    "H-OVER": {"over"},
    # After the last face-up card the rest is drawn without a click (K8), and the turn has passed.
    "K-DRAW-SOURCE": {"no_such_source", "not_your_turn"},
    "K-DRAW-LIMIT": {"not_your_turn", "wrong_phase"},
}


def of(kind: str) -> list[Any]:
    return [pytest.param(s, id=s["id"]) for s in HERDS if s["kind"] == kind]


def test_no_scenario_is_forgotten() -> None:
    count = Counter((s["game"], s["kind"]) for s in HERDS)
    assert count == {
        ("waterhole", "play"): 10,
        ("waterhole", "setup"): 3,
        ("waterhole", "match"): 2,
        ("waterhole", "deck"): 1,
        ("waterhole", "view"): 1,
        ("kariba", "play"): 13,
        ("kariba", "setup"): 2,
        ("kariba", "view"): 1,
    }


def opened(scenario: dict[str, Any]) -> Match:
    at = scenario["position"]
    return match_from(
        GAMES[scenario["game"]],
        hands=at["hands"],
        deck=at["pile"],
        herds={int(rank): n for rank, n in at["table"].items()},
        to_act=at["to_move"],
        captured=[[int(r) for r, n in pile.items() for _ in range(n)] for pile in at["captured"]],
        row=at["display"],
        market=scenario["options"].get("experienced", False),
    )


def snapshot(match: Match) -> dict[str, Any]:
    """The scenario file's view of a match, read from what the seats see."""
    views = [match.view(seat) for seat in range(match.seats)]
    places, facts = views[0]["places"], views[0]["facts"]
    over = match.result() is not None
    return {
        "hands": [view["places"][f"hand:{seat}"] for seat, view in enumerate(views)],
        "pile_count": places["deck"],
        "table": {str(rank): len(places[f"herd:{rank}"]) for rank in range(1, 9)},
        "captured_counts": [places[f"captured:{seat}"] for seat in range(match.seats)],
        "to_move": facts["to_act"],
        "phase": facts["phase"],
        "over": over,
        "display": sorted(places.get("market", [])),
        **({"winners": facts["winners"]} if over else {}),
    }


def assert_holds(expected: Any, actual: Any, where: str) -> None:
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert_holds(value, actual[key], f"{where}.{key}")
    elif where.endswith("display"):
        assert sorted(expected) == sorted(actual), where
    else:
        assert expected == actual, where


def apply(match: Match, seat: int, action: dict[str, Any], *, skip_forced: bool) -> tuple[Match, list[Any]]:
    """Carry out an action. Draws go one by one; forced ones were made by the engine already (K8)."""
    if action["type"] == "play":
        match, events = match.play(seat, match.game.read(action))
        return match, match.news(events, None)
    news: list[Any] = []
    for source in action["sources"]:
        if skip_forced and match.view(None)["facts"]["phase"] != "draw":
            break
        match, events = match.play(seat, match.game.read({"type": "draw", "source": source}))
        news += match.news(events, None)
    return match, news


def refusal(match: Match, seat: int, action: dict[str, Any]) -> str:
    """The code of the refusal; the match before the offending move must be unchanged by it."""
    moves = (
        [action] if action["type"] == "play" else [{"type": "draw", "source": source} for source in action["sources"]]
    )
    for move in moves:
        before = [match.view(viewer) for viewer in (*range(match.seats), None)]
        try:
            match, _ = match.play(seat, match.game.read(move))
        except IllegalMove as error:
            assert before == [match.view(viewer) for viewer in (*range(match.seats), None)]
            return error.code
    pytest.fail("the action was carried out")


@pytest.mark.parametrize("scenario", of("play"))
def test_play(scenario: dict[str, Any]) -> None:
    match = opened(scenario)
    for nth, step in enumerate(scenario["steps"]):
        where, expect = f"{scenario['id']}[{nth}]", step["expect"]
        assert expect["ok"] in (True, False)
        if not expect["ok"]:
            assert refusal(match, step["by"], step["action"]) in REFUSALS[expect["rule"]], where
            continue
        match, news = apply(match, step["by"], step["action"], skip_forced=True)
        if "captured" in expect:
            caught = Counter({str(e["prey"]): e["n"] for e in news if e["e"] == "capture"})
            assert caught == Counter(expect["captured"]), where
        now = snapshot(match)
        assert_holds(expect.get("state", {}), now, where)
        assert_holds(step["after"], now, where + ".after")


@pytest.mark.parametrize("scenario", of("setup"))
def test_setup(scenario: dict[str, Any]) -> None:
    game = GAMES[scenario["game"]]
    if not scenario["expect"]["ok"]:
        with pytest.raises(BadSetup) as refused:
            Match.open(game, scenario["players"], {})
        assert refused.value.code == "seats"
        return
    match, _ = Match.open(game, scenario["players"], {}).deal(PACK, 0)
    now = snapshot(match)
    assert list(map(len, now["hands"])) == scenario["expect"]["hand_counts"]
    assert now["pile_count"] == scenario["expect"]["pile_count"]
    assert sum(now["table"].values()) == scenario["expect"]["table_total"]


@pytest.mark.parametrize("scenario", of("deck"))
def test_deck(scenario: dict[str, Any]) -> None:
    pack = Match.open(GAMES[scenario["game"]], 2, {}).pack()
    assert Counter(map(str, pack)) == scenario["expect"]["counts"]


@pytest.mark.parametrize("scenario", of("match"))
def test_match(scenario: dict[str, Any]) -> None:
    """Each deal is brought to its end with the scores given; the start seats and the sum must come out."""
    game, deals = GAMES[scenario["game"]], scenario["deals"]
    seats, starts = scenario["players"], [scenario["first_seat"]]
    for nth, scores in enumerate(deals):
        match = match_from(
            game,
            hands=[[1], *([[2]] * (seats - 1))],
            deck=[],
            herds={},
            to_act=0,
            captured=[[3] * n for n in scores],
            deals=scenario["options"].get("deals", 3),
            deal=nth + 1,
            finished=deals[:nth],
        )
        match, _ = match.play(0, game.read({"type": "play", "cards": [1]}))
        if match.pack():
            starts.append(match.first(scenario["first_seat"]))
    result = match.result()
    assert result is not None
    assert starts == scenario["expect"]["start_seats"]
    assert list(result.totals) == scenario["expect"]["totals"]
    assert list(result.winners) == scenario["expect"]["winners"]


@pytest.mark.parametrize("scenario", of("view"))
def test_view(scenario: dict[str, Any]) -> None:
    match, at, viewer = opened(scenario), scenario["position"], scenario["viewer"]
    places = match.view(viewer)["places"]
    for seat, hand in enumerate(at["hands"]):
        assert places[f"hand:{seat}"] == (hand if seat == viewer else len(hand))
        assert places[f"captured:{seat}"] == sum(at["captured"][seat].values())
    assert places["deck"] == len(at["pile"])
    assert places.get("market", []) == at["display"]


def test_the_worked_example_picture() -> None:
    """RULINGS: the missing picture holds two Aces and two 8s beside three 4s, two 6s and one 7."""
    example = next(s for s in HERDS if s["id"] == "WH-01")
    assert {k: n for k, n in example["position"]["table"].items() if n} == {"1": 2, "4": 3, "6": 2, "7": 1, "8": 2}


def test_codes_of_turn_and_end_are_the_cores() -> None:
    assert NotYourTurn().code in REFUSALS["H-TURN"]
    assert GameOver().code in REFUSALS["H-OVER"]
