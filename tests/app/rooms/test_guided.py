"""A lesson in the room, pure: what happens by itself is not the pupil's to do."""

from __future__ import annotations

from typing import Any

from app.rooms import guided, room, wire
from app.rooms.ask import ROOM, BotMove, DealNow
from app.rooms.state import Refusal, Row
from engine.games import SHELF
from engine.lessons import lesson
from tests.app.rooms.test_room import MIA, Table


def begun() -> Table:
    table = Table()
    written = lesson("waterhole")
    assert written is not None
    body: dict[str, Any] = {
        "host": MIA.guest,
        "game": "waterhole",
        "options": written.options,
        "house": {},
        "kind": "lesson",
    }
    table.rows = [Row(1, "g_Mia:k", 1000, "open", MIA.guest, {**body, "kind": "lesson"})]
    table.state = room.opened("r_1", table.rows[0], SHELF)
    table.sit(MIA)
    table.do(wire.Bot, seat=1, level="easy")
    return table.start()


def test_a_move_while_the_other_seat_is_written() -> None:
    table = begun()
    play = table.state.play
    assert play is not None
    asked = guided.step(play, 0)
    assert asked is not None
    assert isinstance(table.ask(wire.Move("m", 0, asked["move"])), Row)
    for turn in (0, 1, 2):
        answer = table.ask(wire.Move(f"n{turn}", turn, asked["move"]))
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.facts) == ("illegal", {"rule": "lesson", "step": None})
    play = table.state.play
    assert play is not None
    ply = guided.by_itself(play)
    assert ply is not None
    assert isinstance(table.ask(BotMove(play.id, 1, ply.seat, ply.move), ROOM), Row)


def test_the_deal_is_the_written_one() -> None:
    table = begun()
    (deal,) = (row for row in table.rows if row.kind == "deal")
    written = lesson("waterhole")
    assert written is not None
    assert (deal.secret or {})["order"] == list(written.order)
    assert isinstance(table.ask(DealNow("m_1", 2), ROOM), Refusal)
