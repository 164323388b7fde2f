"""The conformance suite: what every game of the shelf must keep, whatever its rules are.

A game that joins the shelf is picked up here; so is the tiny one of tests/tiny, which is on no shelf.
"""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import orjson
import pydantic
import pytest
from fastapi.encoders import jsonable_encoder

from engine.core import view as doors
from engine.core.errors import BadLog, BadSetup, GameOver, IllegalMove, NotYourTurn, UnreadableMove
from engine.core.match import Deal, Match, Played
from engine.core.state import Event, State
from engine.games import SHELF
from engine.games.herds.rules import Herds as HerdsRules
from tests.engine.motions import Follower
from tests.engine.tagged import plain, script, tagged, tags
from tests.tiny import TINY

GAMES = [*SHELF.values(), *TINY.values()]
# What pages read of every game, whatever else it says.
FACTS = {"phase", "deal", "deals", "first", "to_act", "scores", "totals", "winners", "last", "best", "catches"}


def variants() -> Iterator[Any]:
    """Every game with every value of every option, at its smallest and its largest table."""
    for game in GAMES:
        options: list[dict[str, Any]] = [{}]
        for option in game.options:
            options = [{**before, option.name: value} for before in options for value in option.values]
        for chosen in options:
            for seats in sorted({game.seats[0], game.seats[-1]}):
                words = "-".join(f"{name}={value}" for name, value in chosen.items())
                yield pytest.param(game, seats, chosen, id=f"{game.name}-{seats}-{words}")


every = pytest.mark.parametrize(("game", "seats", "options"), list(variants()))


def viewers(match: Match) -> tuple[int | None, ...]:
    return (*range(match.seats), None)


def all_views(match: Match) -> list[Any]:
    return [(match.view(v), match.offer(v)) for v in viewers(match)]


def walk(opened: Match, seed: int) -> Iterator[tuple[Match, tuple[Event, ...], Deal | Played]]:
    entries = script(opened, seed)
    for (match, events), entry in zip(opened.fold(entries), entries, strict=True):
        yield match, events, entry


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


# --- secrecy ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_states_and_events_do_not_leave_the_engine(game: Any) -> None:
    opened = Match.open(game, 2, {})
    match, events = opened.deal(opened.pack(), 0)
    for secret in (match._state, events[0]):
        assert isinstance(secret, State | Event)
        assert "secret" in f"{secret} {secret!r} {secret:>9}"
        assert str(opened.pack()[0]) not in repr(secret)
        for out in (
            json.dumps,
            orjson.dumps,
            pickle.dumps,
            copy.copy,
            copy.deepcopy,
            list,
            dict,
            vars,
            tuple,
            iter,
            len,
            jsonable_encoder,
            pydantic.TypeAdapter(Any).dump_json,
        ):
            with pytest.raises((TypeError, ValueError, pickle.PicklingError)):
                out(secret)
        with pytest.raises(TypeError):
            dataclasses.asdict(secret)  # type: ignore[call-overload]


TRIES: list[Any] = [
    *({"type": "play", "cards": [rank] * n} for rank in (1, 4, 8) for n in (0, 1, 5)),
    *({"type": "draft", "row": row, "pos": pos} for row in (1, 2, 4, 6) for pos in (1, 2)),
    *({"type": "slide", "line": line, "cards": cards} for line in (1, 4) for cards in (["KH"], ["X1", "2S"])),
    {"type": "theme", "card": "KH"},
    {"type": "lay", "card": "07"},
    {"type": "discard", "cards": ["KH", "X1"]},
    {"type": "river", "end": "high", "cards": ["KH"]},
    {"type": "pool", "cards": ["X1", "X2"]},
    {"type": "pass"},
]


def heard(match: Match, events: tuple[Event, ...], viewer: int | None) -> list[Any]:
    """All that a viewer is given after a step, refusals of what it might try included."""
    refusals: list[Any] = []
    if viewer is not None:
        for obj in TRIES:
            try:
                match.check(viewer, match.game.read(obj))
            except IllegalMove as error:
                refusals.append([error.code, error.facts, str(error)])
            except UnreadableMove as error:
                refusals.append(str(error))
    return [match.view(viewer), match.offer(viewer), match.news(events, viewer), match.turn, refusals]


def assert_nothing_face_down_is_shown(opened: Match, seed: int, viewer: int | None) -> None:
    """The tag test: a card object that is newly shown to a viewer may not still lie face down."""
    known: set[int] = set()
    for match, events, entry in walk(opened, seed):
        if isinstance(entry, Deal):
            known.clear()
        state = match._state
        hands = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
        hidden = {*tags(state.deck), *(tag for hand in hands for tag in tags(hand))}
        shown = set(tags(heard(match, events, viewer)))
        assert not hidden & (shown - known)
        known |= shown


def renamed(entries: list[Deal | Played], one: str, two: str) -> list[Deal | Played]:
    """The script with two cards' names exchanged in its moves: where a viewer knows neither card, its owner played
    it face down, and plays the other one in the other world."""
    names = {one: two, two: one}

    def told(value: Any) -> Any:
        if isinstance(value, list):
            return [told(inner) for inner in value]
        return names.get(value, value) if isinstance(value, str) else value

    return [
        Played(entry.seat, {name: told(value) for name, value in entry.move.items()})
        if isinstance(entry, Played)
        else entry
        for entry in entries
    ]


def assert_swapping_the_unknown_changes_nothing(opened: Match, seed: int, viewer: int | None) -> int:
    """The swap test. Returns how many pairs of worlds were compared."""
    chance, entries = random.Random(seed), script(opened, seed)
    entries = entries[: chance.randrange(1, len(entries) + 1)]
    at = max(nth for nth, entry in enumerate(entries) if isinstance(entry, Deal))
    heard_a = [heard(match, events, viewer) for match, events in opened.fold(entries)]
    known, world_a = set(tags(heard_a[at:])), json.dumps(plain(heard_a))
    order = entries[at].order  # type: ignore[union-attr]
    # A joker that stands for something is shown as a word of its own ("X1=7").
    unknown = [nth for nth, card in enumerate(order) if card.tag not in known and f'"{card}=' not in world_a]
    compared = 0
    for _ in range(6):
        if len(unknown) < 2:
            break
        i, j = chance.sample(unknown, 2)
        swapped = list(order)
        swapped[i], swapped[j] = swapped[j], swapped[i]
        other = [*entries[:at], Deal(swapped, entries[at].first), *entries[at + 1 :]]  # type: ignore[union-attr]
        if order[i] == order[j]:
            continue
        if len(set(order)) == len(order):
            other = renamed(other, order[i], order[j])
        try:
            world_b = [heard(match, events, viewer) for match, events in opened.fold(other)]
        except BadLog:
            continue  # somebody could not have played this script: not a world the viewer must consider
        assert world_a == json.dumps(plain(world_b))
        compared += 1
    return compared


@every
def test_tag_no_face_down_card_is_shown(game: Any, seats: int, options: dict[str, Any]) -> None:
    opened = Match.open(game, seats, options)
    for viewer in viewers(opened):
        assert_nothing_face_down_is_shown(opened, 20, viewer)


@every
def test_swap_the_unknown_changes_no_byte(game: Any, seats: int, options: dict[str, Any]) -> None:
    opened = Match.open(game, seats, options)
    for viewer in viewers(opened):
        assert sum(assert_swapping_the_unknown_changes_nothing(opened, seed, viewer) for seed in range(30, 36)) >= 8


def leak_next_card(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = doors.view

    def leaky(game: Any, state: Any, viewer: Any) -> Any:
        shown = honest(game, state, viewer)
        shown["places"]["deck"] = [*state.deck[:1], *[0] * (len(state.deck) - 1)]
        return shown

    monkeypatch.setattr("engine.core.match.view", leaky)


def leak_state_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = doors.view

    def leaky(game: Any, state: Any, viewer: Any) -> Any:
        shown = honest(game, state, viewer)
        shown["facts"]["hash"] = hash((state.hands, state.deck))
        return shown

    monkeypatch.setattr("engine.core.match.view", leaky)


def leak_private_news(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "engine.core.match.tell",
        lambda event, viewer: doors.tell(event, next(iter(event.private), viewer)),
    )


def leak_hand_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HerdsRules, "back", lambda self, hand, seat: {f"hand:{seat}": len(hand) + sum(hand) % 2})


def leak_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Match.check

    def leaky(self: Match, seat: int, move: Any) -> None:
        try:
            honest(self, seat, move)
        except IllegalMove as error:
            error.facts["top"] = self._state.deck[0] if self._state.deck else None
            raise

    monkeypatch.setattr(Match, "check", leaky)


LEAKS = [leak_next_card, leak_state_hash, leak_private_news, leak_hand_order, leak_refusal]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_the_secrecy_tests_catch_a_leak(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each leak patches product code; the swap or the tag test must see it."""
    leak(monkeypatch)
    opened = Match.open(SHELF["waterhole"], 3, {"deals": 1})

    def search() -> None:
        for viewer in viewers(opened):
            for seed in range(30, 36):
                assert_nothing_face_down_is_shown(opened, seed, viewer)
                assert_swapping_the_unknown_changes_nothing(opened, seed, viewer)

    with pytest.raises(AssertionError):
        search()


def test_tagged_cards_are_plain_cards_to_the_rules() -> None:
    assert tagged((1, 8)) == [1, 8]
    assert list(tags(tagged((5, 5)))) == [0, 1]
