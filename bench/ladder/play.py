"""One deal of a pairing: played once for every seat of the stronger bot, each given its seat's view and news only."""

from __future__ import annotations

import random
from collections.abc import Sequence
from time import process_time
from typing import Any, NamedTuple

from app.settings import Settings
from bench.ladder.pairing import Pairing
from engine import bots
from engine.core.match import Match
from engine.games import SHELF

BREAKER_S = Settings.model_fields["bot_breaker_ms"].default / 1000


class Spent(NamedTuple):
    """The thinking of one level: its moves, their seconds of one core, the longest of them, and how many the breaker
    of a table would have made, since they took longer than it waits."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    broken: int = 0

    def and_(self, other: Spent) -> Spent:
        """Both together."""
        return Spent(
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.longest, other.longest),
            self.broken + other.broken,
        )


class Played(NamedTuple):
    """One deal: what `a` had of the win on average over its seats, and how long both thought."""

    share: float
    a: Spent
    b: Spent


def deal(pairing: Pairing, seed: int, nth: int) -> Played:
    """The nth deal of a pairing, in every seat."""
    key = f"{seed} {pairing.game} {pairing.seats} {sorted(pairing.options.items())} {nth}"
    chance = random.Random(key)
    pack = list(_opened(pairing).pack())
    chance.shuffle(pack)
    shares, a, b = [], Spent(), Spent()
    for mine in range(pairing.seats):
        levels = [pairing.a if seat == mine else pairing.b for seat in range(pairing.seats)]
        share, spent = game(pairing, pack, levels, random.Random(f"{key} {mine}"))
        shares.append(share[mine])
        a = a.and_(spent[mine])
        for seat, one in enumerate(spent):
            b = b if seat == mine else b.and_(one)
    return Played(sum(shares) / len(shares), a, b)


def _opened(pairing: Pairing) -> Match:
    return Match.open(SHELF[pairing.game], pairing.seats, pairing.options)


def game(
    pairing: Pairing, pack: Sequence[Any], levels: Sequence[str], chance: random.Random
) -> tuple[list[float], list[Spent]]:
    """One deal in one seating: each seat's part of the win (a draw is shared), and how long it thought."""
    match, events = _opened(pairing).deal(pack, 0)
    news = [[{"events": match.news(events, seat)}] for seat in range(pairing.seats)]
    spent = [Spent() for _ in levels]
    while (result := match.result()) is None:
        (seat,) = match.to_act()
        view, offer, word = match.view(seat), match.offer(seat) or {}, chance.getrandbits(32)
        began = process_time()
        move = bots.choose(pairing.game, levels[seat], view, offer, news[seat], word)
        took = process_time() - began
        spent[seat] = spent[seat].and_(Spent(1, took, took, took > BREAKER_S))
        match, events = match.play(seat, match.game.read(move))
        for viewer, heard in enumerate(news):
            heard.append({"events": match.news(events, viewer)})
    winners = result.winners or range(pairing.seats)
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(pairing.seats)], spent
