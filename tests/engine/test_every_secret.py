"""The conformance suite for secrets: what no game may show, and that leaks seeded into product code are caught."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import random
from typing import Any

import orjson
import pydantic
import pytest
from fastapi.encoders import jsonable_encoder

from engine.core import view as doors
from engine.core.errors import BadLog, IllegalMove, UnreadableMove
from engine.core.match import Deal, Match, Played
from engine.core.state import Event, State
from engine.games import SHELF
from engine.games.herds.rules import Herds as HerdsRules
from tests.engine.every import GAMES, every, viewers, walk
from tests.engine.tagged import plain, script, tagged, tags


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
