"""The conformance suite: what every game of the shelf must keep, whatever its rules are.

A game that joins the shelf is picked up here; so is the tiny one of tests/tiny, which is on no shelf. What a viewer may
not learn is the matter of test_every_secret.py.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from engine.core.errors import BadLog, BadSetup, GameOver, IllegalMove, NotYourTurn, UnreadableMove
from engine.core.match import Deal, Match, Played
from tests.engine.every import FACTS, GAMES, all_views, every, viewers, walk
from tests.engine.motions import Follower
from tests.engine.tagged import plain, script, tags

# --- matches ---------------------------------------------------------------------------------------------------------


@every
def test_random_matches_end_and_lose_no_card(game: Any, seats: int, options: dict[str, Any]) -> None:
    opened = Match.open(game, seats, options)
    whole = Counter(range(len(opened.pack())))
    for seed in range(6):
        for match, _, _ in walk(opened, seed):
            state = match._state
            lying = Counter([*tags(tuple(state.table)), *tags(state.hands), *tags(state.deck)])
            assert lying == whole
        result = match.result()
        assert result is not None
        assert match.to_act() == frozenset()
        assert match.pack() == ()
        assert result.totals == tuple(map(sum, zip(*result.deals, strict=True)))
        best = {s for s in range(seats) if result.totals[s] == max(result.totals)}
        # Where the points have a breakdown, something else may break a tie, or nothing: a draw has no winners.
        assert set(result.winners) <= best if result.breakdown else set(result.winners) == best
        for row, total in zip(result.breakdown or (), result.totals, strict=bool(result.breakdown)):
            assert sum(points or 0 for name, points in row.items() if name != "total") == row["total"] == total


@every
def test_a_log_folds_to_what_was_played(game: Any, seats: int, options: dict[str, Any]) -> None:
    opened = Match.open(game, seats, options)
    entries = script(opened, 1)
    told = json.loads(json.dumps([plain(e._asdict()) for e in entries]))
    again = [Deal(**e) if "order" in e else Played(**e) for e in told]
    for (a, told_a), (b, told_b) in zip(opened.fold(entries), opened.fold(again), strict=True):
        assert all_views(a) == all_views(b)
        assert [a.news(told_a, v) for v in viewers(a)] == [b.news(told_b, v) for v in viewers(b)]
    assert a.turn == sum(isinstance(e, Played) for e in entries)
    assert a.step == len(entries)


@every
def test_the_start_seat_moves_on_each_deal(game: Any, seats: int, options: dict[str, Any]) -> None:
    firsts = [e.first for e in script(Match.open(game, seats, options), 4) if isinstance(e, Deal)]
    assert firsts == [(firsts[0] + nth) % seats for nth in range(len(firsts))]


@every
def test_views_have_one_shape_and_are_json(game: Any, seats: int, options: dict[str, Any]) -> None:
    for match, events, _ in walk(Match.open(game, seats, options), 2):
        names = {tuple(match.view(v)["places"]) and frozenset(match.view(v)["places"]) for v in viewers(match)}
        assert len(names) == 1, "all viewers are told of the same places"
        for viewer in viewers(match):
            view = match.view(viewer)
            assert view.keys() == {"places", "facts", "own"}
            assert view["facts"] == match.view(None)["facts"]
            assert view["facts"].keys() >= FACTS
            assert (view["own"] is None) == (viewer is None)
            for lying in view["places"].values():
                assert isinstance(lying, int | list)
            told = [view, match.offer(viewer), match.news(events, viewer)]
            assert json.loads(json.dumps(told)) == plain(told)


@every
def test_sizes_agree_between_viewers(game: Any, seats: int, options: dict[str, Any]) -> None:
    def size(lying: Any) -> int:
        return len(lying) if isinstance(lying, list) else lying

    for match, _, _ in walk(Match.open(game, seats, options), 3):
        counted = [{p: size(x) for p, x in match.view(v)["places"].items()} for v in viewers(match)]
        assert all(count == counted[0] for count in counted)


@every
def test_news_tell_where_every_card_went(game: Any, seats: int, options: dict[str, Any]) -> None:
    """Who listens to every news of a match and never looks knows what lies where."""
    opened = Match.open(game, seats, options)
    followers = {viewer: Follower(len(opened.pack())) for viewer in viewers(opened)}
    for match, events, _ in walk(opened, 7):
        for viewer, follower in followers.items():
            follower.hear(plain(match.news(events, viewer)))
            follower.agrees(plain(match.view(viewer)["places"]))


@every
def test_as_many_deals_are_made_as_were_announced(game: Any, seats: int, options: dict[str, Any]) -> None:
    opened = Match.open(game, seats, options)
    dealt = sum(isinstance(entry, Deal) for entry in script(opened, 8))
    assert dealt == game.deals(opened.options) == opened.view(None)["facts"]["deals"]


# --- moves -----------------------------------------------------------------------------------------------------------


@every
def test_the_legal_list_is_exactly_what_check_allows(game: Any, seats: int, options: dict[str, Any]) -> None:
    """Every move that was ever legal in these matches is tried in every position of another one."""
    opened = Match.open(game, seats, options)
    known = {
        json.dumps(plain(game.write(move)))
        for seed in (10, 11)
        for match, _, _ in walk(opened, seed)
        for seat in match.to_act()
        for move in match.moves(seat)
    }
    for match, _, _ in walk(opened, 12):
        for seat in match.to_act():
            legal = {json.dumps(plain(game.write(move))) for move in match.moves(seat)}
            assert legal, "a seat that is to act can always do something"
            before = all_views(match)
            for words in {*random.Random(len(legal)).sample(sorted(known), min(len(known), 150)), *legal}:
                if words in legal:
                    match.check(seat, game.read(json.loads(words)))
                else:
                    with pytest.raises(IllegalMove):
                        match.play(seat, game.read(json.loads(words)))
            assert all_views(match) == before


@every
def test_moves_are_read_as_they_are_written(game: Any, seats: int, options: dict[str, Any]) -> None:
    for match, _, _ in walk(Match.open(game, seats, options), 5):
        for seat in match.to_act():
            for move in match.moves(seat):
                assert game.read(json.loads(json.dumps(game.write(move)))) == move


NO_MOVES: list[Any] = [
    None,
    True,
    7,
    "play",
    [],
    {},
    {"type": "play"},
    {"type": 1, "cards": [1]},
    {"type": "play", "cards": "1"},
    {"type": "play", "cards": [7.0]},
    {"type": "play", "cards": [True]},
    {"type": "play", "cards": ["7"]},
    {"type": "play", "cards": [0]},
    {"type": "play", "cards": [9]},
    {"type": "play", "cards": [10**30]},
    {"type": "play", "cards": [7], "seat": 1},
    {"type": "play", "cards": [1] * 1000},
    {"type": "draw", "source": None},
    {"type": "draw", "source": True},
    {"type": "draw", "source": 0},
    {"type": "draw", "source": "hand:0"},
    {"type": "resign"},
    {"type": "draft", "row": 7},
    {"type": "draft", "row": "7", "pos": 1},
    {"type": "draft", "row": True, "pos": 1},
    {"type": "draft", "row": 10**30, "pos": 1},
    {"type": "discard", "cards": ["KX"]},
    {"type": "discard", "cards": "KH"},
    {"type": "discard", "cards": ["X1=7"]},
    {"type": "slide", "line": None, "cards": ["KH"]},
    {"type": "slide", "line": 1, "cards": ["KH"] * 1000},
    {"type": "river", "end": 1, "cards": ["KH"]},
    {"type": "river", "end": "low" * 100, "cards": ["KH"]},
    {"type": "river", "end": "low", "cards": ["KH=7"]},
    {"type": "river", "end": "low", "cards": ["X1=1"]},
    {"type": "pool", "cards": ["KH"], "suit": "X"},
    {"type": "pool", "cards": ["KH"], "suit": ""},
    {"type": "pool", "cards": ["KH"], "suit": "SH"},
    {"type": "pool", "cards": ["KH"], "suit": None},
    {"type": "theme", "card": ["KH"]},
    {"type": "theme", "card": "kh"},
    {"type": "pass", "cards": []},
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("obj", NO_MOVES, ids=repr)
def test_what_is_no_move_is_unreadable(game: Any, obj: Any) -> None:
    with pytest.raises(UnreadableMove):
        game.read(obj)


@every
def test_only_the_seat_to_act_acts_and_nobody_after_the_end(game: Any, seats: int, options: dict[str, Any]) -> None:
    for match, _, _ in walk(Match.open(game, seats, options), 6):
        acting = match.to_act()
        some = next((move for seat in acting for move in match.moves(seat)), None)
        if some is not None:
            for other in set(range(seats)) - acting:
                with pytest.raises(NotYourTurn):
                    match.play(other, some)
                assert list(match.moves(other)) == []
            last = some
    for seat in range(seats):
        assert match.offer(seat) is None
        with pytest.raises(GameOver):
            match.play(seat, last)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_setups_that_cannot_be(game: Any) -> None:
    for seats in (0, 1, game.seats[-1] + 1, 99, -1):
        with pytest.raises(BadSetup):
            Match.open(game, seats, {})
    for options in ({"nothing": 1}, {"deals": 2}, {"deals": True}, {"deals": "3"}, {"deals": None}):
        with pytest.raises(BadSetup):
            Match.open(game, 2, options)


@every
def test_a_wrong_pack_is_no_deal(game: Any, seats: int, options: dict[str, Any]) -> None:
    opened = Match.open(game, seats, options)
    pack = opened.pack()
    for cards, first in ((pack[1:], 0), ((*pack[1:], pack[-1]), 0), (pack, seats), (pack, -1), ((), 0)):
        with pytest.raises(BadLog):
            opened.deal(cards, first)
    dealt, _ = opened.deal(pack, 0)
    with pytest.raises(BadLog):
        dealt.deal(pack, 0)
    with pytest.raises(BadLog):
        list(opened.fold([Played(0, {"type": "nonsense"})]))
