"""What the net of the herds sees of a play: the table after it, the own hand, what is unseen, and the points.

Everything here is known to the seat that plays: the other hands come in as numbers of cards only.
"""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np

from engine.bots.herd_lanes import KINDS, After, Array, Lanes, gains
from engine.games.herds.box import COPIES, HAND, HERD, PACK

OTHERS = 4
SCALARS = 7
SIZE = 13 * KINDS + 4 * OTHERS + SCALARS
WIDE = len(PACK) + 1


@cache
def _holding() -> Array:
    """P(a hand of `size` of `unseen` cards holds `need` or more of `copies`), laid flat in this order."""
    table = np.zeros((HAND + 1, HERD + 1, WIDE, COPIES + 1), np.float32)
    for size in range(HAND + 1):
        for unseen in range(1, WIDE):
            drawn = min(size, unseen)
            for copies in range(min(COPIES, unseen) + 1):
                ways = [comb(copies, k) * comb(unseen - copies, drawn - k) for k in range(drawn + 1)]
                for need in range(1, HERD + 1):
                    table[size, need, unseen, copies] = sum(ways[need:]) / comb(unseen, drawn)
    return table.ravel()


def seen(lanes: Lanes, lane: Array, done: After) -> Array:
    """One column for each play: what the seat to act knows after it."""
    herds, own, row = done.herds, done.own, lanes.row[:, lane]
    unseen = COPIES - herds - done.gone - own - row
    size = lanes.hands[1].sum(0)[lane]
    need = np.clip(HERD - herds, 1, HERD)
    total = unseen.sum(0)
    held = _holding()[((size.astype(np.int32) * (HERD + 1) + need) * WIDE + total) * (COPIES + 1) + unseen]
    gain = gains(herds) * np.float32(0.25)
    threat = gain * held
    hope = gain * ((own > 0) & (herds + own >= HERD))
    columns = np.empty((SIZE, len(lane)), np.float32)
    at = 0
    for part in (
        herds > 0, herds > 1, herds > 2, herds * np.float32(0.25), own > 0, own > 1, own > 2,
        unseen * np.float32(0.25), row, gain, threat, hope, gain * (unseen > 0),
    ):  # fmt: skip
        columns[at : at + KINDS] = part
        at += KINDS
    left = lanes.left[lane] * np.float32(1 / 54)
    mine = lanes.caps[0][lane] + done.got
    for nth in range(OTHERS):
        there = nth + 1 < lanes.seats
        lead = (mine - lanes.caps[nth + 1][lane]).astype(np.float32) if there else np.zeros(len(lane), np.float32)
        columns[at] = lead * np.float32(0.125)
        columns[at + 1] = np.tanh(lead * np.float32(0.3))
        columns[at + 2] = np.tanh(lead / (1 + 12 * left))
        columns[at + 3] = lanes.hands[nth + 1].sum(0)[lane] * np.float32(0.2) if there else 0
        at += 4
    columns[at] = threat.max(0)
    columns[at + 1] = threat.sum(0)
    columns[at + 2] = hope.max(0)
    columns[at + 3] = left
    columns[at + 4] = lanes.left[lane] == 0
    columns[at + 5] = own.sum(0) * np.float32(0.2)
    columns[at + 6] = np.maximum(0, left * 54 - HAND + own.sum(0)) == 0
    return columns
