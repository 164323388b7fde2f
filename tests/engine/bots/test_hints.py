"""Every number in a hint, recomputed from the view by other code: by counting hands and by trying moves out."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from engine.bots import hints
from engine.core.match import Deal, Match, Played
from engine.games import SHELF
from tests.engine.tagged import plain, script

BOXES: list[tuple[str, int, dict[str, Any]]] = [
    ("waterhole", 2, {"deals": 1}),
    ("waterhole", 4, {"deals": 1}),
    ("kariba", 3, {"deals": 1, "market": True}),
    ("seven_waters", 2, {"contest": False}),
]


def decisions(game: str, seats: int, options: dict[str, Any], seed: int) -> list[tuple[Any, Any, Any, Match]]:
    """(view, news, move, the match after it) at every decision of a random match, as the seat that acts knows them."""
    opened = Match.open(SHELF[game], seats, options)
    log = script(opened, seed)
    found, before, told = [], opened, list[Any]()
    for entry, (match, events) in zip(log, opened.fold(log), strict=True):
        if isinstance(entry, Played):
            view = plain(before.view(entry.seat))
            found.append((view, list(told), entry.move, match))
        if isinstance(entry, Deal):
            told = []
        told.append({"events": plain(match.news(events, None))})
        before = match
    return found


def pips(card: str) -> int:
    return 0 if card[0] == "X" else min(10, "A23456789TJQK".index(card[0]) + 1)


@pytest.mark.parametrize(("game", "seats", "options"), BOXES[:3])
def test_what_a_play_brings_and_what_it_leaves(game: str, seats: int, options: dict[str, Any]) -> None:
    chance, seen = random.Random(1), Counter[str]()
    for view, news, move, after in decisions(game, seats, options, 3):
        if move["type"] != "play":
            continue
        key, facts = hints.why(game, view, news, move)
        seen[key] += 1
        seat = view["facts"]["to_act"]
        gained = _captured(after, seat) - _captured_view(view, seat)
        assert facts["caught"] == gained
        assert key.startswith("catch" if gained else "calm")
        assert (facts["rank"], facts["n"]) == (move["cards"][0], len(move["cards"]))
        if not key.endswith("risk"):
            continue
        # The next player's hand, drawn a few thousand times from what this seat has not seen.
        unseen = _unseen(view, news)
        size = min(view["places"][f"hand:{(seat + 1) % seats}"], len(unseen))
        hits = sum(chance.sample(unseen, size).count(facts["their_rank"]) >= facts["their_need"] for _ in range(3000))
        assert abs(100 * hits / 3000 - facts["their_percent"]) < 5
    assert sum(seen.values()) > 20
    assert any(key.endswith("risk") for key in seen)


def _captured(match: Match, seat: int) -> int:
    return int(plain(match.view(None))["places"][f"captured:{seat}"])


def _captured_view(view: Any, seat: int) -> int:
    return int(view["places"][f"captured:{seat}"])


def _unseen(view: Any, news: Any) -> list[int]:
    """The cards that are neither in the own hand, nor open, nor captured: by taking them out of a whole pack."""
    cards = [rank for rank in range(1, 9) for _ in range(8)]
    places = view["places"]
    gone = [*places[f"hand:{view['facts']['to_act']}"], *places.get("market", ())]
    for rank in range(1, 9):
        gone += places[f"herd:{rank}"]
    for item in news:
        gone += [event["prey"] for event in item["events"] if event["e"] == "capture" for _ in range(event["n"])]
    for card in gone:
        cards.remove(card)
    return cards


def test_seven_waters_by_trying_everything() -> None:
    seen = Counter[str]()
    for seed in (3, 4, 5):
        for view, news, move, after in decisions(*BOXES[3], seed):
            key, facts = hints.why("seven_waters", view, news, move)
            seen[key] += 1
            seat, then = view["facts"]["to_act"], plain(after.view(None))["places"]
            if key in ("river", "pool"):
                assert facts["length"] == len(then[f"{key}:{seat}"])
            elif key == "slide":
                assert facts["n"] == len(then[f"slide:{seat}:{facts['line']}"])
                assert facts["points"] == 2 * facts["n"]
                rope = view["places"][f"rope:{seat}:{facts['line']}"]
                assert facts["total"] == sum(10 if card[0] == "X" else pips(card) for card in rope)
            elif key == "theme":
                parts = [place for place in then if place.split(":")[0] in ("slide", "river", "pool")]
                laid = [card for place in parts if place.split(":")[1] == str(seat) for card in then[place]]
                assert facts["n"] == sum(card[0] != "X" and card[1] == move["card"][1] for card in laid)
            elif key == "draft.slide":
                hand = [*view["places"][f"hand:{seat}"], facts["card"]]
                assert _makes(facts["total"], hand)
                assert not _makes(facts["total"], hand[:-1])
    assert {"draft", "draft.slide", "slide", "river", "pool", "theme"} <= set(seen)


def _makes(total: int, hand: list[str]) -> bool:
    """Whether some of these cards come to a total, each joker counting 1 to 10."""
    for n in range(1, len(hand) + 1):
        for cards in combinations(hand, n):
            jokers = sum(card[0] == "X" for card in cards)
            rest = total - sum(map(pips, cards))
            if jokers <= rest <= 10 * jokers:
                return True
    return False
