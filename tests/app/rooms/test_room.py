"""The room, pure: `receive` changes nothing, `fold` gives the same from a log as it was lived."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from app.rooms import entropy, letters, room, wire
from app.rooms.ask import ROOM, BotMove, By, Dealer, DealNow, StartAgain, Zero
from app.rooms.clocks import Timers
from app.rooms.presence import Presence
from app.rooms.state import Refusal, RoomState, Row
from engine.games import SHELF
from tests.app.told import told

MIA, BEN, ZOE, FINN, LU = (By(f"g_{name}", name) for name in ("Mia", "Ben", "Zoe", "Finn", "Lu"))
_ids = itertools.count()


class Table:
    """A room being lived through, row by row."""

    def __init__(self, **options: Any) -> None:
        matches = itertools.count(1)
        bytes_of = itertools.count(1)
        self.dealer = Dealer(SHELF, lambda n: next(bytes_of).to_bytes(n, "big"), lambda: f"m_{next(matches)}")
        body = {"host": MIA.guest, "game": "waterhole", "options": {"deals": 1, **options}, "house": {}}
        self.rows = [Row(1, "g_Mia:k", 1000, "open", MIA.guest, body)]
        self.state = room.opened("r_1", self.rows[0], SHELF)

    def ask(self, command: Any, by: By = MIA) -> Row | Refusal:
        before = (self.state, letters_of(self.state))
        answer = room.receive(self.state, command, by, 1000 + len(self.rows), self.dealer)
        assert (self.state, letters_of(self.state)) == before, "receive changes nothing"
        assert isinstance(answer, Row | Refusal)
        if isinstance(answer, Row):
            self.rows.append(answer)
            self.state, _ = room.fold(self.state, answer, SHELF)
            assert self.state.head == answer.seq == len(self.rows)
        return answer

    def do(self, kind: type, by: By = MIA, **fields: Any) -> Row | Refusal:
        return self.ask(kind(t="cmd", id=f"c{next(_ids)}", **fields), by)

    def sit(self, *people: By) -> Table:
        for by in people:
            assert isinstance(self.do(wire.Sit, by), Row)
        return self

    def start(self) -> Table:
        assert isinstance(self.do(wire.Start), Row)
        assert self.state.play is not None
        self.without_shares()
        assert isinstance(self.ask(DealNow(self.state.play.id, 1), ROOM), Row)
        return self

    def without_shares(self) -> None:
        """Nobody adds a share of chance."""
        play = self.state.play
        assert play is not None
        for seat in entropy.missing(play):
            assert isinstance(self.ask(Zero(play.id, seat, "silent"), ROOM), Row)

    def play_out(self) -> Table:
        while self.state.phase == "playing":
            play = self.state.play
            assert play is not None
            if play.match.pack():
                self.without_shares()
                assert isinstance(self.ask(DealNow(play.id, play.match.deals + 1), ROOM), Row)
                continue
            (seat,) = play.match.to_act()
            move = play.match.game.write(next(iter(play.match.moves(seat))))
            holder = self.state.seats[seat]
            assert holder is not None
            if holder.bot:
                self.ask(BotMove(play.id, play.match.turn, seat, move), ROOM)
            else:
                by = By(holder.guest, holder.name)
                assert isinstance(self.ask(wire.Move(f"m{next(_ids)}", play.match.turn, move), by), Row)
        return self


def letters_of(state: RoomState) -> Any:
    views = [told(letters.table(state, seat, None)) for seat in (0, 1, None)] if state.play else []
    return (letters.room(state, Presence(), [], "say", Timers(), 0), views)


def code(answer: Row | Refusal) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_a_whole_life_folds_from_its_log_and_from_its_last_start() -> None:
    table = Table(deals=3).sit(MIA, BEN, ZOE).start().play_out()
    table.do(wire.Again, BEN)
    assert table.state.last_match is not None
    table.ask(StartAgain(table.state.last_match, (0, 1, 2)), ROOM)
    table.play_out()
    for first in (0, *(nth for nth, row in enumerate(table.rows) if row.kind == "start")):
        state = room.opened("r_1", table.rows[first], SHELF)
        for row in table.rows[first + 1 :]:
            state, _ = room.fold(state, row, SHELF)
        assert letters_of(state) == letters_of(table.state)
        assert state.rotation == table.state.rotation


def test_the_start_row_seals_every_deal_before_the_first_one() -> None:
    table = Table(deals=3).sit(MIA, BEN).start()
    (start,) = (row for row in table.rows if row.kind == "start")
    assert len(start.body["commitments"]) == 3
    assert start.secret is not None
    assert all(seed not in str(start.body) for seed in start.secret["seeds"])
    assert table.state.play is not None
    assert table.state.play.revealed() == [None, None, None]
    (deal,) = (row for row in table.rows if row.kind == "deal")
    assert deal.body.keys() == {"d", "first"}


def test_who_begins() -> None:
    """W9: drawn first, one seat further on a rematch with the same seats, drawn again with others."""
    table = Table().sit(MIA, BEN).start().play_out()
    began = table.state.rotation
    assert began is not None
    table.start()
    assert table.state.play is not None
    assert (table.state.play.first_by, table.state.play.start) == ("rotated", (began[1] + 1) % 2)
    table.play_out()
    table.sit(ZOE).start()
    assert table.state.play.first_by == "drawn"


def test_starting_closes_gaps() -> None:
    table = Table()
    table.do(wire.Sit, MIA, seat=3)
    table.do(wire.Sit, BEN, seat=1)
    table.start()
    assert [holder and holder.name for holder in table.state.seats] == ["Ben", "Mia", None, None]


def test_refusals_before_the_match() -> None:
    table = Table()
    assert code(table.do(wire.Start)) == "illegal"
    assert code(table.do(wire.Start, BEN)) == "role"
    assert code(table.do(wire.Stand, BEN)) == "role"
    assert code(table.do(wire.Sit, By("g_x", ""))) == "bad"
    assert code(table.do(wire.Sit, BEN, seat=7)) == "full"
    table.sit(MIA)
    assert code(table.do(wire.Start)) == "illegal"
    assert code(table.do(wire.Sit, BEN, seat=0)) == "full"
    assert code(table.do(wire.Next)) == "illegal"
    assert code(table.do(wire.Again)) == "illegal"
    assert code(table.ask(wire.Move("m", 0, {"type": "play", "cards": [1]}))) == "illegal"
    table.sit(BEN, ZOE, FINN)
    assert code(table.do(wire.Sit, LU)) == "full"
    for kind, fields in (
        (wire.Options, {"options": {"deals": 1}}),
        (wire.Lock, {"on": True}),
        (wire.Bot, {"seat": 3, "level": "easy"}),
        (wire.Unbot, {"seat": 3}),
        (wire.Kick, {"guest": MIA.guest}),
        (wire.HandOver, {"guest": BEN.guest}),
        (wire.ChooseGame, {"game": "waterhole"}),
        (wire.SeatOrder, {"seats": [0, 1, 2, 3]}),
        (wire.SetHouse, {"house": wire.House(locked=True)}),
    ):
        assert code(table.do(kind, BEN, **fields)) == "role"
    assert code(table.do(wire.Options, options={"deals": 2})) == "bad"
    assert code(table.do(wire.Options, options={"cheat": True})) == "bad"
    assert code(table.do(wire.ChooseGame, game="chess")) == "bad"
    assert code(table.do(wire.SeatOrder, seats=[0, 0, 1, 2])) == "bad"
    assert code(table.do(wire.Bot, seat=0, level="easy")) == "full"
    assert code(table.do(wire.HandOver, guest="g_nobody")) == "bad"
    assert code(table.do(wire.Hint)) == "illegal"


def test_refusals_during_the_match() -> None:
    table = Table().sit(MIA, BEN).start()
    for kind, by, fields in (
        (wire.Sit, ZOE, {}),
        (wire.Stand, BEN, {}),
        (wire.Start, MIA, {}),
        (wire.Options, MIA, {"options": {"deals": 3}}),
        (wire.Kick, MIA, {"guest": BEN.guest}),
        (wire.Next, MIA, {}),
        (wire.Again, MIA, {}),
    ):
        assert code(table.do(kind, by, **fields)) == "illegal"
    assert table.state.play is not None
    assert code(table.ask(DealNow(table.state.play.id, 1), ROOM)) == "stale"
    assert code(table.ask(DealNow("m_other", 1), ROOM)) == "stale"
    (seat,) = table.state.play.match.to_act()
    move = table.state.play.match.game.write(next(iter(table.state.play.match.moves(seat))))
    assert code(table.ask(BotMove(table.state.play.id, 0, seat, move), ROOM)) == "stale", "no bot sits there"
    assert code(table.ask(StartAgain("m_1", (0, 1)), ROOM)) == "stale"
    table.play_out()
    assert code(table.ask(wire.Move("m", table.state.play.match.turn, move))) == "over"


def test_seats_names_and_hosts() -> None:
    table = Table().sit(MIA, By("g_2", "Mia"))
    assert [holder.name for _, holder in table.state.seated()] == ["Mia", "Mia 2"]
    assert len({holder.avatar for _, holder in table.state.seated()}) == 2
    table.do(wire.Bot, seat=2, level="easy")
    table.do(wire.Bot, seat=2, level="hard")
    assert table.state.seats[2] is not None
    assert (table.state.seats[2].bot, table.state.seats[2].name) == ("hard", "Otto")
    table.do(wire.Bot, seat=3, level="easy")
    table.do(wire.Unbot, seat=3)
    table.do(wire.SeatOrder, seats=[2, 1, 0, 3])
    assert [holder and holder.name for holder in table.state.seats] == ["Otto", "Mia 2", "Mia", None]
    row = table.do(wire.Name, name="  Mi\u0430 ")
    assert isinstance(row, Row)
    assert row.rename == ("g_Mia", "Mi\u0430")
    assert table.state.seats[2] is not None
    assert table.state.seats[2].name == "Mi\u0430", "the other one is Mia 2"
    table.do(wire.HandOver, guest="g_2")
    assert table.state.host == "g_2"
    table.do(wire.Kick, By("g_2", "Mia"), guest=MIA.guest)
    assert table.state.seat_of(MIA.guest) is None
    assert code(table.do(wire.Sit)) == "kicked"
    table.do(wire.Lock, By("g_2", ""), on=True)
    assert code(table.do(wire.Sit, ZOE)) == "locked"


def test_again_is_of_this_table_only() -> None:
    table = Table().sit(MIA, BEN).start().play_out()
    table.do(wire.Again, BEN)
    assert table.state.said == {1}
    table.do(wire.Name, BEN, name="Benno")
    assert table.state.said == {1}
    table.sit(ZOE)
    assert table.state.said == frozenset()


def test_a_seat_that_was_left_is_kept_by_a_bot() -> None:
    table = Table().sit(MIA, BEN).start()
    table.do(wire.Leave, BEN)
    assert table.state.absent == {1: "left"}
    play = table.state.play
    assert play is not None
    while (seat := next(iter(play.match.to_act()))) != 1:
        move = play.match.game.write(next(iter(play.match.moves(seat))))
        table.ask(wire.Move(f"m{next(_ids)}", play.match.turn, move), MIA)
        play = table.state.play
        assert play is not None
    move = play.match.game.write(next(iter(play.match.moves(1))))
    assert isinstance(table.ask(BotMove(play.id, play.match.turn, 1, move), ROOM), Row)
    assert table.state.play is not None
    assert table.state.play.steps[-1].by == "bot"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_finishing_makes_the_copies(seats: int) -> None:
    table = Table(deals=3).sit(*[MIA, BEN, ZOE, FINN][:seats]).start().play_out()
    finish = table.rows[-1].finish
    assert finish is not None
    copies = finish()
    record = copies.record
    assert record["result"] == "finished"
    assert len(record["fairness"]["deals"]) == 3
    assert {share["zero"] for share in record["fairness"]["shares"]} == {"silent"}
    assert copies.views.keys() == {*map(str, range(seats)), "watch"}
    assert {len(views) for views in copies.views.values()} == {len(record["steps"])}
    assert copies.views["0"][-1]["facts"]["totals"] == record["scores"]["totals"]
