"""Points (the scoring table of RULINGS, rebuilt from the text's bullets and its example)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.seven_waters.cards import is_joker
from engine.games.seven_waters.table import Cards, Park

Breakdown = dict[str, int | None]
POOL, SLIDE_CARD, DISCARD = 5, 2, -2


def _themed(park: Park, suit: str, theme: Cards) -> int:
    """Cards of the theme suit in slides, river, pool, all four rope lines and the theme card; jokers never."""
    cards = [*theme, *park.pool, *(laid.card for laid in park.river)]
    for line in (*park.ropes, *park.slides):
        cards += line or ()
    return sum(card[1] == suit for card in cards if not is_joker(card))


def breakdown(parks: Sequence[Park], themes: Sequence[Cards | None]) -> list[Breakdown]:
    """Every point of both parks, as if they opened now.

    Args:
        themes: per seat its theme card, an empty tuple where none is laid, None where it is not known here.

    Returns:
        Per seat {slides, river, pool, theme, hand, discard, total}; an unknown theme is None and counts nothing.
    """
    pools = [len(park.pool) for park in parks]
    rows: list[Breakdown] = []
    for seat, (park, theme) in enumerate(zip(parks, themes, strict=True)):
        unknown = theme is None and park.themed
        points = {
            "slides": SLIDE_CARD * sum(len(slide) for slide in park.slides if slide),
            "river": len(park.river),
            "pool": POOL if pools[seat] > pools[1 - seat] else 0,
            "theme": _themed(park, theme[0][1], theme) if theme else 0,
            "hand": -park.held,
            "discard": DISCARD * park.discarded,
        }
        rows.append({**points, "theme": None if unknown else points["theme"], "total": sum(points.values())})
    return rows


def winner(parks: Sequence[Park], totals: Sequence[int]) -> int | None:
    """The higher total; then the larger pool; None for a draw."""
    keys = [(totals[seat], len(parks[seat].pool)) for seat in (0, 1)]
    if keys[0] == keys[1]:
        return None
    return 0 if keys[0] > keys[1] else 1
