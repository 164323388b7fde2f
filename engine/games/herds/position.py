"""Opens a match of the herds from a position: for scenarios, lessons and play-on-from-here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.match import Match
from engine.core.state import State
from engine.games.herds.box import RANKS
from engine.games.herds.rules import Herds
from engine.games.herds.table import Table


def match_from(
    game: Herds,
    *,
    hands: Sequence[Sequence[int]],
    deck: Sequence[int],
    herds: Mapping[int, int],
    to_act: int,
    captured: Sequence[Sequence[int]] = (),
    row: Sequence[int] = (),
    draws_left: int = 0,
    deals: int = 1,
    deal: int = 1,
    finished: Sequence[Sequence[int]] = (),
    market: bool = False,
) -> Match:
    """A match in the middle of a deal.

    Args:
        hands: cards by seat. deck: the draw pile, index 0 on top. herds: how many cards lie at each rank.
        to_act: the seat to act, to play or, with draws_left, to draw. captured: cards by seat. row: face-up cards.
        deal, deals, finished: which deal of how many, and the scores of those that are over.

    Raises:
        BadSetup: the seats or options are not of this game.
    """
    seats = len(hands)
    options = {"deals": deals, **({"market": market} if any(one.name == "market" for one in game.options) else {})}
    table = Table(
        seats,
        game.settle(seats, options)["deals"],
        market,
        "draw" if draws_left else "play",
        deal,
        to_act,
        to_act,
        row=tuple(row),
        herds=tuple((rank,) * herds.get(rank, 0) for rank in RANKS),
        captured=tuple(map(tuple, captured)) or ((),) * seats,
        left=len(deck),
        draws_left=draws_left,
        finished=tuple(map(tuple, finished)),
        best=(None,) * deal,
        catches=(0,) * seats,
    )
    state = State(table, tuple(tuple(sorted(hand)) for hand in hands), tuple(deck))
    return Match(game, seats, options, state, deals=deal)
