"""What a pairing came to, as one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import mean, stdev
from typing import Any

from bench.ladder.pairing import Pairing
from bench.ladder.play import Played, Spent

SURE = 1.96  # standard errors of a 95 % interval


def summed(pairing: Pairing, deals: Sequence[Played]) -> dict[str, Any]:
    """The figures of a pairing. A deal is one sample: its games share their cards, so they are not counted apart."""
    shares = [100 * one.share for one in deals]
    a, b = Spent(), Spent()
    for one in deals:
        a, b = a.and_(one.a), b.and_(one.b)
    return {
        "game": pairing.game,
        "options": dict(pairing.options),
        "seats": pairing.seats,
        "a": pairing.a,
        "b": pairing.b,
        "deals": len(deals),
        "games": len(deals) * pairing.seats,
        "win_pct": round(mean(shares), 1),
        "ci95": round(SURE * stdev(shares) / len(shares) ** 0.5, 1),
        "par_pct": round(pairing.par, 1),
        "ms_per_move_a": _ms(a),
        "ms_per_move_b": _ms(b),
        "ms_longest_a": round(1000 * a.longest, 1),
        "breaker_pct_a": round(100 * a.broken / max(1, a.moves), 2),
    }


def _ms(spent: Spent) -> float:
    return round(1000 * spent.seconds / max(1, spent.moves), 2)


def written(figures: dict[str, Any]) -> str:
    """As it is printed."""
    return json.dumps(figures)
