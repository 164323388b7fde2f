"""A table that plays on from a moment of a match whose cards are public by now: who sits there is told what that seat
could know at that moment, and no more. Two worlds that a viewer could not tell apart then look the same here, byte by
byte, also where the deals to come lie otherwise."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import orjson
import pytest

from app.rooms import branching, letters, play, room, wire
from app.rooms.ask import Ask, By, Dealer
from app.rooms.clocks import Timers
from app.rooms.house import HOUSE
from app.rooms.presence import Presence
from app.rooms.state import Holder, RoomState, Row
from engine.games import SHELF
from tests.secrecy.know import Viewer
from tests.secrecy.script import Acts, Setup, after
from tests.secrecy.worlds import Pair, pairs

PAIRS = 40
NOBODY = Presence()


def last_match(setup: Setup, acts: Acts) -> tuple[list[dict[str, Any]], list[Sequence[Any]]]:
    """The steps and orders of the match that runs at the end of these deeds; nothing where none does."""
    match, steps, orders = setup.opened(), list[dict[str, Any]](), list[Sequence[Any]]()
    for act in acts:
        if act.do == "again" and match.result() is not None:
            steps, orders = [], []
        match = after(setup, match, act)
        if act.do == "deal":
            orders.append(act.what[0])
            steps.append({"step": len(steps), "deal": len(orders), "first": act.what[1]})
        elif act.do == "move":
            at = "2026-11-30T12:00:00.000Z"
            steps.append({"step": len(steps), "seat": act.who, "move": act.what, "at": at, "by": "guest"})
    return ([], []) if match.result() is not None else (steps, orders)


def told(setup: Setup, acts: Acts, viewer: Viewer, later: int) -> tuple[list[bytes], Row] | None:
    """All that a viewer of the branch is told, and its start row. `later`: how the deals to come lie."""
    steps, orders = last_match(setup, acts)
    game = SHELF[setup.game]
    if not steps:
        return None
    while len(orders) < game.deals(setup.options):
        orders.append(random.Random(later).sample(list(orders[0]), len(orders[0])))
    record = {
        "match": "m_origin",
        "options": setup.options,
        "seats": [{"seat": seat, "name": f"P{seat}", "bot": None} for seat in range(setup.seats)],
    }
    fairness = {"deals": [{"order": order} for order in orders]}
    found = branching.origin(record, {"steps": steps, "fairness": fairness}, len(steps) - 1, game)
    mine = viewer or 0
    seats = tuple(Holder("g_me", "Me", seat) if seat == mine else None for seat in range(setup.seats))
    state = RoomState(
        "r_1", 0, "lobby", "g_me", setup.game, setup.options, dict(HOUSE), seats, kind="branch", origin=found
    )
    ask = Ask(state, wire.Start(t="cmd", id="k"), By("g_me", "Me"), 1000, Dealer(SHELF, bytes, lambda: "m_1"), NOBODY)
    row = play.begin(ask, (mine,))
    assert isinstance(row, Row)
    begun = room.opened("r_1", row, SHELF)
    messages: list[Any] = [
        letters.room(begun, NOBODY, [("g_eye", "Eye")], "say", Timers(), 2000),
        *(letters.table(begun, viewer, since) for since in (None, 0, 1)),
    ]
    return [orjson.dumps(message) for message in messages], row


def some(game: str) -> list[Pair]:
    """Pairs in which a match runs at the cut."""
    found = (pair for pair in pairs(game, 4 * PAIRS, seed=7) if last_match(pair.setup, pair.a)[0])
    return [pair for pair, _ in zip(found, range(PAIRS), strict=False)]


@pytest.mark.parametrize("game", SHELF)
def test_two_worlds_look_the_same_where_somebody_plays_on(game: str) -> None:
    viewers, different = set[Viewer](), 0
    for pair in some(game):
        one, other = (told(pair.setup, acts, pair.viewer, nth) for nth, acts in enumerate((pair.a, pair.b)))
        assert one is not None
        assert other is not None
        assert one[0] == other[0]
        assert one[1].body == other[1].body, "nor does the row itself say it"
        different += one[1].secret != other[1].secret
        viewers.add(pair.viewer)
    assert different >= PAIRS // 2, "the worlds differ"
    assert len(viewers) >= 3


@pytest.mark.parametrize("game", SHELF)
def test_a_branch_that_told_everybody_the_same_would_be_caught(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = letters.table

    def leaking(state: RoomState, viewer: Viewer, since: int | None) -> Any:
        return {
            "seats": [whole(state, seat, since) for seat in range(len(state.seats))],
            "watch": whole(state, None, since),
        }

    monkeypatch.setattr(letters, "table", leaking)
    caught = 0
    for pair in some(game):
        one, other = (told(pair.setup, acts, pair.viewer, nth) for nth, acts in enumerate((pair.a, pair.b)))
        caught += one is not None and other is not None and one[0] != other[0]
    assert caught > 0
