"""Shares of chance: sealed first, opened when all are sealed, and nothing is dealt before."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from app.rooms import clocks, entropy, shuffle, wire
from app.rooms.ask import ROOM, By, DealNow, Zero
from app.rooms.clocks import Due, Timers
from app.rooms.presence import Presence
from app.rooms.state import Refusal, Row
from engine.games.herds.box import PACK
from tests.app.rooms.test_room import BEN, MIA, ZOE, Table, code

TIMERS = Timers()
BYTES = {"g_Mia": b"\x11" * 16, "g_Ben": b"\x22" * 16}
HERE = Presence({"g_Mia", "g_Ben"})


def begun(*people: By) -> Table:
    table = Table(deals=3).sit(*people)
    assert isinstance(table.do(wire.Start), Row)
    return table


def pledge(table: Table, by: By, given: bytes | None = None) -> Row | Refusal:
    sealed = hashlib.sha256(BYTES[by.guest or ""] if given is None else given).hexdigest()
    return table.do(wire.Pledge, by, hash=sealed)


def share(table: Table, by: By, given: bytes | None = None) -> Row | Refusal:
    return table.do(wire.Share, by, bytes=(BYTES[by.guest or ""] if given is None else given).hex())


def deal(table: Table) -> Row | Refusal:
    assert table.state.play is not None
    return table.ask(DealNow(table.state.play.id, 1), ROOM)


def test_nothing_is_dealt_before_every_share_is_in() -> None:
    table = begun(MIA, BEN)
    assert code(deal(table)) == "stale"
    assert code(share(table, MIA)) == "illegal", "sealed first"
    assert isinstance(pledge(table, MIA), Row)
    assert code(share(table, MIA)) == "illegal", "and by all"
    assert isinstance(pledge(table, BEN), Row)
    assert isinstance(share(table, BEN), Row)
    assert code(deal(table)) == "stale"
    assert isinstance(share(table, MIA), Row)
    row = deal(table)
    assert isinstance(row, Row)
    play = table.state.play
    assert play is not None
    key = shuffle.key(play.seeds[0], play.id, [b"\x11" * 16, b"\x22" * 16])
    assert (row.secret or {})["order"] == shuffle.order(PACK, key, 1)
    assert row.body["first"] == shuffle.first_seat(key, 2)


def test_what_is_opened_is_what_was_sealed() -> None:
    table = begun(MIA, BEN)
    pledge(table, MIA)
    pledge(table, BEN)
    for wrong in (b"\x33" * 16, b"\x11" * 15, b""):
        assert code(share(table, MIA, wrong)) == "bad"
    assert code(pledge(table, MIA, b"\x44" * 16)) == "stale", "no second thoughts"
    assert isinstance(share(table, MIA), Row)
    assert code(share(table, MIA)) == "stale"


@pytest.mark.parametrize("sealed", ["", "0" * 63, "G" * 64, "0" * 64 + "\n"])
def test_what_is_no_seal(sealed: str) -> None:
    assert code(begun(MIA, BEN).do(wire.Pledge, MIA, hash=sealed)) == "bad"


def test_only_who_plays_adds_to_it() -> None:
    table = begun(MIA, BEN)
    assert code(table.do(wire.Pledge, ZOE, hash="0" * 64)) == "role"
    assert code(Table().sit(MIA, BEN).do(wire.Pledge, MIA, hash="0" * 64)) == "stale"


def test_a_bot_adds_nothing_and_is_not_waited_for() -> None:
    table = Table().sit(MIA)
    table.do(wire.Bot, seat=1, level="easy")
    table.do(wire.Start)
    assert table.state.play is not None
    assert entropy.missing(table.state.play) == [0]
    pledge(table, MIA)
    assert isinstance(share(table, MIA), Row), "one seat alone: all are sealed"
    assert entropy.told(table.state.play) == [{"seat": 0, "bytes": "11" * 16}, {"seat": 1, "zero": "bot"}]
    assert isinstance(deal(table), Row)


def test_who_is_not_here_counts_as_zero_at_once() -> None:
    table = begun(MIA, BEN)
    play = table.state.play
    assert play is not None
    due = clocks.due(table.state, Presence({"g_Mia"}, {"g_Ben": 1}), TIMERS, 10**9)
    assert due == Due(0, Zero(play.id, 1, "absent"))
    assert isinstance(table.ask(due.what, ROOM), Row)
    assert code(table.ask(due.what, ROOM)) == "stale"
    pledge(table, MIA)
    assert isinstance(share(table, MIA), Row)
    assert code(pledge(table, BEN)) == "stale", "too late"


def test_who_is_silent_is_waited_for_ten_seconds() -> None:
    table = begun(MIA, BEN)
    play = table.state.play
    assert play is not None
    assert clocks.due(table.state, HERE, TIMERS, 0) == Due(play.idle + 10_000, Zero(play.id, 0, "silent"))
    row = pledge(table, MIA)
    assert isinstance(row, Row)
    assert clocks.due(table.state, HERE, TIMERS, 0) == Due(row.at + 10_000, Zero(play.id, 0, "silent"))
    table.ask(Zero(play.id, 1, "silent"), ROOM)
    assert isinstance(share(table, MIA), Row)
    assert clocks.due(table.state, HERE, TIMERS, 0) == Due(0, DealNow(play.id, 1))


def test_shares_hold_for_every_deal_and_stand_in_the_record() -> None:
    table = begun(MIA, BEN)
    for act in (pledge, share):
        for by in (MIA, BEN):
            assert isinstance(act(table, by), Row)
    table.play_out()
    row = table.rows[-1]
    assert row.finish
    fairness: Any = row.finish().record["fairness"]
    assert fairness["shares"] == [{"seat": 0, "bytes": "11" * 16}, {"seat": 1, "bytes": "22" * 16}]
    assert [one["sha256"] for one in fairness["pledges"]] == [hashlib.sha256(b).hexdigest() for b in BYTES.values()]
    match = row.finish().record["match"]
    for one in fairness["deals"]:
        key = shuffle.key(bytes.fromhex(one["seed"]), match, list(BYTES.values()))
        assert one["order"] == shuffle.order(PACK, key, one["d"])


def test_a_lesson_asks_nobody() -> None:
    table = begun(MIA, BEN)
    assert table.state.play is not None
    assert entropy.missing(table.state.play._replace(kind="lesson")) == []
