"""Bots for the herds. easy: greedy, half its moves random; medium: greedy; hard: greedy less what it leaves behind;
expert: a trained net in sampled worlds.

Hard and expert count cards: they know which cards are still unseen and what the next player may do with them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import Any

from engine.bots.herd_known import captured, known
from engine.games.herds.box import COPIES, HAND, HERD, RANKS
from engine.games.herds.chase import prey

View = Mapping[str, Any]
Plays = Sequence[Mapping[str, Any]]
# By seats: what the next player's catch weighs, and what the own hand's next catch does.
WEIGHTS = {2: (1.0, 0.8), 3: (0.4, 0.6)}
MANY = (0.3, 0.3)


def choose(
    level: str, view: View, offer: Mapping[str, Any], news: Sequence[Mapping[str, Any]], chance: random.Random
) -> dict[str, Any]:
    """A legal move for the seat that is to act in this view (see `engine.bots.choose`)."""
    if level == "expert":
        return _expert(view, offer, news, chance)
    if "draws" in offer:
        return {"type": "draw", "source": _source(level, view, offer["draws"], chance)}
    plays: Plays = offer["plays"]
    if level == "easy" and chance.random() < 0.5:
        return _write(chance.choice(plays))
    if level == "hard":
        return _write(_least_regret(view, plays, captured(news), chance))
    return _write(_greediest(plays, chance))


def _expert(
    view: View, offer: Mapping[str, Any], news: Sequence[Mapping[str, Any]], chance: random.Random
) -> dict[str, Any]:
    """The play or draw that fares best in sampled worlds; numpy is loaded where an expert sits at a table."""
    from engine.bots import herd_expert

    table, seed = known(view, hand_of(view), news), chance.getrandbits(32)
    if "draws" in offer:
        worth = herd_expert.draws_worth(table, offer["draws"], seed)
        return {"type": "draw", "source": offer["draws"][int(worth.argmax())]}
    plays: Plays = offer["plays"]
    if len(plays) == 1:
        return _write(plays[0])
    worth = herd_expert.plays_worth(table, [(play["rank"], play["n"]) for play in plays], seed)
    return _write(plays[herd_expert.choice(worth, [play["captured"] for play in plays])])


def _write(play: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "play", "cards": [play["rank"]] * play["n"]}


def _greediest(plays: Plays, chance: random.Random) -> Mapping[str, Any]:
    """The biggest capture, with as few cards as it takes; without one, few cards: pairs are held back."""
    most = max(play["captured"] for play in plays)
    best = [play for play in plays if play["captured"] == most]
    fewest = min(play["n"] for play in best)
    return chance.choice([play for play in best if play["n"] == fewest])


def hand_of(view: View) -> list[int]:
    return next(
        lying for place, lying in view["places"].items() if place.startswith("hand:") and isinstance(lying, list)
    )


def _least_regret(view: View, plays: Plays, gone: Counter[int], chance: random.Random) -> Mapping[str, Any]:
    """Captures, less the next player's expected best capture, plus part of the best follow-up in the own hand."""
    places, hand = view["places"], hand_of(view)
    herds = [len(places[f"herd:{rank}"]) for rank in RANKS]
    row = Counter(places.get("market", ()))
    seats = len(view["facts"]["totals"])
    unseen = [COPIES - herds[rank - 1] - gone[rank] - hand.count(rank) - row[rank] for rank in RANKS]
    fear, hope = WEIGHTS.get(seats, MANY)
    following = (int(view["facts"]["to_act"]) + 1) % seats
    size = places[f"hand:{following}"]

    def worth(play: Mapping[str, Any]) -> float:
        after, left = list(herds), hand.copy()
        after[play["rank"] - 1] += play["n"]
        for _ in range(play["n"]):
            left.remove(play["rank"])
        if play["prey"]:
            after[play["prey"] - 1] = 0
        theirs = _expected_catch(after, unseen, size)
        mine = max((_catch(after, rank, left.count(rank)) for rank in set(left)), default=0)
        return float(play["captured"]) - fear * theirs + hope * mine

    judged = [(worth(play), play) for play in plays]
    best = max(value for value, _ in judged)
    return chance.choice([play for value, play in judged if value > best - 1e-9])


def _catch(herds: Sequence[int], rank: int, n: int) -> int:
    """How many cards n more of a rank would capture."""
    chased = prey([range(size) for size in herds], rank, herds[rank - 1] + n)
    return herds[chased - 1] if chased and n else 0


@lru_cache(maxsize=4096)
def _chance_of(copies: int, unseen: int, size: int, need: int) -> float:
    """P(a hand of `size` of `unseen` cards holds at least `need` of `copies`): hypergeometric."""
    if need > copies or unseen <= 0:
        return 0.0
    size = min(size, unseen)
    ways = sum(
        comb(copies, k) * comb(unseen - copies, size - k)
        for k in range(need, min(copies, size) + 1)
        if size - k <= unseen - copies
    )
    return ways / comb(unseen, size)


def _expected_catch(herds: Sequence[int], unseen: Sequence[int], size: int) -> float:
    """The next player's expected best capture, ranks taken as independent, best ones first."""
    total, options = sum(unseen), []
    for rank in RANKS:
        need = max(1, HERD - herds[rank - 1])
        gain = _catch(herds, rank, need)
        if gain:
            options.append((gain, _chance_of(unseen[rank - 1], total, size, need)))
    expected, nothing_better = 0.0, 1.0
    for gain, likely in sorted(options, reverse=True):
        expected += nothing_better * likely * gain
        nothing_better *= 1 - likely
    return expected


def _source(level: str, view: View, sources: Sequence[Any], chance: random.Random) -> Any:
    if level == "easy" and chance.random() < 0.5:
        return chance.choice(list(sources))
    return source_by_rule(view, sources)


def source_by_rule(view: View, sources: Sequence[Any]) -> Any:
    """Raise the best capture in hand, else make a pair, else the pile (Kariba's market)."""
    hand = hand_of(view)
    herds = [len(view["places"][f"herd:{rank}"]) for rank in RANKS]
    faces = [source for source in sources if source != "deck"]
    now = max((_catch(herds, rank, hand.count(rank)) for rank in set(hand)), default=0)
    gains = [(_catch(herds, rank, hand.count(rank) + 1), hand.count(rank) + 1, rank) for rank in faces]
    better = [gain for gain in gains if gain[0] > now] or [gain for gain in gains if gain[1] >= 2]
    if better and len(hand) < HAND:
        return max(better)[2]
    return "deck" if "deck" in sources else max(faces)
