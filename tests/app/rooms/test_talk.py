"""What may be said: cleaned, bounded, and only where the house lets it be said."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.rooms import talk, wire
from app.rooms.state import Refusal
from tests.app.rooms.test_room import BEN, MIA, Table


def say(**fields: Any) -> wire.Say:
    return wire.Say(id="s", **fields)


def judged(chat: str, guest: str, **fields: Any) -> Any:
    table = Table().sit(MIA, BEN)
    table.do(wire.SetHouse, house=msgspec.convert({"chat": chat}, wire.House))
    return talk.judge(table.state, guest, say(**fields))


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Hello", "Hello"),
        ("  nice \n one ", "nice one"),
        ("J\u006f\u0308rg", "Jörg"),
        ("<b>hi</b> {{7*7}}", "<b>hi</b> {{7*7}}"),
        ("a\u202eb\u200bc\u0000d\ud800e", "abcde"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
    ],
)
def test_lines_are_cleaned(typed: str, kept: str) -> None:
    assert judged("all", "g_Mia", text=typed) == {"text": kept}


@pytest.mark.parametrize("typed", ["", "   ", "\u200b\n", "\u202e"])
def test_nothing_is_no_line(typed: str) -> None:
    assert judged("all", "g_Mia", text=typed) == Refusal("bad", {"field": "text", "why": "empty"})


def test_lines_have_an_end() -> None:
    assert judged("all", "g_Mia", text="x" * 300) == {"text": "x" * 300}
    assert judged("all", "g_Mia", text="x" * 301) == Refusal("bad", {"field": "text", "why": "long"})
    assert judged("all", "g_Mia", text="👩‍👩‍👧" * 300) == {"text": "👩‍👩‍👧" * 300}, "counted as people count"


def test_phrases_and_reactions_come_from_a_closed_list() -> None:
    assert judged("all", "g_Mia", phrase="your_turn") == {"phrase": "your_turn"}
    assert judged("all", "g_Mia", emote="fox") == {"emote": "fox"}
    assert judged("all", "g_Mia", phrase="rude") == Refusal("bad", {"field": "phrase"})
    assert judged("all", "g_Mia", emote="dragon") == Refusal("bad", {"field": "emote"})
    assert judged("all", "g_Mia") == Refusal("bad", {"field": "say"})
    assert judged("all", "g_Mia", text="a", emote="fox") == Refusal("bad", {"field": "say"})


@pytest.mark.parametrize(
    ("chat", "player", "spectator"), [("all", True, True), ("players", True, False), ("off", False, False)]
)
def test_the_house_says_who_talks(chat: str, player: bool, spectator: bool) -> None:
    for guest, may in (("g_Ben", player), ("g_eye", spectator)):
        said = judged(chat, guest, text="hi")
        among = {"to": "players"} if chat == "players" else {}
        assert said == ({"text": "hi", **among} if may else Refusal("role", {"needs": "chat"}))
