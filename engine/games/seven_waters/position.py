"""Opens a match of Seven Waters from a position: for scenarios, lessons and play-on-from-here."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.match import Match
from engine.core.state import State
from engine.games.seven_waters.cards import RANKS, in_order, is_joker, number
from engine.games.seven_waters.pyramid import DOWN, Pyramid, Spot, is_free
from engine.games.seven_waters.river import Laid, River
from engine.games.seven_waters.rules import SevenWaters
from engine.games.seven_waters.table import SEATS, Hand, Park, Table

Cards = Sequence[str]


def _river(written: Cards) -> River:
    return tuple(
        Laid(card[:2], RANKS.index(card[3])) if is_joker(card) else Laid(card, number(card)) for card in written
    )


def _pyramid(rows: Sequence[Sequence[str | None]]) -> tuple[Pyramid, tuple[str, ...]]:
    """Rows 2, 4 and 6 lie face down unless nothing lies on them (S2)."""
    full: Pyramid = tuple(tuple(row) for row in rows)
    hidden: list[str] = []
    seen = []
    for row, line in enumerate(full, 1):
        places = []
        for pos, card in enumerate(line, 1):
            down = isinstance(card, str) and row % 2 == 0 and not is_free(full, Spot(row, pos))
            if down:
                hidden.append(str(card))
            places.append(DOWN if down else card)
        seen.append(tuple(places))
    return tuple(seen), tuple(hidden)


def match_from(
    game: SevenWaters,
    *,
    pyramid: Sequence[Sequence[str | None]],
    ropes: Sequence[Sequence[Cards]],
    hands: Sequence[Cards],
    to_act: int,
    slides: Sequence[Sequence[Cards | None]] = ((None,) * 4,) * 2,
    rivers: Sequence[Cards] = ((), ()),
    pools: Sequence[Cards] = ((), ()),
    suits: Sequence[str | None] = (None, None),
    themes: Sequence[str | None] = (None, None),
    discards: Sequence[Cards] = ((), ()),
    extra: bool = False,
    turns_left: int | None = None,
    contest: bool = False,
) -> Match:
    """A match in the middle of a deal.

    Args:
        pyramid: rows 1 to 7, None where a card has been drafted. ropes, slides: per seat four lines.
        rivers: low to high, jokers as "X1=7". turns_left: None before the apex is taken (S13).
    """
    seen, hidden = _pyramid(pyramid)
    parks = [
        Park(
            tuple(map(tuple, ropes[seat])),
            tuple(None if slide is None else tuple(slide) for slide in slides[seat]),
            _river(rivers[seat]),
            tuple(pools[seat]),
            suits[seat],
            len(hands[seat]),
            len(discards[seat]),
            themes[seat] is not None,
        )
        for seat in SEATS
    ]
    table = Table(contest, "play", to_act, to_act, seen, (parks[0], parks[1]), extra, turns_left)
    kept = []
    for seat in SEATS:
        theme = themes[seat]
        kept.append(Hand(in_order(hands[seat]), () if theme is None else (theme,), tuple(discards[seat])))
    options = {"contest": contest}
    return Match(game, len(SEATS), options, State(table, tuple(kept), hidden), deals=1)
