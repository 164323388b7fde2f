"""Playing on from a moment of a finished match, pure: the position, who sits, and what stays as it was."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from app.rooms import branching, clocks, export, letters, play, room, wire
from app.rooms.ask import ROOM, Ask, By, Dealer, DealNow, StartAgain
from app.rooms.clocks import BotTurn, Timers
from app.rooms.house import HOUSE
from app.rooms.presence import Presence
from app.rooms.record import Finish
from app.rooms.state import AVATARS, Holder, Refusal, RoomState, Row
from engine.core.match import Deal, Match, Played
from engine.games import SHELF
from tests.app.rooms.test_room import BEN, FINN, MIA, Table, letters_of
from tests.app.told import told as heard

Told = dict[str, Any]


def finished(seats: int = 2, game: str = "waterhole", **options: Any) -> tuple[Told, Told]:
    """A match that people have played to its end: its record, and its steps with its orders."""
    table = Table()
    table.do(wire.ChooseGame, game=game)
    table.do(wire.Options, options=options)
    table.sit(MIA, BEN)
    for seat in range(2, seats):
        table.do(wire.Bot, seat=seat, level="easy")
    kept = done(table.start())
    told = {name: kept.record.pop(name) for name in ("steps", "fairness")}
    return kept.record, told


def done(table: Table) -> Finish:
    """Play to the end; what is kept of it."""
    row = table.play_out().rows[-1]
    assert row.finish is not None
    kept = row.finish()
    assert isinstance(kept, Finish)
    return kept


def start_of(table: Table) -> int:
    return max(nth for nth, row in enumerate(table.rows) if row.kind == "start")


class Branch(Table):
    """A room that plays on, being lived through: Finn has a seat, bots the others."""

    def __init__(self, record: Told, told: Told, step: int, seat: int = 0, by: By = FINN) -> None:
        super().__init__()
        self.dealer = Dealer(SHELF, lambda n: bytes(n), iter(f"m_b{n}" for n in range(9)).__next__)
        found = branching.origin(record, told, step, SHELF[record["game"]])
        seats: list[Holder | None] = [None] * len(record["seats"])
        seats[seat] = Holder(by.guest, by.name, seat % AVATARS)
        empty = RoomState(
            id="r_1",
            head=0,
            phase="lobby",
            host=by.guest or "",
            game=record["game"],
            options=record["options"],
            house=dict(HOUSE),
            seats=tuple(seats),
            kind="branch",
            origin=found,
        )
        ask = Ask(empty, wire.Start(t="cmd", id="k"), by, 1000, self.dealer, Presence())
        row = play.begin(ask, (seat,))
        assert isinstance(row, Row)
        self.rows = [row]
        self.state = room.opened("r_1", row, SHELF)


SETUPS: list[tuple[int, str, Told]] = [
    (2, "waterhole", {"deals": 1}),
    (4, "waterhole", {"deals": 3}),
    (3, "kariba", {"deals": 3, "market": True}),
    (2, "seven_waters", {"contest": False}),
    (2, "seven_waters", {"contest": True}),
]


@pytest.mark.parametrize(("seats", "game", "options"), SETUPS, ids=lambda one: str(one))
def test_every_moment_looks_as_it_did(seats: int, game: str, options: Told) -> None:
    record, told = finished(seats, game, **options)
    views = told_views(record, told)
    last = len(told["steps"]) - 1
    for step in sorted({0, 1, 2, last // 3, last // 2, last - 1}):
        table = Branch(record, told, step, seat=seats - 1)
        state = table.state
        assert state.phase == "playing"
        assert state.play is not None
        assert state.play.match.turn == sum("seat" in one for one in told["steps"][: step + 1])
        for viewer in (*range(seats), None):
            message = heard(letters.table(state, viewer, None))
            assert message["view"] == views[step][viewer]
            assert all(item["old"] for item in message["news"])
        with pytest.raises(branching.Unfit) as refused:
            branching.origin(record, told, last, SHELF[game])
        assert (refused.value.field, refused.value.facts) == ("step", {"why": "over", "max": last})


def told_views(record: Told, told: Told) -> list[dict[int | None, Any]]:
    """Every step's views, folded from the record alone."""
    match = Match.open(SHELF[record["game"]], len(record["seats"]), record["options"])
    orders = iter(told["fairness"]["deals"])
    entries = [
        Deal(next(orders)["order"], step["first"]) if "deal" in step else Played(step["seat"], step["move"])
        for step in told["steps"]
    ]
    return [{viewer: after.view(viewer) for viewer in (*range(match.seats), None)} for after, _ in match.fold(entries)]


@pytest.mark.parametrize("step", [-1, 10_000])
def test_a_step_that_there_is_not(step: int) -> None:
    record, told = finished(deals=1)
    with pytest.raises(branching.Unfit) as refused:
        branching.origin(record, told, step, SHELF["waterhole"])
    assert refused.value.field == "step"


def test_a_match_that_these_rules_cannot_play() -> None:
    record, told = finished(deals=1)
    wrong = {**told, "steps": [told["steps"][0], {**told["steps"][1], "move": {"type": "play", "cards": [9]}}]}
    with pytest.raises(branching.Unfit) as refused:
        branching.origin(record, wrong, 1, SHELF["waterhole"])
    assert (refused.value.field, refused.value.facts) == ("match", {"why": "rules"})


def test_bots_keep_their_names_and_people_are_nobody_elses() -> None:
    record, told = finished(4, deals=1)
    assert [seat["name"] for seat in record["seats"]] == ["Mia", "Ben", "Otto", "Frieda"]
    held = [holder for holder in Branch(record, told, 3, seat=1).state.seats if holder]
    assert [(one.guest, one.name, one.bot) for one in held] == [
        (None, "Emil", "medium"), ("g_Finn", "Finn", None), (None, "Otto", "medium"), (None, "Frieda", "medium")
    ]  # fmt: skip
    assert [one.avatar for one in held] == [0, 1, 2, 3]


def test_a_branch_in_the_second_deal_goes_on_into_the_third_as_it_lay() -> None:
    record, told = finished(3, deals=3)
    deals = [nth for nth, one in enumerate(told["steps"]) if "deal" in one]
    table = Branch(record, told, deals[1] + 4, seat=2)
    assert table.state.play is not None
    assert table.state.play.match.deals == 2
    kept = done(table)
    assert [deal["order"] for deal in kept.record["fairness"]["deals"]] == [
        deal["order"] for deal in told["fairness"]["deals"]
    ]
    assert [deal["first"] for deal in kept.record["fairness"]["deals"]] == [
        deal["first"] for deal in told["fairness"]["deals"]
    ]
    assert kept.record["fairness"]["scheme"] == "written"
    assert kept.record["fairness"]["first_by"] == "written"
    assert kept.record["steps"][: deals[1] + 5] == told["steps"][: deals[1] + 5]
    assert kept.record["from"] == {"match": record["match"], "step": deals[1] + 4}
    assert (kept.record["kind"], kept.listed) == ("branch", False)


def test_between_two_deals_it_waits_for_next_and_deals_as_before() -> None:
    record, told = finished(deals=3)
    deals = [nth for nth, one in enumerate(told["steps"]) if "deal" in one]
    table = Branch(record, told, deals[1] - 1)
    assert table.state.play is not None
    assert table.state.play.match.deals == 1
    assert table.state.play.match.to_act() == frozenset()
    assert isinstance(table.ask(DealNow(table.state.play.id, 2), ROOM), Row)
    assert (table.rows[-1].secret or {})["order"] == told["fairness"]["deals"][1]["order"]


def test_its_log_folds_to_what_was_lived_also_from_a_rematch() -> None:
    record, told = finished(3, deals=1)
    table = Branch(record, told, 5).play_out()
    assert isinstance(table.do(wire.Again, FINN), Row)
    assert table.state.last_match is not None
    assert isinstance(table.ask(StartAgain(table.state.last_match, (0, 1, 2)), ROOM), Row)
    again = heard(letters.table(table.state, 0, None))
    first = heard(letters.table(Branch(record, told, 5).state, 0, None))
    assert again["view"] == first["view"], "the same position once more"
    table.play_out()
    for nth in (0, start_of(table)):
        state = room.opened("r_1", table.rows[nth], SHELF)
        for row in table.rows[nth + 1 :]:
            state, _ = room.fold(state, row, SHELF)
        assert letters_of(state) == letters_of(table.state)
    assert start_of(table) > 0


def test_a_rematch_fills_the_seat_of_somebody_who_left_with_a_bot() -> None:
    record, told = finished(3, deals=1)
    table = Branch(record, told, 5).play_out()
    table.do(wire.Unbot, FINN, seat=1)
    assert isinstance(table.do(wire.Sit, BEN, seat=1), Row)
    table.do(wire.Again, FINN)
    assert table.state.last_match is not None
    assert isinstance(table.ask(StartAgain(table.state.last_match, (0, 2)), ROOM), Row)
    assert [bool(holder and holder.guest) for holder in table.state.seats] == [True, False, False]


def test_a_friend_may_take_a_bots_seat_for_the_rematch_and_no_more_than_there_are() -> None:
    record, told = finished(2, deals=1)
    table = Branch(record, told, 5, seat=1).play_out()
    full = table.do(wire.Sit, BEN, seat=None)
    assert isinstance(full, Refusal)
    assert full.code == "full"
    assert isinstance(table.do(wire.Unbot, FINN, seat=0), Row)
    assert isinstance(table.do(wire.Sit, BEN, seat=0), Row)
    for by in (FINN, BEN):
        assert isinstance(table.do(wire.Again, by), Row)
    assert isinstance(table.ask(StartAgain(table.state.last_match or "", (0, 1)), ROOM), Row)
    assert [holder and holder.name for holder in table.state.seats] == ["Ben", "Finn"]
    assert table.state.play is not None
    assert (table.state.play.first_by, table.state.play.seeds) == ("written", ())


def test_game_and_options_are_fixed() -> None:
    record, told = finished(deals=1)
    table = Branch(record, told, 3).play_out()
    for command, fields in ((wire.ChooseGame, {"game": "kariba"}), (wire.Options, {"options": {"deals": 3}})):
        answer = table.do(command, FINN, **fields)
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.facts) == ("illegal", {"rule": "branch_fixed"})


def test_nothing_of_what_is_hidden_stands_in_the_row_itself() -> None:
    record, told = finished(deals=3)
    (row,) = Branch(record, told, 4).rows
    assert set(row.secret or {}) == {"seeds", "steps", "orders"}
    assert "orders" not in str(row.body)
    assert row.body["commitments"] == []
    state = Branch(record, told, 4).state
    message = letters.room(state, Presence(), [], None, Timers(), 0)
    assert message["from"] == {"match": record["match"], "step": 4, "move": 4}
    assert message["fair"] == {"match": "m_b0", "commitments": [], "pledges": [], "shares": bots(state), "seeds": []}


def bots(state: RoomState) -> list[Told]:
    return [{"seat": nth, "zero": "bot"} for nth, holder in state.seated() if holder.bot]


def test_bots_move_as_anywhere_and_hints_are_given() -> None:
    record, told = finished(deals=1)
    for step in (3, 4):
        table = Branch(record, told, step)
        assert table.state.play is not None
        (seat,) = table.state.play.match.to_act()
        due = clocks.due(table.state, Presence(frozenset({"g_Finn"})), Timers(), 2000)
        hint = table.do(wire.Hint, FINN)
        if seat == 0:
            assert due is None
            assert isinstance(hint, Row)
        else:
            assert due is not None
            assert due.what == BotTurn("m_b0", step, seat)
            assert isinstance(hint, Refusal)


def test_its_export_is_read_back_and_says_where_it_came_from() -> None:
    record, told = finished(3, deals=1)
    kept = done(Branch(record, told, 5))
    file = export.exported(kept)
    assert export.read(orjson.dumps(file), SHELF) == kept
    for change in ({"from": None}, {"from": {"match": "m_1", "step": 10_000}}, {"from": {"match": "x", "step": 1}}):
        with pytest.raises(export.BadExport):
            export.read(orjson.dumps({**file, **change}), SHELF)
    with pytest.raises(export.BadExport):
        export.read(orjson.dumps({**file, "kind": "play"}), SHELF)
