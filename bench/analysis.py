"""`python -m bench.analysis`: matches of bots analysed twice with other seeds: how long it takes, and how sure it is.

A line of JSON a kind of match: seconds of one core (mean and most), how many choices were flagged, and how many of them
both times. MATCHES=10 of each kind, GAME=waterhole chooses, WORKERS=2 processes.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Mapping, Sequence
from functools import partial
from multiprocessing import Pool
from time import process_time
from typing import Any, NamedTuple

from bench.ladder.__main__ import ONE_CORE
from engine import bots
from engine.bots import analysis
from engine.core.match import Deal, Entry, Match, Played
from engine.games import SHELF

KINDS: tuple[tuple[str, Mapping[str, Any], Sequence[str]], ...] = (
    ("waterhole", {"deals": 3}, ("medium", "hard")),
    ("waterhole", {"deals": 3}, ("easy", "medium", "hard", "expert")),
    ("kariba", {"deals": 3, "market": True}, ("easy", "medium", "hard")),
    ("seven_waters", {"contest": False}, ("medium", "hard")),
    ("seven_waters", {"contest": True}, ("easy", "expert")),
)


class Looked(NamedTuple):
    """One match, analysed twice: seconds of the slower time; the flagged steps of both."""

    seconds: float
    one: frozenset[int]
    other: frozenset[int]


def played(game: str, options: Mapping[str, Any], levels: Sequence[str], seed: int) -> list[Entry]:
    """A match between bots."""
    chance, seats = random.Random(f"{seed} {game} {sorted(options.items())} {levels}"), len(levels)
    match, entries, start = Match.open(SHELF[game], seats, options), list[Entry](), chance.randrange(seats)
    news: list[list[Mapping[str, Any]]] = [[] for _ in levels]
    while match.result() is None:
        if pack := list(match.pack()):
            chance.shuffle(pack)
            dealt = Deal(tuple(pack), match.first(start))
            entries.append(dealt)
            match, events = match.deal(dealt.order, dealt.first)
        else:
            (seat,) = match.to_act()
            word = chance.getrandbits(32)
            move = bots.choose(game, levels[seat], match.view(seat), match.offer(seat) or {}, news[seat], word)
            entries.append(Played(seat, move))
            match, events = match.play(seat, match.game.read(move))
        for viewer, heard in enumerate(news):
            heard.append({"events": match.news(events, viewer)})
    return entries


def looked(game: str, options: Mapping[str, Any], levels: Sequence[str], seed: int) -> Looked:
    """One match, analysed twice."""
    entries, flagged, seconds = played(game, options, levels, seed), [], 0.0
    for word in (2 * seed + 1, 2 * seed + 2):
        began = process_time()
        parts = analysis.judged(game, len(levels), options, entries, 0, len(entries), word)
        found = analysis.summed(parts)
        seconds = max(seconds, process_time() - began)
        flagged.append(frozenset(move["step"] for move in found["moves"] if move["flagged"]))
    return Looked(seconds, flagged[0], flagged[1])


def line(game: str, options: Mapping[str, Any], levels: Sequence[str], some: Sequence[Looked]) -> str:
    """What a kind of match came to."""
    flagged = sum(len(one.one) for one in some)
    both = sum(len(one.one & one.other) for one in some)
    return json.dumps(
        {
            "game": game,
            "options": dict(options),
            "levels": list(levels),
            "matches": len(some),
            "core_s": round(sum(one.seconds for one in some) / len(some), 1),
            "core_s_most": round(max(one.seconds for one in some), 1),
            "flagged": flagged,
            "flagged_again": both,
            "flagged_again_pct": round(100 * both / max(1, flagged), 1),
        }
    )


def main() -> None:
    """Play, analyse, and print."""
    matches, wanted = int(os.environ.get("MATCHES") or 10), os.environ.get("GAME", "")
    os.environ.update(dict.fromkeys(ONE_CORE, "1"))
    with Pool(int(os.environ.get("WORKERS") or 2)) as pool:
        for game, options, levels in KINDS:
            if wanted in ("", game):
                some = pool.map(partial(looked, game, options, levels), range(matches), chunksize=1)
                print(line(game, options, levels, some), flush=True)


if __name__ == "__main__":
    main()
