"""The seven moves of Seven Waters, and how they are read (S3, S12)."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.core.errors import UnreadableMove
from engine.games.seven_waters.cards import FACES, PACK, RANKS, SUITS, is_joker
from engine.games.seven_waters.pyramid import Spot
from engine.games.seven_waters.river import Wish

Cards = tuple[str, ...]


class Draft(NamedTuple):
    """Take a free card of the pyramid (S2, S4)."""

    spot: Spot


class Discard(NamedTuple):
    """Lay cards face down on the own discard pile (S5)."""

    cards: Cards


class Slide(NamedTuple):
    """Build the slide of an own rope line, 1 to 4 (S6)."""

    line: int
    cards: Cards


class River(NamedTuple):
    """Begin the river, or lay cards at one end, low to high (S9)."""

    end: str
    cards: tuple[Wish, ...]


class Pool(NamedTuple):
    """Lay cards of the pool's suit (S10). `suit` is named where jokers alone begin it."""

    cards: Cards
    suit: str | None = None


class Theme(NamedTuple):
    """Lay the theme card (S11)."""

    card: str


class Pass(NamedTuple):
    """Do nothing, once the pyramid is empty (S12)."""


Move = Draft | Discard | Slide | River | Pool | Theme | Pass

_FIELDS: dict[str, set[str]] = {
    "draft": {"row", "pos"},
    "discard": {"cards"},
    "slide": {"line", "cards"},
    "river": {"end", "cards"},
    "pool": {"cards"},
    "theme": {"card"},
    "pass": set(),
}


def _number(value: object) -> int:
    # bool is an int in Python; places outside the table are readable and refused by the rules
    if type(value) is not int or not -99 <= value <= 99:
        raise UnreadableMove(value)
    return value


def _card(value: object) -> str:
    if not isinstance(value, str) or value not in FACES:
        raise UnreadableMove(value)
    return value


def _cards(value: object) -> Cards:
    if not isinstance(value, list) or len(value) > len(PACK):
        raise UnreadableMove(value)
    return tuple(map(_card, value))


def _wish(value: object) -> Wish:
    if isinstance(value, str) and len(value) == len("X1=7") and value[2] == "=":
        card, rank = value[:2], value[3]
        if card in FACES and is_joker(card) and rank in RANKS:
            return Wish(card, RANKS.index(rank))
    return Wish(_card(value))


def _wishes(value: object) -> tuple[Wish, ...]:
    if not isinstance(value, list) or len(value) > len(PACK):
        raise UnreadableMove(value)
    return tuple(map(_wish, value))


def _end(value: object) -> str:
    if not isinstance(value, str) or len(value) > len("start"):
        raise UnreadableMove(value)
    return value


def _suit(value: object) -> str:
    if not isinstance(value, str) or len(value) != 1 or value not in SUITS:
        raise UnreadableMove(value)
    return value


def read(obj: object) -> Move:
    """JSON to a move. Raises UnreadableMove; what cannot be carried out here is readable and refused by the rules."""
    kind = obj.get("type") if isinstance(obj, dict) else None
    if not isinstance(obj, dict) or not isinstance(kind, str) or kind not in _FIELDS:
        raise UnreadableMove(obj)
    given = obj.keys() - {"type"}
    if given != _FIELDS[kind] and not (kind == "pool" and given == {"cards", "suit"}):
        raise UnreadableMove(obj)
    match kind:
        case "draft":
            return Draft(Spot(_number(obj["row"]), _number(obj["pos"])))
        case "discard":
            return Discard(_cards(obj["cards"]))
        case "slide":
            return Slide(_number(obj["line"]), _cards(obj["cards"]))
        case "river":
            return River(_end(obj["end"]), _wishes(obj["cards"]))
        case "pool":
            return Pool(_cards(obj["cards"]), _suit(obj["suit"]) if "suit" in obj else None)
        case "theme":
            return Theme(_card(obj["card"]))
        case _:
            return Pass()


def write(move: Move) -> dict[str, Any]:
    """A move as JSON."""
    match move:
        case Draft(spot):
            return {"type": "draft", "row": spot.row, "pos": spot.pos}
        case Discard(cards):
            return {"type": "discard", "cards": list(cards)}
        case Slide(line, cards):
            return {"type": "slide", "line": line, "cards": list(cards)}
        case River(end, wishes):
            return {"type": "river", "end": end, "cards": [wish.written() for wish in wishes]}
        case Pool(cards, suit):
            return {"type": "pool", "cards": list(cards), **({"suit": suit} if suit else {})}
        case Theme(card):
            return {"type": "theme", "card": card}
        case Pass():
            return {"type": "pass"}
