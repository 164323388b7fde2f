"""What a seat of the herds knows: its view, and what it saw and counted since the cards were dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.games.herds.box import RANKS


class Known(NamedTuple):
    """What a seat knows of a deal, seats in the order of play from its own.

    Attributes:
        herds, own, gone, row: cards of each rank at the waterhole, in the own hand, captured, face up.
        held: cards of each rank that each hand is known to hold, since they were taken from the row in sight of all.
        sizes: cards in each hand. points: of the match so far. later: deals still to come; first: who began this one.
    """

    herds: Sequence[int]
    own: Sequence[int]
    gone: Sequence[int]
    row: Sequence[int]
    held: Sequence[Sequence[int]]
    sizes: Sequence[int]
    points: Sequence[int]
    left: int
    market: bool
    later: int = 0
    first: int = 0


def known(view: Mapping[str, Any], own: Sequence[int], news: Sequence[Mapping[str, Any]]) -> Known:
    """A view of the seat that is to act, with the news of its deal, read for the expert."""
    places, facts = view["places"], view["facts"]
    seats, mine = len(facts["totals"]), facts["to_act"]
    order = [(mine + nth) % seats for nth in range(seats)]
    row, gone, held = places.get("market", ()), captured(news), taken(news)
    return Known(
        [len(places[f"herd:{rank}"]) for rank in RANKS],
        [own.count(rank) for rank in RANKS],
        [gone[rank] for rank in RANKS],
        [row.count(rank) for rank in RANKS],
        [[held[seat, rank] for rank in RANKS] for seat in order],
        [len(own), *(places[f"hand:{seat}"] for seat in order[1:])],
        [facts["totals"][seat] for seat in order],
        places["deck"],
        "market" in places,
        facts["deals"] - facts["deal"],
        (facts["first"] - mine) % seats,
    )


def captured(news: Sequence[Mapping[str, Any]]) -> Counter[int]:
    """How many cards of each rank were captured in this deal: everybody saw it."""
    gone: Counter[int] = Counter()
    for event in this_deal(news):
        if event["e"] == "capture":
            gone[event["prey"]] += event["n"]
    return gone


def taken(news: Sequence[Mapping[str, Any]]) -> Counter[tuple[int, int]]:
    """How many cards of a rank a seat holds at least, by (seat, rank): it took them from the row and laid no more."""
    held: Counter[tuple[int, int]] = Counter()
    for event in this_deal(news):
        if event["e"] == "draw" and isinstance(event.get("source"), int):
            held[event["seat"], event["source"]] += event["n"]
        elif event["e"] == "play":
            at = event["seat"], event["rank"]
            held[at] = max(0, held[at] - event["n"])
    return held


def this_deal(news: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The events since the last deal."""
    events = [event for item in news for event in item["events"]]
    start = max((nth for nth, event in enumerate(events) if event["e"] == "deal"), default=0)
    return iter(events[start:])
