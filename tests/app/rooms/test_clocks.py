"""What a room does by itself, and when: derived from the state and from who is here."""

from __future__ import annotations

from app.rooms import clocks, wire
from app.rooms.ask import ROOM, DealNow, StartAgain
from app.rooms.clocks import BotTurn, Due, Timers
from tests.app.rooms.test_room import BEN, MIA, ZOE, Table

TIMERS = Timers(next=15_000, bot=600, bot_spread=900)
WHO_MIA, WHO_BEN, WHO_ZOE = "g_Mia", "g_Ben", "g_Zoe"
HERE = {WHO_MIA, WHO_BEN}


def between(deals: int = 3) -> Table:
    """A table at the end of its first deal."""
    table = Table(deals=deals).sit(MIA, BEN).start()
    while (play := table.state.play) and play.match.to_act():
        (seat,) = play.match.to_act()
        move = play.match.game.write(next(iter(play.match.moves(seat))))
        table.ask(wire.Move(f"m{play.match.turn}", play.match.turn, move), (MIA, BEN)[seat])
    return table


def idle(table: Table) -> int:
    assert table.state.play is not None
    return table.state.play.idle


def test_nobody_here_freezes_everything() -> None:
    table = Table().sit(MIA, BEN)
    table.do(wire.Start)
    assert clocks.due(table.state, set(), TIMERS) is None
    assert isinstance(clocks.due(table.state, {"g_eye"}, TIMERS), Due), "a spectator is somebody"


def test_the_first_deal_comes_at_once() -> None:
    table = Table().sit(MIA, BEN)
    table.do(wire.Start)
    assert clocks.due(table.state, HERE, TIMERS) == Due(0, DealNow("m_1", 1))


def test_between_deals() -> None:
    table = between()
    second = DealNow("m_1", 2)
    assert clocks.due(table.state, HERE, TIMERS) == Due(idle(table) + 15_000, second)
    assert clocks.waits(table.state, HERE, TIMERS) == {"for": "next", "until": idle(table) + 15_000}
    assert clocks.due(table.state, {WHO_MIA}, TIMERS) is None, "one alone takes the time it needs"
    assert clocks.waits(table.state, {WHO_MIA}, TIMERS) == {"for": "next", "until": None}
    assert clocks.due(table.state, {"g_eye"}, TIMERS) is None, "the players' next is theirs"
    table.do(wire.Next, MIA)
    assert clocks.due(table.state, {WHO_MIA}, TIMERS) == Due(0, second)
    assert clocks.due(table.state, HERE, TIMERS) == Due(idle(table) + 15_000, second)
    table.do(wire.Next, BEN)
    assert clocks.due(table.state, HERE, TIMERS) == Due(0, second)
    assert table.ask(second, ROOM)
    assert table.state.said == frozenset()


def test_bots_that_keep_every_seat_go_on_for_a_spectator() -> None:
    table = between()
    table.do(wire.Leave, MIA)
    table.do(wire.Leave, BEN)
    assert clocks.due(table.state, {"g_eye"}, TIMERS) == Due(idle(table) + 15_000, DealNow("m_1", 2))


def test_a_bot_takes_its_time_and_the_same_time_everywhere() -> None:
    table = Table().sit(MIA)
    table.do(wire.Bot, seat=1, level="easy")
    table.start()
    while table.state.play and table.state.play.match.to_act() == {0}:
        play = table.state.play
        move = play.match.game.write(next(iter(play.match.moves(0))))
        table.ask(wire.Move("m", play.match.turn, move))
    due = clocks.due(table.state, {WHO_MIA}, TIMERS)
    assert due is not None
    assert isinstance(due.what, BotTurn)
    assert idle(table) + 600 <= due.at < idle(table) + 1500
    assert clocks.due(table.state, {WHO_MIA}, TIMERS) == due


def test_again_is_for_those_who_are_here() -> None:
    table = Table().sit(MIA, BEN, ZOE).start().play_out()
    assert clocks.due(table.state, HERE, TIMERS) is None
    table.do(wire.Again, MIA)
    assert clocks.due(table.state, HERE, TIMERS) is None
    table.do(wire.Again, BEN)
    due = Due(0, StartAgain("m_1", (0, 1)))
    assert clocks.due(table.state, HERE, TIMERS) == due
    assert clocks.due(table.state, HERE | {WHO_ZOE}, TIMERS) is None
    assert clocks.due(table.state, {WHO_MIA}, TIMERS) is None, "nobody plays alone"
    table.ask(due.what, ROOM)
    assert [holder and holder.name for holder in table.state.seats] == ["Mia", "Ben", None, None]
    assert table.state.play is not None
    assert table.state.play.first_by == "drawn", "with other seats the first one is drawn anew (W9)"
