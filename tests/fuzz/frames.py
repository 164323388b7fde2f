"""Wrong frames by class, each class a function of a seeded chance: what it writes, and the close codes it may earn."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from app.rooms import wire
from tests.services.raw import BINARY, CLOSE, CONT, PING, PONG, TEXT, frame

STAYS: frozenset[int] = frozenset()
SIZE = 4096  # of a frame, at most


class Shot(NamedTuple):
    """Frames to send.

    Attributes:
        frames: bytes of the wire. closes: the codes with which the server may end this; none: it stays.
    """

    frames: list[bytes]
    closes: frozenset[int] = STAYS


Maker = Callable[[random.Random], Shot]
WORDS = [
    "t",
    "id",
    "do",
    "cmd",
    "move",
    "hello",
    "sit",
    "seat",
    "turn",
    "text",
    "",
    "\u0000",
    "\u202e",
    "__proto__",
    "g_",
]
SPECIAL = ["1e308", "-1e308", "1e999", "NaN", "-Infinity", "-0", "-0.0", "9" * 400, "1" + "0" * 30, "0.1e-400", "2e53"]


def fields_of(name: str, do: bool) -> list[str]:
    """The fields of a message or command, as its schema names them."""
    parts = wire.schema()["$defs"]
    found = next(p for p in parts.values() if p["properties"].get("do" if do else "t", {}).get("enum") == [name])
    return [field for field in found["properties"] if field not in ("t", "do", "id")]


MESSAGES = {name: fields_of(name, False) for name in ("hello", "move", "say", "ping")}
DOS = [part["properties"]["do"]["enum"][0] for part in wire.schema()["$defs"].values() if "do" in part["properties"]]
COMMANDS = {name: fields_of(name, True) for name in DOS if name not in ("leave", "code")}


def value(chance: random.Random, depth: int = 0) -> Any:
    """Any JSON value."""
    kind = chance.randrange(9 if depth < 4 else 6)
    if kind == 0:
        return chance.choice([None, True, False])
    if kind == 1:
        return chance.choice([0, -1, 1, 7, 2**31, 2**53 + 1, 2**63, 2**64, 10**40, 0.5, 7.0, 1e308])
    if kind in (2, 3):
        return chance.choice(WORDS)
    if kind == 4:
        return chance.choice(["x", "7", "e\u0301", "\U0001f98a", "\ufeff", "<b>"]) * chance.choice([1, 2, 63, 64, 65])
    if kind == 5:
        return chance.choice([[], {}, [[]], ""])
    if kind == 6:
        return [value(chance, depth + 1) for _ in range(chance.randrange(5))]
    return {chance.choice(WORDS): value(chance, depth + 1) for _ in range(chance.randrange(5))}


def message(chance: random.Random, put: Callable[[random.Random], Any]) -> dict[str, Any]:
    """A message of p1 in which one field, or several, hold what they may not."""
    if chance.random() < 0.6:
        do, fields = chance.choice(sorted(COMMANDS.items()))
        made: dict[str, Any] = {"t": "cmd", "id": f"f{chance.randrange(10**9)}", "do": do}
    else:
        kind, fields = chance.choice(sorted(MESSAGES.items()))
        made = {"t": kind, "id": f"f{chance.randrange(10**9)}"}
    for field in fields:
        if chance.random() < 0.8:
            made[field] = put(chance)
    if chance.random() < 0.2:
        made[chance.choice(["t", "do", "id", *WORDS])] = put(chance)
    return made


def said(text: str) -> Shot:
    """One text frame; longer than allowed it ends in 1009."""
    data = text.encode()
    return Shot([frame(TEXT, data)], frozenset({1009}) if len(data) > SIZE else STAYS)


def wrong_types(chance: random.Random) -> Shot:
    return said(json.dumps(message(chance, value)))


def any_json(chance: random.Random) -> Shot:
    return said(json.dumps(value(chance)))


def numbers(chance: random.Random) -> Shot:
    """1e308, NaN, endless integers: as they stand in JSON or do not."""
    text = json.dumps(message(chance, lambda _: "@")).replace('"@"', "@")
    while "@" in text:
        text = text.replace("@", chance.choice(SPECIAL), 1)
    return said(text[:SIZE])


def nesting(chance: random.Random) -> Shot:
    depth, (left, right) = chance.choice([50, 500, 1900]), chance.choice([("[", "]"), ('{"a":', "}"), ("[[", "]]")])
    depth = min(depth, (SIZE - 100) // (len(left) + len(right)))
    deep = left * depth + ("1" if left[0] == "{" else "") + right * (depth if chance.random() < 0.7 else depth // 2)
    field = chance.choice(['"t":"move","id":"n","turn":1,"move"', '"t":"cmd","id":"n","do":"options","options"', '"t"'])
    return said(f"{{{field}:{deep}}}"[:SIZE])


def surrogates(chance: random.Random) -> Shot:
    """Half of a pair, as an escape: where a text may stand, and where a name of a field does."""
    half = chance.choice(["\\ud800", "\\udfff", "\\ud83e", "a\\udc00b", "\\ud800\\ud800"])
    text = json.dumps(message(chance, lambda _: "@@")).replace("@@", half)
    return said(text if chance.random() < 0.8 else text.replace('"id"', f'"{half}"'))


def long_strings(chance: random.Random) -> Shot:
    """64 KiB in one frame, or in fragments that are small each. Closed with bytes unread, a line may be cut: 1006."""
    data = json.dumps({"t": "say", "id": "long", "text": "x" * 65536}).encode()
    if chance.random() < 0.5:
        return Shot([frame(TEXT, data)], frozenset({1009, 1006}))
    parts = [data[at : at + 2000] for at in range(0, len(data), 2000)]
    frames = [frame(CONT if nth else TEXT, part, fin=False) for nth, part in enumerate(parts)]
    return Shot(frames, frozenset({1009, 1006}))


def binary(chance: random.Random) -> Shot:
    return Shot([frame(BINARY, chance.randbytes(chance.choice([0, 1, 100, 4000])))], frozenset({4009}))


def fragments(chance: random.Random) -> Shot:
    """A right message in pieces, empty ones and pings among them: as good as in one."""
    data = json.dumps({"t": "ping", "n": 1}).encode()
    cuts = sorted(chance.randrange(len(data) + 1) for _ in range(chance.randrange(1, 6)))
    parts = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    frames = []
    for nth, part in enumerate(parts):
        frames.append(frame(CONT if nth else TEXT, part, fin=nth == len(parts) - 1))
        if chance.random() < 0.4:
            frames.append(frame(PING, b"between"))
    return Shot(frames)


def broken_fragments(chance: random.Random) -> Shot:
    """A message that goes on though none began, or begins though one has not ended."""
    if chance.random() < 0.5:
        return Shot([frame(CONT, b"lost")], frozenset({1002}))
    return Shot([frame(TEXT, b"{", fin=False), frame(TEXT, b"}")], frozenset({1002}))


def pings(chance: random.Random) -> Shot:
    """A flood of what every peer must bear."""
    kinds = [(PING, chance.randbytes(chance.randrange(126))) for _ in range(200)]
    return Shot([frame(opcode if chance.random() < 0.8 else PONG, payload) for opcode, payload in kinds])


def not_utf8(chance: random.Random) -> Shot:
    bad = chance.choice([b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\x80", b"\xc0\xaf"])
    data = b'{"t":"say","id":"u","text":"' + bad + b'"}'
    if chance.random() < 0.5:
        return Shot([frame(TEXT, data)], frozenset({1007}))
    at = data.index(bad)
    return Shot([frame(TEXT, data[:at], fin=False), frame(CONT, data[at:])], frozenset({1007}))


def no_frames(chance: random.Random) -> Shot:
    """What RFC 6455 forbids: no mask, reserved bits and opcodes, control frames too long or in pieces."""
    wrong = [
        frame(TEXT, b"{}", masked=False),
        frame(TEXT, b"{}", rsv=chance.randrange(1, 8)),
        frame(chance.choice([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]), b"x"),
        frame(PING, b"x" * 126),
        frame(PING, b"x", fin=False),
    ]
    return Shot([chance.choice(wrong)], frozenset({1002}))


def closes(chance: random.Random) -> Shot:
    """Goodbyes, right and wrong."""
    payload = chance.choice(
        [b"", b"\x03", b"\x03\xe8", b"\x03\xed", b"\x00\x00", b"\x0f\xa1", b"\x03\xe8\xff", b"\xff\xff"]
    )
    return Shot([frame(CLOSE, payload)], frozenset({1000, 1002, 1005, 1007, 4001}))


def cut_off(chance: random.Random) -> Shot:
    """Half a message, nothing, or more than one."""
    text = json.dumps(message(chance, value))
    whole = chance.choice(
        [text[: chance.randrange(len(text) + 1)], "", " ", "\x00", "null", text + text, "\ufeff" + text]
    )
    return said(whole)


# How often each comes: those that end the socket are seldom, or most of the time would go into opening new ones.
CLASSES: dict[Maker, int] = {
    wrong_types: 30, any_json: 10, numbers: 12, nesting: 8, surrogates: 10, cut_off: 10, fragments: 8, pings: 1,
    long_strings: 1, binary: 1, broken_fragments: 1, not_utf8: 1, no_frames: 1, closes: 1,
}  # fmt: skip


def shot(chance: random.Random) -> tuple[str, Shot]:
    """The next wrong thing, and the name of its class."""
    (maker,) = chance.choices(list(CLASSES), list(CLASSES.values()))
    return maker.__name__, maker(chance)
