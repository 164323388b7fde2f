"""What is read, and that everything else is unreadable and nothing worse."""

from __future__ import annotations

import json
import string
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rooms import wire

DOCS = Path(__file__).parents[3] / "docs"
READABLE = [
    ({"t": "hello", "p": 1, "build": "x", "tab": "y", "last": None, "want": "play"}, wire.Hello),
    ({"t": "hello", "p": 1}, wire.Hello),
    ({"t": "move", "id": "a", "turn": 0, "move": {"type": "play", "cards": [7, 7]}}, wire.Move),
    ({"t": "say", "id": "a", "text": "hi"}, wire.Say),
    ({"t": "ping", "n": 1, "v": 2}, wire.Ping),
    ({"t": "cmd", "id": "a", "do": "sit", "seat": None}, wire.Sit),
    ({"t": "cmd", "id": "a", "do": "seat_order", "seats": [1, 0]}, wire.SeatOrder),
    ({"t": "cmd", "id": "a", "do": "house", "house": {"clock": 30, "locked": True}}, wire.SetHouse),
    ({"t": "cmd", "id": "a", "do": "bot", "seat": 1, "level": "hard"}, wire.Bot),
    ({"t": "cmd", "id": "a", "do": "absent", "seat": 1, "choice": "bot"}, wire.Absent),
]

UNREADABLE = [
    "",
    "hello",
    "null",
    "[]",
    '"x"',
    "{}",
    '{"t":"nothing"}',
    '{"t":"cmd","id":"a"}',
    '{"t":"cmd","id":"a","do":"dance"}',
    '{"t":"cmd","id":"a","do":"sit","more":1}',
    '{"t":"cmd","id":"","do":"sit"}',
    '{"t":"cmd","id":"a b","do":"sit"}',
    '{"t":"cmd","id":"a\\n","do":"sit"}',
    '{"t":"cmd","id":"\\u0000","do":"sit"}',
    '{"t":"cmd","id":"' + "x" * 65 + '","do":"sit"}',
    '{"t":"cmd","id":"a","do":"sit","seat":1.5}',
    '{"t":"cmd","id":"a","do":"sit","seat":true}',
    '{"t":"cmd","id":"a","do":"sit","seat":-1}',
    '{"t":"cmd","id":"a","do":"sit","seat":16}',
    '{"t":"cmd","id":"a","do":"house","house":{"clock":31}}',
    '{"t":"cmd","id":"a","do":"house","house":{"cheat":true}}',
    '{"t":"cmd","id":"a","do":"bot","seat":0,"level":"god"}',
    '{"t":"move","id":"a","turn":1e308,"move":1}',
    '{"t":"move","id":"a","turn":NaN,"move":1}',
    '{"t":"move","id":"a","turn":' + "9" * 4000 + ',"move":1}',
    '{"t":"move","id":"a","turn":1,"move":' + "[" * 2000 + "]" * 2000 + "}",
    '{"t":"move","id":"\\ud800","turn":1,"move":1}',
    '{"t":"hello","p":1,"want":"rule"}',
    '{"t":"ping","n":1,"t":"pong"}',
]


@pytest.mark.parametrize(("message", "kind"), READABLE)
def test_readable(message: dict[str, object], kind: type) -> None:
    assert isinstance(wire.read(json.dumps(message)), kind)


@pytest.mark.parametrize("frame", UNREADABLE, ids=lambda frame: frame[:50])
def test_unreadable(frame: str) -> None:
    with pytest.raises(wire.Unreadable):
        wire.read(frame)


@given(st.text(max_size=200) | st.text(alphabet=string.printable, max_size=200))
def test_any_text_is_read_or_unreadable(text: str) -> None:
    with pytest.raises(wire.Unreadable):
        wire.read(text.encode("utf-8", "surrogatepass"))


@given(
    st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8), st.lists, max_leaves=20)
)
def test_any_move_is_read_as_it_is_and_judged_later(move: object) -> None:
    try:
        message = wire.read(json.dumps({"t": "move", "id": "a", "turn": 1, "move": move}))
    except wire.Unreadable:
        return
    assert isinstance(message, wire.Move)


def test_the_published_schema_is_what_is_read() -> None:
    published = json.loads((DOCS / "protocol.schema.json").read_text())
    assert published == json.loads(json.dumps(wire.schema())), "write it anew: docs/protocol.schema.json"
    for message, _ in READABLE:
        jsonschema.validate(message, published)
    for frame in ('{"t":"cmd","id":"a","do":"dance"}', '{"t":"cmd","id":"a","do":"sit","more":1}', '{"t":"nothing"}'):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(json.loads(frame), published)


def test_an_unreadable_command_still_tells_its_id() -> None:
    with pytest.raises(wire.Unreadable) as refused:
        wire.read('{"t":"cmd","id":"mine","do":"dance"}')
    assert refused.value.id == "mine"
