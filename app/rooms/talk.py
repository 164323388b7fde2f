"""What people may say to each other in a room: lines of text, preset phrases, reactions. Pure.

A phrase is stored by its name and read in each reader's own language. Chat is no row of the log: it goes with the room.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

import regex

from app.rooms import wire
from app.rooms.state import Guest, Refusal, RoomState

LONGEST = 300
KEPT = 50
# `your_turn` is the nudge for the one to move.
PHRASES = ("hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "your_turn", "again")
EMOTES = ("fox", "bee", "hare", "hippo", "elephant", "frog")

_NEVER = regex.compile(
    r"[\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[^\P{Cc}\n]|[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]"
)
_LINES = regex.compile(r"\s*\n\s*")
_GRAPHEME = regex.compile(r"\X")


class Line(NamedTuple):
    """One line of chat.

    Attributes:
        n: its number in the room. at: milliseconds since 1970. name: of its guest at the time.
        body: {"text"}, {"phrase"} or {"emote"}; and `to` where it was said among players only, who alone hear it then,
            also when the chat is opened to everybody later.
    """

    n: int
    at: int
    guest: Guest
    name: str
    body: dict[str, str]

    def told(self) -> dict[str, Any]:
        """As the message `chat` carries it."""
        said = {key: value for key, value in self.body.items() if key != "to"}
        return {"n": self.n, "at": self.at, "guest": self.guest, "name": self.name, **said}


def ears(state: RoomState, guest: Guest) -> frozenset[str]:
    """To whom a line may be said so that this guest hears it: who has a seat hears players and all, unless chat is off;
    others hear what is said to all where it is open to them. Empty: neither reads nor writes."""
    chat = state.house["chat"]
    if chat != "off" and state.seat_of(guest) is not None:
        return frozenset({"all", "players"})
    return frozenset({"all"}) if chat == "all" else frozenset()


def heard(lines: Sequence[Line], by: frozenset[str]) -> list[Line]:
    """Those of the lines that such ears hear."""
    return [line for line in lines if line.body.get("to", "all") in by]


def judge(state: RoomState, guest: Guest, said: wire.Say) -> dict[str, str] | Refusal:
    """What is said, cleaned, and to whom; or why it is not."""
    if guest in state.kicked:
        return Refusal("kicked")
    if not ears(state, guest):
        return Refusal("role", {"needs": "chat"})
    body = _body(said)
    return body if isinstance(body, Refusal) or state.house["chat"] == "all" else {**body, "to": "players"}


def _body(said: wire.Say) -> dict[str, str] | Refusal:
    if sum(value is not None for value in (said.text, said.phrase, said.emote)) != 1:
        return Refusal("bad", {"field": "say"})
    if said.phrase is not None:
        return {"phrase": said.phrase} if said.phrase in PHRASES else Refusal("bad", {"field": "phrase"})
    if said.emote is not None:
        return {"emote": said.emote} if said.emote in EMOTES else Refusal("bad", {"field": "emote"})
    text = clean(said.text or "")
    if not text:
        return Refusal("bad", {"field": "text", "why": "empty"})
    if len(_GRAPHEME.findall(text)) > LONGEST:
        return Refusal("bad", {"field": "text", "why": "long"})
    return {"text": text}


def clean(text: str) -> str:
    """A line as it is kept and shown: NFC, one line, nothing that turns or hides what stands beside it."""
    shown = _NEVER.sub("", unicodedata.normalize("NFC", text))
    flat: str = _LINES.sub(" ", shown).strip()
    return flat
