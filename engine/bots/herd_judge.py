"""The herds, looked back on: what a move was worth to who made it, and how the match stood with all hands known.

The first uses only what the mover knew. The second lays the hands as they were and leaves open what was still to be
drawn; its worlds keep their order of cards from step to step, so that a difference between two steps is no noise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from engine.bots import herd_expert, herd_lanes
from engine.bots.herd_known import Known, known
from engine.bots.herd_lanes import KINDS, NOBODY, Array, Lanes
from engine.bots.herd_turn import turn
from engine.bots.herds import hand_of
from engine.bots.judged import Judge, Stage, Worths, settled
from engine.games.herds.box import COPIES, PACK, RANKS

View = Mapping[str, Any]
News = Sequence[Mapping[str, Any]]
LAPS = 1  # how often each seat plays before it is asked for its chance
AT_ONCE = 500  # worlds side by side: what lies in memory
WORLDS, STAGES = 200, (Stage(0.006, 800, 4), Stage(0.018, 2000, 3), Stage(0.018, 6000, 2))  # for a choice
SHARP = 0.13  # how accuracy falls with each percent of mean loss: greedy play comes to about 83
OPEN, FUTURES = 600, 6000  # in which a position is, with all hands known; between deals


def worths(view: View, offer: Mapping[str, Any], news: News, made: Mapping[str, Any], seed: int) -> Worths | None:
    """The chance of winning after the move that was made and after the best one; None where there was no choice."""
    table = known(view, hand_of(view), news)
    moves, worth_of = _draws(table, offer) if "draws" in offer else _plays(table, offer)
    if len(moves) < 2:
        return None

    def judge(some: Sequence[int], seed: int, count: int) -> Array:
        return _mean(lambda seed, part: worth_of(some, seed, part), seed, count)

    wanted = {**made, "cards": list(made["cards"])} if "cards" in made else dict(made)
    worth, best, at = settled(judge, len(moves), moves.index(wanted), WORLDS, STAGES, seed)
    return Worths(worth, best, moves[at])


def _plays(table: Known, offer: Mapping[str, Any]) -> tuple[list[dict[str, Any]], Judge]:
    plays = [(play["rank"], play["n"]) for play in offer["plays"]]

    def judge(some: Sequence[int], seed: int, count: int) -> Array:
        return herd_expert.plays_worth(table, [plays[nth] for nth in some], seed, count)

    return [{"type": "play", "cards": [rank] * n} for rank, n in plays], judge


def _draws(table: Known, offer: Mapping[str, Any]) -> tuple[list[dict[str, Any]], Judge]:
    sources = list(offer["draws"])

    def judge(some: Sequence[int], seed: int, count: int) -> Array:
        return herd_expert.draws_worth(table, [sources[nth] for nth in some], seed, count)

    return [{"type": "draw", "source": source} for source in sources], judge


def _mean(judge: Callable[[int, int], Iterable[float]], seed: int, count: int) -> Array:
    """What is judged in so many worlds, a part of them at a time."""
    parts = [min(AT_ONCE, count - at) for at in range(0, count, AT_ONCE)]
    worth = (some * np.asarray(judge(seed + (nth << 32), some)) for nth, some in enumerate(parts))
    return np.asarray(sum(worth) / count)


# --- with all hands known --------------------------------------------------------------------------------------------


def stands(views: Sequence[View], news: News, seed: int, count: int) -> list[float]:
    """Every seat's chance of winning where a seat is to act; `views` are what each seat sees, `news` of one of them."""
    lanes, seat = _laid(views, news, seed, count)
    if views[0]["facts"]["draws_left"]:
        herd_lanes.draw(lanes)
        herd_lanes.end(lanes)
        seat += 1
    return _by_seat(lanes, seat)


def promised(
    views: Sequence[View], news: News, made: Mapping[str, Any], seed: int, count: int
) -> list[float]:  # fmt: skip
    """The same after a move of the seat to act, before anybody knows which cards it turns up.

    It turns up the last cards of each world's pile, so that what is drawn afterwards is what `stands` has drawn then.
    """
    lanes, seat = _laid(views, news, seed, count)
    left, turned_up = int(lanes.left[0]), 1 if made["type"] == "draw" or lanes.market else len(made["cards"])
    lanes.deck[:left] = np.roll(lanes.deck[:left], turned_up, axis=0)
    every = np.arange(count)
    if made["type"] == "play":
        rank, n = np.full(count, made["cards"][0] - 1), np.full(count, len(made["cards"]))
        herd_lanes.carry_out(lanes, every, herd_lanes.after(lanes, every, rank, n))
    else:
        source = made["source"]
        herd_lanes.take(lanes, np.full(count, NOBODY if source == "deck" else source - 1))
        herd_lanes.draw(lanes)
        herd_lanes.end(lanes)
    return _by_seat(lanes, seat + 1)


def between(view: View, seed: int, count: int) -> list[float]:
    """Every seat's chance of winning between two deals."""
    facts = view["facts"]
    seats, market = len(facts["totals"]), "market" in view["places"]
    points = herd_expert.to_come(
        facts["deals"] - facts["deal"], facts["first"], seats, market, count, np.random.default_rng(seed)
    )
    shares = herd_lanes.shares(points + np.array(facts["totals"])[:, None])
    return [float(one) for one in shares.mean(1)]


def _laid(views: Sequence[View], news: News, seed: int, count: int) -> tuple[Lanes, int]:
    """Worlds with everybody's cards as they lie, and who is to act: seat 0 of the lanes."""
    mine = views[0]["facts"]["to_act"]
    seats = len(views)
    table = known(views[mine], hand_of(views[mine]), news)
    hands = [hand_of(views[(mine + nth) % seats]) for nth in range(seats)]
    table = table._replace(held=[[hand.count(rank) for rank in RANKS] for hand in hands])
    lanes = herd_expert.worlds(table, count, np.random.default_rng(seed))
    lanes.deck[: table.left] = _deck(table, seed, count)[: table.left]
    return lanes, mine


def _deck(table: Known, seed: int, count: int) -> Array:
    """What is still to be drawn, in the same order in every step: each card has its place in each world."""
    lying = np.array([table.herds, table.gone, table.row, *table.held[1:], table.own]).sum(0)
    left = COPIES - lying
    faces = np.repeat(np.arange(KINDS, dtype=np.int8), COPIES)
    there = np.tile(np.arange(COPIES), KINDS) < left[faces]
    order = np.argsort(np.where(there[:, None], _places(seed, count), 2.0), axis=0)
    return np.asarray(faces[order])


@lru_cache(maxsize=2)
def _places(seed: int, count: int) -> Array:
    """For every card and world a number by which the pile is ordered."""
    return np.random.default_rng(seed + 1).random((len(PACK), count), np.float32)


def _by_seat(lanes: Lanes, first: int) -> list[float]:
    """Every seat's chance of winning; seat 0 of the lanes is `first` of the match."""
    worth = np.roll(chances(lanes), first, axis=0)
    return [float(one) for one in worth / worth.sum()]


def chances(lanes: Lanes) -> Array:
    """Each seat's chance of winning on average, from the seat to act on: each is asked after a lap of play."""
    seats, think = lanes.seats, herd_expert.net(lanes.seats, lanes.market)
    worth = np.zeros((seats, len(lanes.over)), np.float32)
    turned = 0
    while turned < seats * (LAPS + 1) and not lanes.over.all():
        now = turn(lanes, think)
        if turned >= seats * LAPS:
            worth[turned % seats, now.lane] = now.value
        herd_lanes.carry_out(lanes, now.lane, now.done)
        turned += 1
    over = np.flatnonzero(lanes.over)
    worth[:, over] = np.roll(herd_lanes.shares(lanes.caps), turned, axis=0)[:, over]
    return np.asarray(worth.mean(1))
