"""What a room does by itself, and when: derived from the state and from who is here."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from app.rooms import clocks, wire
from app.rooms.ask import ROOM, DealNow, StartAgain
from app.rooms.clocks import BLINK, BotTurn, Due, Timers
from app.rooms.presence import Presence
from tests.app.rooms.test_room import BEN, MIA, ZOE, Table

FAR = 10**12  # nobody has been gone for long
TIMERS = Timers(next=15_000, bot=600, bot_spread=900)
WHO_MIA, WHO_BEN, WHO_ZOE = "g_Mia", "g_Ben", "g_Zoe"
HERE = {WHO_MIA, WHO_BEN}


def due(table: Table, here: Collection[str], now: int = 0, **left: int) -> Due | None:
    """What is due with these guests here; `left`: since when others are gone, by name."""
    gone = {f"g_{name}": at for name, at in left.items()}
    found = clocks.due(table.state, Presence(here, gone, FAR), TIMERS, now)
    return None if found and found.at > FAR else found


def waits(table: Table, here: Collection[str]) -> Any:
    return clocks.waits(table.state, Presence(here, {}, FAR), TIMERS)


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
    assert due(table, set()) is None
    assert isinstance(due(table, {"g_eye"}), Due), "a spectator is somebody"


def test_the_first_deal_comes_at_once() -> None:
    table = Table().sit(MIA, BEN)
    table.do(wire.Start)
    table.without_shares()
    assert due(table, HERE) == Due(0, DealNow("m_1", 1))


def test_between_deals() -> None:
    table = between()
    second = DealNow("m_1", 2)
    assert due(table, HERE) == Due(idle(table) + 15_000, second)
    assert waits(table, HERE) == {"for": "next", "until": idle(table) + 15_000}
    assert due(table, {WHO_MIA}) is None, "one alone takes the time it needs"
    assert waits(table, {WHO_MIA}) == {"for": "next", "until": None}
    assert due(table, {"g_eye"}) is None, "the players' next is theirs"
    table.do(wire.Next, MIA)
    assert due(table, {WHO_MIA}) == Due(0, second)
    assert due(table, HERE) == Due(idle(table) + 15_000, second)
    table.do(wire.Next, BEN)
    assert due(table, HERE) == Due(0, second)
    assert table.ask(second, ROOM)
    assert table.state.said == frozenset()


def test_bots_that_keep_every_seat_go_on_for_a_spectator() -> None:
    table = between()
    table.do(wire.Leave, MIA)
    table.do(wire.Leave, BEN)
    assert due(table, {"g_eye"}) == Due(idle(table) + 15_000, DealNow("m_1", 2))


def test_a_bot_takes_its_time_and_the_same_time_everywhere() -> None:
    table = Table().sit(MIA)
    table.do(wire.Bot, seat=1, level="easy")
    table.start()
    while table.state.play and table.state.play.match.to_act() == {0}:
        play = table.state.play
        move = play.match.game.write(next(iter(play.match.moves(0))))
        table.ask(wire.Move("m", play.match.turn, move))
    found = due(table, {WHO_MIA})
    assert found is not None
    assert isinstance(found.what, BotTurn)
    assert idle(table) + 600 <= found.at < idle(table) + 1500
    assert due(table, {WHO_MIA}) == found


def test_again_is_for_those_who_are_here() -> None:
    table = Table().sit(MIA, BEN, ZOE).start().play_out()
    assert due(table, HERE) is None
    table.do(wire.Again, MIA)
    assert due(table, HERE) is None
    table.do(wire.Again, BEN)
    found = Due(5_000 + BLINK, StartAgain("m_1", (0, 1)))
    assert due(table, HERE, Zoe=5_000) == found, "whoever loads the page anew keeps the seat"
    assert due(table, HERE | {WHO_ZOE}) is None
    assert due(table, {WHO_MIA}) is None, "nobody plays alone"
    table.do(wire.Again, ZOE)
    assert due(table, HERE | {WHO_ZOE}) == Due(0, StartAgain("m_1", (0, 1, 2)))
    table.ask(found.what, ROOM)
    assert [holder and holder.name for holder in table.state.seats] == ["Mia", "Ben", None, None]
    assert table.state.play is not None
    assert table.state.play.first_by == "drawn", "with other seats the first one is drawn anew (W9)"
