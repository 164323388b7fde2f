"""Seven Waters, looked back on: what a move was worth to who made it, and how the match stood with both hands known.

The first uses only what the mover knew. The second leaves open only what lay face down in the pyramid; its worlds stay
the same from step to step, so that a difference between two steps is no noise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.bots import water_expert
from engine.bots.judged import Stage, Worths, settled
from engine.bots.net import chances
from engine.bots.water_eyes import seen
from engine.bots.water_lanes import (
    BITS,
    DISCARD,
    DRAFT,
    HAND,
    NONE,
    PASS,
    POOLED,
    RIVER_HIGH,
    RIVER_LOW,
    RIVER_START,
    SLIDE,
    THEMED,
    WET,
    Array,
    Lanes,
    Moves,
    after,
    pass_on,
)  # fmt: skip
from engine.bots.water_moves import moves
from engine.bots.water_worlds import NUMBER, Known
from engine.games.seven_waters import move as written
from engine.games.seven_waters.cards import SUITS, is_joker, number
from engine.games.seven_waters.move import Discard, Draft, Move, Pool, River, Slide, Theme
from engine.games.seven_waters.pyramid import SPOTS

View = Mapping[str, Any]
News = Sequence[Mapping[str, Any]]
AT_ONCE = 250  # worlds side by side: what lies in memory
WORLDS, STAGES = 100, (Stage(0.01, 400, 4), Stage(0.018, 1200, 3), Stage(0.018, 3000, 2))  # for a choice
SHARP = 0.06  # how accuracy falls with each percent of mean loss; here one choice may cost far more than in the herds
OPEN, FUTURES, LAPS = (
    200,
    0,
    2,
)  # worlds of a position with both hands known; turns before it is asked
_AT = {(spot.row, spot.pos): nth for nth, spot in enumerate(SPOTS)}
_ENDS = {"low": RIVER_LOW, "high": RIVER_HIGH, "start": RIVER_START}


def worths(view: View, offer: Mapping[str, Any], news: News, made: Mapping[str, Any], seed: int) -> Worths | None:
    """The chance of winning after the move that was made and after the best one; None where there was no choice."""
    known = Known(view, news)
    tried, mine = _tried(known, as_column(known, written.read(dict(made))))
    if len(tried.lane) == 1:
        return None

    def judge(some: Sequence[int], seed: int, count: int) -> Array:
        return _worth(known, tried.some(np.array(some)), seed, count)

    worth, best, at = settled(judge, len(tried.lane), mine, WORLDS, STAGES, seed)
    if at == mine:
        return Worths(worth, best, made)
    return Worths(worth, best, written.write(water_expert.as_move(known.base.seats[0, HAND, 0], tried, at)))


def _tried(known: Known, made: Moves) -> tuple[Moves, int]:
    """The moves worth a thought, as the expert picks them, with the one that was made; and which of them that is."""
    one = known.worlds(1, np.random.default_rng(0))
    some = moves(one)
    first = chances(water_expert.net(), seen(one, some, after(one, some)))
    some = some.some(np.argsort(-first, kind="stable")[: water_expert.TRIED])
    same = (some.kind == made.kind) & (some.used == made.used) & (some.what == made.what)
    if same.any():
        return some, int(same.argmax())
    parts = ((some.lane, made.lane), (some.kind, made.kind), (some.used, made.used), (some.what, made.what))
    return Moves(*(np.concatenate(pair) for pair in parts)), len(some.lane)


def _worth(known: Known, some: Moves, seed: int, count: int) -> Array:
    """The chance of winning after each of some moves, on average over the same worlds; a part of them at a time."""
    parts = [min(AT_ONCE, count - at) for at in range(0, count, AT_ONCE)]
    worth = (part * _worth_in(known, some, seed + (nth << 32), part) for nth, part in enumerate(parts))
    return np.asarray(sum(worth) / count)


def _worth_in(known: Known, some: Moves, seed: int, count: int) -> Array:
    lanes = known.worlds(count, np.random.default_rng(seed))
    each = Moves(*(np.repeat(part, count) for part in (some.lane, some.kind, some.used, some.what)))
    each.lane = np.tile(np.arange(count), len(some.lane))
    new = after(lanes, each)
    pass_on(new)
    return np.asarray(water_expert.fared(new, known.seat, water_expert.LAPS).reshape(-1, count).mean(1))


def as_column(known: Known, made: Move) -> Moves:
    """A move of the seat to act as a column of lanes."""
    hand = known.base.seats[0, HAND, 0]
    kind, cards, what = PASS, (), 0  # type: tuple[int, tuple[str, ...], int]
    match made:
        case Draft(spot):
            kind, what = DRAFT, SPOTS.index(spot)
        case Slide(line, laid):
            kind, cards, what = SLIDE, laid, line - 1
        case River(end, wishes):
            kind, cards = _ENDS[end], tuple(wish.card for wish in wishes)
            what = _begins(made) if end == "start" else 0
        case Pool(laid, suit):
            wet = int(known.base.seats[0, WET, 0])
            natural = [card[1] for card in laid if not is_joker(card)]
            kind, cards = POOLED, laid
            what = wet if wet != NONE else SUITS.index(natural[0] if natural else suit or SUITS[0])
        case Theme(card):
            kind, cards, what = THEMED, (card,), SUITS.index(card[1])
        case Discard(laid):
            kind, cards = DISCARD, laid
        case _:
            pass
    slots = np.isin(hand, np.array([NUMBER[card] for card in cards], np.int8))
    used = int((slots == BITS).all(1).argmax())
    return Moves(
        np.zeros(1, np.int64), np.array([kind], np.int8), np.array([used], np.int16), np.array([what], np.int8)
    )


def _begins(made: River) -> int:
    """The lowest rank of a river that is begun."""
    for nth, wish in enumerate(made.cards):
        if not is_joker(wish.card):
            return number(wish.card) - nth
    return (made.cards[0].rank or 0) if made.cards else 0


# --- with both hands known -------------------------------------------------------------------------------------------


def stands(views: Sequence[View], news: News, seed: int, count: int) -> list[float]:
    """Each seat's chance of winning; `views` are what each seat sees, `news` of one of them."""
    _, lanes = _laid(views, news, seed, count)
    return _by_seat(lanes)


def promised(views: Sequence[View], news: News, made: Mapping[str, Any], seed: int, count: int) -> list[float]:
    """The same after a move of the seat to act, before anybody knows which cards it uncovers."""
    known, lanes = _laid(views, news, seed, count)
    one = as_column(known, written.read(dict(made)))
    each = Moves(*(np.repeat(part, count) for part in (one.lane, one.kind, one.used, one.what)))
    each.lane = np.arange(count)
    new = after(lanes, each)
    pass_on(new)
    return _by_seat(new)


def between(view: View, seed: int, count: int) -> list[float]:
    """Seven Waters is one deal: there is nothing between."""
    raise ValueError("a match of one deal")


def _laid(views: Sequence[View], news: News, seed: int, count: int) -> tuple[Known, Lanes]:
    """Worlds with both hands as they are: seat 0 of the lanes is to act."""
    seat = views[0]["facts"]["to_act"]
    known = Known(views[seat], news)
    known.park(known.base.seats[1, :, 0], 1 - seat, views[1 - seat]["places"])
    lanes = known.base.taken(np.zeros(count, np.int64))
    seen_by = {
        NUMBER[card[:2]]
        for one in views
        for lying in one["places"].values()
        if isinstance(lying, list)
        for card in lying
    }
    hidden = [card for card in range(len(NUMBER)) if card not in seen_by]
    spots, cards = _uncovered(news)
    lying = _pyramids(sorted([*known.down, *spots]), sorted([*hidden, *cards]), seed, count)
    at = {spot: nth for nth, spot in enumerate(sorted([*known.down, *spots]))}
    every = np.arange(count)
    for spot, card in zip(spots, cards, strict=True):
        # The card that came to light changes places with the one this world had there.
        lying[(lying == card).argmax(0), every] = lying[at[spot]]
        lying[at[spot]] = card
    lanes.pyramid[known.down] = lying[[at[spot] for spot in known.down]]
    return known, lanes


def _pyramids(spots: Sequence[int], cards: Sequence[int], seed: int, count: int) -> Array:
    """How the cards that lay face down at first may have lain, one world a column."""
    some = np.tile(np.array(cards, np.int8), (count, 1))
    return np.ascontiguousarray(np.random.default_rng(seed).permuted(some, axis=1).T[: len(spots)])


def _uncovered(news: News) -> tuple[list[int], list[int]]:
    """The spots that were turned up since the deal, and their cards, in order."""
    spots: list[int] = []
    cards: list[int] = []
    for item in news:
        for event in item["events"]:
            if event["e"] == "uncover":
                spots += [_AT[one["row"], one["pos"]] for one in event["cards"]]
                cards += [NUMBER[one["card"]] for one in event["cards"]]
    return spots, cards


def _by_seat(lanes: Lanes) -> list[float]:
    """Each seat's chance of winning on average: both are asked, each when the turn has come to it so often."""
    worth = [float(water_expert.fared(lanes, seat, LAPS).mean()) for seat in (0, 1)]
    return [one / sum(worth) for one in worth]
