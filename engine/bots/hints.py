"""Why a bot would make a move, in facts that a sentence is built from: what it brings, and what the next player may
answer. Every number follows from the view and the news alone.

    why(game, view, news, move) -> (key, facts)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from engine.games.herds.box import COPIES, HERD, RANKS
from engine.games.herds.chase import prey
from engine.games.seven_waters.cards import value
from engine.games.seven_waters.check import fits
from engine.games.seven_waters.table import LINES

View = Mapping[str, Any]
News = Sequence[Mapping[str, Any]]
Reason = tuple[str, dict[str, Any]]
LIKELY = 10  # percent from which an answer is worth a word


class Answer(NamedTuple):
    """What the next player may do: with so many cards of a rank, catch so many of another, so likely (percent)."""

    rank: int
    need: int
    prey: int
    n: int
    percent: int


def why(game: str, view: View, news: News, move: Mapping[str, Any]) -> Reason:
    """The reason of a move for the seat that is to act in this view; an empty key where none is known."""
    if game in ("waterhole", "kariba"):
        return _draw(view, move) if move["type"] == "draw" else _play(view, news, move)
    return _waters(view, move) if game == "seven_waters" else ("", {})


# --- the herds -------------------------------------------------------------------------------------------------------


def _play(view: View, news: News, move: Mapping[str, Any]) -> Reason:
    rank, n = move["cards"][0], len(move["cards"])
    herds = _herds(view)
    herds[rank - 1] += n
    chased = prey([range(size) for size in herds], rank, herds[rank - 1])
    caught = herds[chased - 1] if chased else 0
    if chased:
        herds[chased - 1] = 0
    answer = worst(view, news, herds)
    facts = {"rank": rank, "n": n, "total": herds[rank - 1], "caught": caught, "prey": chased or None}
    key = "catch" if caught else "calm"
    if answer is None:
        return f"{key}.safe", facts
    return f"{key}.risk", {**facts, **{f"their_{name}": fact for name, fact in answer._asdict().items()}}


def _herds(view: View) -> list[int]:
    return [len(view["places"][f"herd:{rank}"]) for rank in RANKS]


def _hand(view: View) -> list[int]:
    return list(view["places"][f"hand:{view['facts']['to_act']}"])


def worst(view: View, news: News, herds: Sequence[int]) -> Answer | None:
    """The catch that the next player has to be feared most for, by its size and chance; None where none is likely."""
    seats, seat = len(view["facts"]["totals"]), view["facts"]["to_act"]
    size = view["places"][f"hand:{(seat + 1) % seats}"]
    unseen = _unseen(view, news)
    found = []
    for rank in RANKS:
        need = max(1, HERD - herds[rank - 1])
        chased = prey([range(size) for size in herds], rank, herds[rank - 1] + need)
        percent = round(100 * at_least(unseen[rank - 1], sum(unseen), size, need))
        if chased and percent >= LIKELY:
            found.append(Answer(rank, need, chased, herds[chased - 1], percent))
    return max(found, key=lambda one: (one.n * one.percent, -one.rank), default=None)


def _unseen(view: View, news: News) -> list[int]:
    """How many cards of each rank this seat has not seen in this deal: in other hands, or still to be drawn."""
    gone = Counter[int]()
    for item in news:
        for event in item["events"]:
            if event["e"] == "deal":
                gone.clear()
            elif event["e"] == "capture":
                gone[event["prey"]] += event["n"]
    seen = Counter([*_hand(view), *view["places"].get("market", ())])
    return [COPIES - herd - gone[rank] - seen[rank] for rank, herd in zip(RANKS, _herds(view), strict=True)]


def at_least(copies: int, cards: int, size: int, need: int) -> float:
    """The chance that a hand of `size` of so many cards holds at least `need` of `copies`: hypergeometric."""
    size = min(size, cards)
    if need > min(copies, size):
        return 0.0
    ways = (comb(copies, k) * comb(cards - copies, size - k) for k in range(need, min(copies, size) + 1))
    return sum(ways) / comb(cards, size)


def _draw(view: View, move: Mapping[str, Any]) -> Reason:
    source = move["source"]
    if source == "deck":
        return "deck", {}
    n = _hand(view).count(source) + 1
    herds = _herds(view)
    chased = prey([range(size) for size in herds], source, herds[source - 1] + n)
    caught = herds[chased - 1] if chased else 0
    return ("take.catch" if caught else "take"), {"rank": source, "n": n, "caught": caught, "prey": chased or None}


# --- Seven Waters ----------------------------------------------------------------------------------------------------


def _waters(view: View, move: Mapping[str, Any]) -> Reason:
    kind, seat = move["type"], view["facts"]["to_act"]
    places = view["places"]
    if kind == "draft":
        (card,) = places[f"pyramid:{move['row']}:{move['pos']}"]
        before, after = slides(view, seat, ()), slides(view, seat, (card,))
        new = sorted(after - before)
        if new:
            return "draft.slide", {"card": card, "line": new[0][0], "total": new[0][1]}
        return "draft", {"card": card}
    if kind == "slide":
        n = len(move["cards"])
        return "slide", {"line": move["line"], "total": _rope(view, seat, move["line"]), "n": n, "points": 2 * n}
    if kind in ("river", "pool"):
        had = places[f"{kind}:{seat}"]
        return kind, {"n": len(move["cards"]), "length": len(had) + len(move["cards"])}
    if kind == "theme":
        suit = move["card"][1]
        laid = [card for place, cards in places.items() if _in_park(place, seat) for card in cards]
        count = sum(card[0] != "X" and card[1] == suit for card in laid)
        return "theme", {"card": move["card"], "suit": suit, "n": count}
    return kind, {"n": len(move.get("cards", ()))}


def _in_park(place: str, seat: int) -> bool:
    kind, _, rest = place.partition(":")
    return kind in ("slide", "river", "pool") and rest.split(":")[0] == str(seat)


def _rope(view: View, seat: int, line: int) -> int:
    return sum(value(card) for card in view["places"][f"rope:{seat}:{line}"])


def slides(view: View, seat: int, more: Sequence[str]) -> set[tuple[int, int]]:
    """The lines, with their totals, on which the hand and these cards could build a slide."""
    hand = [*view["places"][f"hand:{seat}"], *more]
    if not view["facts"]["slides_left"]:
        return set()
    open_ = [line for line in LINES if not view["places"][f"slide:{seat}:{line}"]]
    ways = [cards for n in range(1, len(hand) + 1) for cards in combinations(hand, n)]
    totals = {line: _rope(view, seat, line) for line in open_}
    return {(line, total) for line, total in totals.items() if any(fits(total, cards) for cards in ways)}
