"""Replays a record from its orders and moves alone, by a family's own copy of the rules: no engine in here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.load.families import BY_GAME
from tests.load.wrong import WrongRecord

__all__ = ["WrongRecord", "compare", "deals_of", "replay"]


def deals_of(record: dict[str, Any], steps: list[dict[str, Any]], fairness: dict[str, Any]) -> Iterator[Any]:
    """The deal as it stands after each step. Raises WrongRecord."""
    family = BY_GAME[record["game"]]
    deal = None
    for step in steps:
        if "deal" in step:
            if deal and not deal.over:
                raise WrongRecord(f"step {step['step']}: dealt before the deal was over")
            fair = fairness["deals"][step["deal"] - 1]
            if fair["first"] != step["first"] or sorted(fair["order"]) != family.PACK:
                raise WrongRecord(f"deal {step['deal']}: another first seat or another pack")
            deal = family.Deal(record, list(fair["order"]), step["first"])
        elif deal is None:
            raise WrongRecord("a move before the first deal")
        else:
            deal.move(step)
        yield deal


def replay(record: dict[str, Any], steps: list[dict[str, Any]], fairness: dict[str, Any]) -> dict[str, Any]:
    """The scores that a record's orders and moves give.

    Returns:
        {"deals", "totals", "winners"} and what else the game's record has. Raises WrongRecord.
    """
    deals: list[list[int]] = []
    deal = None
    for deal in deals_of(record, steps, fairness):
        if deal.over:
            deals.append(deal.scores())
    if deal is None or not deal.over:
        raise WrongRecord("the last deal is not over")
    totals = [sum(row[seat] for row in deals) for seat in range(len(record["seats"]))]
    return {"deals": deals, "totals": totals, **BY_GAME[record["game"]].verdict(totals, deal)}


def compare(
    record: dict[str, Any],
    steps: list[dict[str, Any]],
    fairness: dict[str, Any],
    seat: int,
    views: list[dict[str, Any]],
) -> None:
    """Hold every view a seat was sent against where the cards must lie. Raises WrongRecord."""
    if len(views) != len(steps):
        raise WrongRecord(f"seat {seat} saw {len(views)} views of {len(steps)} steps")
    for step, view, deal in zip(steps, views, deals_of(record, steps, fairness), strict=True):
        where = f"step {step['step']}, seat {seat}"
        if view["places"] != deal.places(seat):
            raise WrongRecord(f"{where}: {view['places']} should be {deal.places(seat)}")
        for name, fact in deal.facts().items():
            if view["facts"][name] != fact:
                raise WrongRecord(f"{where}: {name} is {view['facts'][name]}, should be {fact}")
