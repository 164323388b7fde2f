"""Every game as a state machine: hypothesis deals, plays, tries nonsense, and something is asked after each step.

What may be played is asked of an oracle (tests/engine/oracles) that knows the rules from their texts and not from the
engine. Runs are derandomised: the same examples everywhere.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.core.errors import GameOver, IllegalMove, NotYourTurn, UnreadableMove
from engine.core.match import AnyGame, Deal, Match, Played
from engine.core.state import Event
from engine.games import SHELF
from tests.engine.motions import Follower
from tests.engine.oracles import ORACLES
from tests.engine.random_play import STYLES, pick
from tests.engine.tagged import plain, tagged, tags

CALM = settings(
    derandomize=True, deadline=None, max_examples=25, stateful_step_count=40, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
SEEDS = st.integers(0, 2**32 - 1)
WORDS = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 60), st.text("XKH17=", max_size=3),
    st.sampled_from(["deck", "low", "high", "start", "KH", "X1", "X2", "X1=7", "pass", "play", "S", "line", "suit"]),
)  # fmt: skip
NONSENSE = st.recursive(WORDS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS.map(str), inner))
HANDS_MOST = {"waterhole": 5, "kariba": 5, "seven_waters": 7}


class AtTheTable(RuleBasedStateMachine):
    """A match of one game, from any set-up to its end.

    Attributes:
        log: every entry so far, plain. heard: per entry what every viewer was shown and told, as JSON.
    """

    game: ClassVar[AnyGame]

    @initialize(data=st.data(), seed=SEEDS)
    def open(self, data: st.DataObject, seed: int) -> None:
        seats = data.draw(st.sampled_from(list(self.game.seats)))
        options = {option.name: data.draw(st.sampled_from(option.values)) for option in self.game.options}
        self.opened = self.match = Match.open(self.game, seats, options)
        self.chance = random.Random(seed)
        self.start = self.chance.randrange(seats)
        self.log: list[dict[str, Any]] = []
        self.heard: list[str] = []
        self.pack = len(self.match.pack())
        self.viewers = [*range(seats), None]
        self.followers = [Follower(self.pack) for _ in self.viewers]

    # --- what may happen ---------------------------------------------------------------------------------------------

    @precondition(lambda self: self.match.pack())
    @rule()
    def deal(self) -> None:
        cards = tagged(self.match.pack())
        self.chance.shuffle(cards)
        first = self.match.first(self.start)
        self._went_on(Deal(cards, first), *self.match.deal(cards, first))

    @precondition(lambda self: self.match.to_act())
    @rule(turns=st.sampled_from([40, 13, 5, 2, 1]), style=st.sampled_from(sorted(STYLES)))
    def play(self, turns: int, style: str) -> None:
        """Some turns at random: a kind of move first, the style's own where there is one."""
        for _ in range(turns):
            if not (acting := sorted(self.match.to_act())):
                break
            seat = self.chance.choice(acting)
            move = plain(self.game.write(pick(self.chance, self.match.moves(seat), style)))
            self.the_moves_are_those_of_the_rules()
            self._went_on(Played(seat, move), *self.match.play(seat, self.game.read(move)))

    @precondition(lambda self: self.match.to_act())
    @rule(data=st.data())
    def garble(self, data: st.DataObject) -> None:
        """A legal move with something in it changed, or anything at all: carried out or refused as the rules say."""
        (seat,) = self.match.to_act()
        moves = [plain(self.game.write(move)) for move in self.match.moves(seat)]
        before = self._seen()
        for _ in range(8):
            garbled = _garbled(data, self.chance.choice(moves), [plain(card) for card in self.opened.pack()])
            self._tried(seat, garbled)
        assert self._seen() == before, "a refused move, or one that was only asked about, changes nothing"

    @precondition(lambda self: self.log)
    @rule(seed=SEEDS)
    def act_out_of_turn(self, seed: int) -> None:
        """Nobody but the seat to act may do anything, and nobody after the end."""
        moves = [one["move"] for one in self.log if "move" in one]
        before, over = self._seen(), self.match.result() is not None
        for seat in set(range(self.match.seats)) - self.match.to_act():
            assert list(self.match.moves(seat)) == []
            if moves:
                with pytest.raises(GameOver if over else NotYourTurn):
                    self.match.play(seat, self.game.read(random.Random(seed).choice(moves)))
        assert self._seen() == before

    # --- what holds always -------------------------------------------------------------------------------------------

    @invariant()
    def every_card_lies_in_one_place(self) -> None:
        state = self.match._state  # noqa: SLF001 - where the hidden cards are is the question
        lying = Counter([*tags(tuple(state.table)), *tags(state.hands), *tags(state.deck)])
        if self.log:
            assert lying == Counter(range(self.pack))

    @invariant()
    def the_moves_are_those_of_the_rules(self) -> None:
        oracle = ORACLES[self.game.name]
        for seat in self.match.to_act():
            view = plain(self.match.view(seat))
            moves = [oracle.form(view, seat, plain(self.game.write(move))) for move in self.match.moves(seat)]
            allowed: list[dict[str, Any]] = []
            refused: list[dict[str, Any]] = []
            for one in oracle.every(view, seat):
                (allowed if oracle.legal(view, seat, one) else refused).append(one)
            assert len(set(moves)) == len(moves), "no move is listed twice"
            assert set(moves) == {oracle.form(view, seat, one) for one in allowed}
            assert allowed
            for one in allowed:
                self.match.check(seat, self.game.read(one))
            for one in self.chance.sample(refused, min(len(refused), 1500)):
                with pytest.raises(IllegalMove):
                    self.match.check(seat, self.game.read(one))

    @invariant()
    def hands_keep_their_limits(self) -> None:
        for place, cards in self.match.view(None)["places"].items():
            if place.startswith("hand:"):
                assert (len(cards) if isinstance(cards, list) else cards) <= HANDS_MOST[self.game.name]

    def teardown(self) -> None:
        """The log, written out and read again, is the match that was played."""
        entries = json.loads(json.dumps(self.log))
        log = [Deal(**entry) if "order" in entry else Played(**entry) for entry in entries]
        told = [self._told(match, events) for match, events in self.opened.fold(log)]
        assert told == self.heard

    # --- in one step -------------------------------------------------------------------------------------------------

    def _went_on(self, entry: Deal | Played, match: Match, events: tuple[Event, ...]) -> None:
        before, self.match = self.match, match
        self.log.append(plain(entry._asdict()))
        self.heard.append(self._told(match, events))
        for viewer, follower in zip(self.viewers, self.followers, strict=True):
            follower.hear(plain(match.news(events, viewer)))
            follower.agrees(plain(match.view(viewer)["places"]))
        if isinstance(entry, Played):
            shown, told = plain(match.view(None)), plain(match.news(events, None))
            assert ORACLES[self.game.name].follows(plain(before.view(None)), entry.move, told, shown)
        assert match.step == before.step + 1
        assert match.turn == before.turn + isinstance(entry, Played)

    def _seen(self) -> str:
        return self._told(self.match, ())

    def _told(self, match: Match, events: tuple[Event, ...]) -> str:
        return json.dumps([[match.view(v), match.offer(v), match.news(events, v)] for v in self.viewers])

    def _tried(self, seat: int, obj: Any) -> None:
        try:
            move = self.game.read(obj)
        except UnreadableMove:
            return
        if ORACLES[self.game.name].legal(plain(self.match.view(seat)), seat, obj):
            self.match.check(seat, move)
        else:
            with pytest.raises(IllegalMove):
                self.match.play(seat, move)


def _garbled(data: st.DataObject, move: dict[str, Any], pack: list[Any]) -> Any:
    """A move with one thing in it changed, so that many of them can still be read."""
    keys = sorted(move)
    key = data.draw(st.sampled_from(keys))
    how = data.draw(st.sampled_from(["card", "card", "more", "twice", "fewer", "value", "drop", "add", "any"]))
    cards = move.get("cards")
    card = data.draw(st.sampled_from(pack)) if how in ("card", "more") else None
    if how == "any":
        return data.draw(NONSENSE)
    if how == "drop":
        return {name: value for name, value in move.items() if name != key}
    if how == "add":
        return {**move, data.draw(st.sampled_from(["suit", "seat", "cards", "end"])): data.draw(NONSENSE)}
    if cards and how == "card":
        at = data.draw(st.integers(0, len(cards) - 1))
        return {**move, "cards": [*cards[:at], card, *cards[at + 1 :]]}
    if cards and how == "more":
        return {**move, "cards": [*cards, card]}
    if cards and how == "twice":
        return {**move, "cards": [*cards, cards[0]]}
    if cards and how == "fewer":
        return {**move, "cards": cards[1:]}
    return {**move, key: data.draw(WORDS)}


@pytest.mark.parametrize("game", SHELF.values(), ids=lambda game: game.name)
def test_a_game_keeps_its_rules_whatever_happens(game: AnyGame) -> None:
    run_state_machine_as_test(type(f"{game.name} at the table", (AtTheTable,), {"game": game}), settings=CALM)


def test_every_game_of_the_shelf_has_an_oracle() -> None:
    assert ORACLES.keys() == SHELF.keys()
