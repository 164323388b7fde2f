"""The guided first games: what their files hold is what was written, and every rule is done once."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core.match import Match
from engine.games import SHELF
from engine.lessons import PUPIL, lesson
from tests.engine.lessons import make, of

GAMES = ("waterhole", "kariba", "seven_waters")


def told(game: str) -> list[tuple[str | None, dict[str, Any]]]:
    """Every event of a lesson, with the step in which it happened."""
    written = of(game)
    match, events = Match.open(SHELF[game], 2, written.options).deal(written.order, PUPIL)
    heard: list[tuple[str | None, dict[str, Any]]] = [(None, news) for news in match.news(events, None)]
    for turn, ply in enumerate(written.plies):
        assert match.turn == turn
        assert match.to_act() == {ply.seat}
        assert ply.key is None or ply.seat == PUPIL
        match, events = match.play(ply.seat, match.game.read(ply.move))
        heard += [(ply.key, news) for news in match.news(events, None)]
    result = match.result()
    assert result is not None, "a lesson goes on to the end of the match"
    assert result.winners == (PUPIL,)
    return heard


def happened(game: str, step: str, event: str, **facts: Any) -> bool:
    return any(
        key == step and news["e"] == event and all(news[name] == fact for name, fact in facts.items())
        for key, news in told(game)
    )


def test_the_files_are_what_was_written() -> None:
    assert {
        name: (make.ROOT / "engine/lessons" / f"{name}.json").read_text("utf-8") for name in GAMES
    } == make.lessons()


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_short_and_of_this_version(game: str) -> None:
    written = of(game)
    assert written.rules == SHELF[game].version
    own = [ply for ply in written.plies if ply.key]
    assert 8 <= len(own) <= 16
    assert all(ply.seat == PUPIL and not ply.swift for ply in own)
    waits = [ply for ply in written.plies if not ply.key and not ply.swift]
    assert len(waits) <= len(own)


@pytest.mark.parametrize("game", ["../lessons/waterhole", "", "chess", "waterhole.json"])
def test_what_is_no_lesson(game: str) -> None:
    assert lesson(game) is None


def test_waterhole_teaches_its_rules() -> None:
    assert of("waterhole").keys == ["one", "three", "gap", "trap", "eight", "aces", "late", "end"]
    assert happened("waterhole", "three", "capture", rank=7, prey=6)
    assert happened("waterhole", "gap", "capture", rank=7, prey=4)
    assert happened("waterhole", "aces", "capture", rank=1, prey=8, n=2)
    assert happened("waterhole", "end", "match_over")
    events = told("waterhole")
    trap = next(nth for nth, (key, news) in enumerate(events) if key == "trap" and news["e"] == "play")
    assert events[trap][1]["total"] == 2
    after = next(news for _, news in events[trap:] if news["e"] == "capture")
    assert (after["seat"], after["rank"]) == (1, events[trap][1]["rank"]), "the partner makes it three"


def test_kariba_teaches_its_rules() -> None:
    assert of("kariba").keys == ["one", "market", "three", "deck", "fill", "gap", "mice", "late", "end"]
    assert of("kariba").options["market"] is True
    assert happened("kariba", "market", "draw", source=6)
    assert happened("kariba", "market", "refill")
    assert happened("kariba", "deck", "draw", source="deck")
    assert happened("kariba", "three", "capture", rank=6, prey=5)
    assert happened("kariba", "gap", "capture", rank=6, prey=4)
    assert happened("kariba", "mice", "capture", rank=1, prey=8)
    assert happened("kariba", "end", "match_over")


def test_seven_waters_teaches_its_rules() -> None:
    keys = ["draft", "uncover", "turned", "slide", "extra", "pool", "more", "theme", "discard", "apex", "last"]
    assert of("seven_waters").keys == keys
    events = told("seven_waters")
    (turned,) = (news for key, news in events if key == "uncover" and news["e"] == "uncover")
    assert len(turned["cards"]) == 2, "one draft turns two cards (S2)"
    assert happened("seven_waters", "slide", "slide", line=1, total=7)
    (slide,) = (news for key, news in events if key == "slide" and news["e"] == "slide")
    assert "X1" in slide["cards"]
    assert happened("seven_waters", "slide", "extra")
    assert happened("seven_waters", "extra", "river", end="start")
    assert happened("seven_waters", "pool", "pool", suit="H")
    assert happened("seven_waters", "theme", "theme")
    assert happened("seven_waters", "discard", "discard", n=1)
    assert happened("seven_waters", "apex", "last_turns")
    assert happened("seven_waters", "last", "opened")


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_read_from_its_file(game: str) -> None:
    file = json.loads((make.ROOT / "engine/lessons" / f"{game}.json").read_text("utf-8"))
    assert [dict(ply.move) for ply in of(game).plies] == [ply["move"] for ply in file["plies"]]
    assert list(of(game).order) == file["order"]
