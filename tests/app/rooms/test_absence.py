"""Absent players, the host's rights, the clock: what becomes of a table when somebody is gone."""

from __future__ import annotations

from typing import Any

import pytest

from app.rooms import clocks, letters, room, wire
from app.rooms.ask import ROOM, ClockMove, Ended, Grace, HostGone, TakeOver
from app.rooms.clocks import BotTurn, Due, Tell, Timers
from app.rooms.presence import Presence
from app.rooms.state import Refusal, Row
from engine.games import SHELF
from tests.app.rooms.test_room import BEN, MIA, ZOE, Table, code
from tests.app.told import told

TIMERS = Timers()
LEFT = 5_000


def here(*names: str, **left: int) -> Presence:
    return Presence({f"g_{name}" for name in names}, {f"g_{name}": at for name, at in left.items()}, 0)


def ask(table: Table, command: Any, presence: Presence, by: Any = ROOM) -> Row | Refusal:
    """A command judged with these people here, and carried out."""
    answer = room.receive(table.state, command, by, 1000 + len(table.rows), table.dealer, presence)
    assert isinstance(answer, Row | Refusal)
    if isinstance(answer, Row):
        table.rows.append(answer)
        table.state, _ = room.fold(table.state, answer, SHELF)
    return answer


def choose(table: Table, seat: int, choice: Any, presence: Presence, by: Any = MIA) -> Row | Refusal:
    return ask(table, wire.Absent(t="cmd", id=f"a{len(table.rows)}", seat=seat, choice=choice), presence, by)


def seats(table: Table, presence: Presence, now: int) -> list[Any]:
    shown: list[Any] = letters.room(table.state, presence, [], None, TIMERS, now)["seats"]
    return shown


def test_gone_is_shown_after_a_while_and_a_bot_plays_later() -> None:
    table = Table().sit(MIA, BEN).start()
    gone = here("Mia", Ben=LEFT)
    assert seats(table, gone, LEFT + 24_999)[1]["state"] == "present"
    first = clocks.due(table.state, gone, TIMERS, LEFT)
    assert first == Due(LEFT + 25_000, Tell())
    shown = seats(table, gone, LEFT + 25_000)[1]
    assert (shown["state"], shown["kept"], shown["until"]) == ("away", False, LEFT + 90_000)
    then = clocks.due(table.state, gone, TIMERS, LEFT + 25_000)
    assert then == Due(LEFT + 90_000, TakeOver(1, table.state.head))
    assert isinstance(ask(table, then.what, gone), Row)
    assert table.state.absent == {1: "gone"}
    kept = seats(table, gone, LEFT + 90_000)[1]
    assert (kept["state"], kept["kept"], kept["until"]) == ("away", True, None)


def test_nobody_takes_over_from_somebody_who_is_back() -> None:
    table = Table().sit(MIA, BEN).start()
    assert code(ask(table, TakeOver(1, table.state.head), here("Mia", "Ben"))) == "stale"
    gone = here("Mia", Ben=LEFT)
    ask(table, TakeOver(1, table.state.head), gone)
    assert code(ask(table, TakeOver(1, table.state.head), gone)) == "stale", "one bot is enough"


def test_with_nobody_here_everything_freezes() -> None:
    table = Table().sit(MIA, BEN).start()
    assert clocks.due(table.state, here(Mia=LEFT, Ben=LEFT), TIMERS, 10**12) is None


def test_the_table_chooses() -> None:
    table = Table().sit(MIA, BEN, ZOE).start()
    gone = here("Mia", "Ben", Zoe=LEFT)
    assert code(choose(table, 2, "wait", gone, BEN)) == "role", "of three the host decides"
    assert code(choose(table, 1, "bot", gone)) == "illegal", "Ben is here"
    assert code(choose(table, 9, "bot", gone)) == "bad"
    assert code(choose(table, 0, "bot", gone)) == "bad", "not about oneself"
    assert isinstance(choose(table, 2, "wait", gone), Row)
    assert seats(table, gone, LEFT + 90_000)[2]["until"] is None
    assert clocks.takeover(table.state, 2, gone, TIMERS) is None
    assert isinstance(choose(table, 2, "bot", gone), Row)
    assert table.state.absent == {2: "chosen"}
    assert isinstance(choose(table, 2, "wait", gone), Row), "and again, as often as they like"
    assert not table.state.absent
    assert table.state.waited == {2}


def test_of_two_the_other_one_may_choose_too() -> None:
    table = Table().sit(MIA, BEN).start()
    gone = here("Ben", Mia=LEFT)
    assert isinstance(choose(table, 0, "bot", gone, BEN), Row)
    assert code(choose(table, 0, "bot", gone, ZOE)) == "role"


def test_a_match_that_is_broken_off_is_kept_with_its_seeds() -> None:
    table = Table(deals=3).sit(MIA, BEN).start()
    row = choose(table, 1, "end", here("Mia", Ben=LEFT))
    assert isinstance(row, Row)
    assert row.finish
    finish = row.finish()
    assert finish.record["result"] == "abandoned"
    assert not finish.listed
    assert finish.record["scores"]["winners"] == []
    assert len(finish.record["fairness"]["deals"]) == 1
    assert table.state.phase == "over"
    assert table.state.play is not None
    assert table.state.play.broken == "absent"
    assert all(table.state.play.revealed()), "all seeds are open, those of deals that never came as well"
    assert code(choose(table, 1, "end", here("Mia", Ben=LEFT))) == "illegal", "once"
    assert isinstance(table.do(wire.Again, MIA), Row)


def test_broken_off_before_the_first_deal_it_is_void() -> None:
    table = Table().sit(MIA, BEN)
    table.do(wire.Start)
    row = choose(table, 1, "end", here("Mia", Ben=LEFT))
    assert isinstance(row, Row)
    assert row.finish
    assert row.finish().record["result"] == "void"


def test_the_hosts_rights_pass_on_to_somebody_who_sits_here() -> None:
    table = Table().sit(MIA, BEN, ZOE)
    gone = here("Zoe", Mia=LEFT, Ben=LEFT)
    due = clocks.due(table.state, gone, TIMERS, LEFT + 25_000)
    assert due == Due(LEFT + 60_000, HostGone("g_Zoe", table.state.head))
    assert isinstance(ask(table, due.what, gone), Row)
    assert table.state.host == "g_Zoe"
    assert code(table.do(wire.Lock, MIA, on=True)) == "role", "the old host comes back as a player"
    assert isinstance(table.do(wire.Lock, ZOE, on=True), Row)


def test_a_host_who_is_back_stays_host() -> None:
    table = Table().sit(MIA, BEN)
    assert code(ask(table, HostGone("g_Ben", table.state.head), here("Mia", "Ben"))) == "stale"
    eye = clocks.due(table.state, here("Eye", Mia=LEFT, Ben=LEFT), TIMERS, LEFT + 25_000)
    assert eye is None, "whoever only watches inherits nothing"


def timed() -> Table:
    table = Table().sit(MIA, BEN)
    table.do(wire.SetHouse, house=wire.House(clock=30))
    return table.start()


def mover(table: Table) -> int:
    assert table.state.play is not None
    (seat,) = table.state.play.match.to_act()
    return seat


def test_when_time_is_up_a_bot_makes_this_one_move() -> None:
    table = timed()
    play = table.state.play
    assert play is not None
    both = here("Mia", "Ben")
    assert clocks.clock(table.state) == {"until": play.idle + 30_000, "grace": False}
    due = clocks.due(table.state, both, TIMERS, play.idle)
    seat = mover(table)
    assert due == Due(play.idle + 30_000, BotTurn(play.id, play.match.turn, seat, timed=True))
    move = play.match.game.write(next(iter(play.match.moves(seat))))
    row = ask(table, ClockMove(play.id, play.match.turn, seat, move), both)
    assert isinstance(row, Row)
    assert (row.body["by"], row.cmd_id) == ("clock", f"~clock:{play.id}:{play.match.turn}")
    assert table.state.absent == {}, "the seat is still its owner's"
    message = told(letters.table(table.state, seat, None))
    assert [item["by"] for item in message["news"] if item.get("timed")] == [seat]
    assert code(ask(table, ClockMove(play.id, play.match.turn, seat, move), both)) == "stale"


def test_no_clock_no_move() -> None:
    table = Table().sit(MIA, BEN).start()
    play = table.state.play
    assert play is not None
    seat = mover(table)
    move = play.match.game.write(next(iter(play.match.moves(seat))))
    assert clocks.clock(table.state) is None
    assert code(ask(table, ClockMove(play.id, play.match.turn, seat, move), here("Mia", "Ben"))) == "stale"
    assert code(ask(table, Grace(table.state.head), here("Mia"))) == "stale"


def test_after_nobody_was_here_the_clock_begins_anew() -> None:
    table = timed()
    row = ask(table, Grace(table.state.head), here("Mia"))
    assert isinstance(row, Row)
    assert clocks.clock(table.state) == {"until": row.at + 30_000, "grace": True}
    play = table.state.play
    assert play is not None
    seat = mover(table)
    move = play.match.game.write(next(iter(play.match.moves(seat))))
    table.ask(wire.Move("m", play.match.turn, move), (MIA, BEN)[seat])
    assert (clocks.clock(table.state) or {})["grace"] is False


def test_a_match_nobody_comes_back_to_is_given_up() -> None:
    table = Table().sit(MIA, BEN).start()
    assert code(ask(table, Ended(table.state.head - 1), Presence())) == "stale", "somebody did something meanwhile"
    assert code(ask(table, Ended(table.state.head), Presence({"g_eve"}))) == "stale", "or came"
    row = ask(table, Ended(table.state.head), Presence())
    assert isinstance(row, Row)
    assert (row.body["why"], row.body["seat"]) == ("expired", None)
    assert table.state.phase == "over"
    assert code(ask(table, Ended(table.state.head), Presence())) == "stale"


def test_a_match_in_a_room_that_is_to_be_closed_is_given_up_whoever_is_there() -> None:
    table = Table().sit(MIA, BEN).start()
    row = ask(table, Ended(table.state.head - 1, closed=True), Presence({"g_eve"}))
    assert isinstance(row, Row)
    assert table.state.phase == "over"


@pytest.mark.parametrize("choice", ["wait", "bot", "end"])
def test_between_matches_there_is_nothing_to_choose(choice: str) -> None:
    table = Table().sit(MIA, BEN)
    assert code(choose(table, 1, choice, here("Mia", Ben=LEFT))) == "illegal"
