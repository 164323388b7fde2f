"""The open table as places and facts: what every viewer of Seven Waters is shown."""

from __future__ import annotations

from typing import Any

from engine.core.game import Facts, Places
from engine.games.seven_waters.pyramid import SPOTS, at
from engine.games.seven_waters.score import breakdown, winner
from engine.games.seven_waters.table import LINES, SEATS, Hand, Table


def places(table: Table) -> Places:
    """Everything that lies open; a place of the pyramid that is empty has no key."""
    lying: Places = {}
    for spot in SPOTS:
        card = at(table.pyramid, spot) if table.pyramid else None
        if card is not None:
            lying[f"pyramid:{spot.row}:{spot.pos}"] = [card] if isinstance(card, str) else card
    for seat in SEATS:
        park = table.parks[seat]
        for line in LINES:
            lying[f"rope:{seat}:{line}"] = list(park.ropes[line - 1])
            lying[f"slide:{seat}:{line}"] = list(park.slides[line - 1] or ())
        lying[f"river:{seat}"] = [laid.written() for laid in park.river]
        lying[f"pool:{seat}"] = list(park.pool)
    for seat, hand in enumerate(table.opened):
        lying |= faces(hand, seat)
    return lying


def faces(hand: Hand, seat: int) -> Places:
    """A hand as its own seat sees it, and everybody once the parks are open."""
    return {
        f"hand:{seat}": list(hand.cards),
        f"theme:{seat}": list(hand.theme),
        f"discard:{seat}": list(hand.discards),
    }


def facts(table: Table) -> Facts:
    """The table in numbers (docs/protocol.md)."""
    over = table.phase == "over"
    parks = breakdown(table.parks, [hand.theme for hand in table.opened] if over else [None, None])
    totals = [row["total"] or 0 for row in parks] if over else [0, 0]
    best = winner(table.parks, totals) if over else None
    return {
        "phase": table.phase,
        "deal": 0 if table.phase == "between" else 1,
        "deals": 1,
        "first": table.first,
        "to_act": table.to_act,
        "extra": table.extra,
        "contest": table.contest,
        "slides": table.slides,
        "slides_left": table.slides_left,
        "final_turns_left": table.turns_left,
        "pyramid_left": table.pyramid_left,
        "pool_suits": [park.suit for park in table.parks],
        "parks": parks,
        "result": parks if over else None,
        "scores": [totals] if over else [],
        "totals": totals,
        "winners": [] if best is None else [best],
        "draw": over and best is None,
        "last": table.last,
        "best": [],
        "catches": [0, 0],
    }


def gauge(table: Table, hand: Hand | None, seat: int) -> dict[str, Any]:
    """If the parks opened now, by what this seat knows: its own theme counts, the other's does not yet."""
    if hand is None:
        return {"gauge": breakdown(table.parks, [one.theme for one in table.opened])}
    return {"gauge": breakdown(table.parks, [hand.theme if one == seat else None for one in SEATS])}
