"""Checks the deals of a finished match from its record alone: was each one sealed before play, from everybody's share?

    checks(record, shelf) -> [Check...]      what was looked at, and whether it holds

Anybody can do the same with docs/fairness.md in any language; nothing here knows more than the record says. Pure.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from app.rooms import shuffle
from engine.core.match import Match
from engine.games import Shelf


class Check(NamedTuple):
    """One thing that was looked at. `what`: seal, share, order or first; `holds`; `where`: deal or seat."""

    what: str
    where: str
    holds: bool


class NotFair(ValueError):
    """The record makes no claim that can be checked: a lesson, another scheme, or no record at all."""


def checks(record: Mapping[str, Any], shelf: Shelf) -> list[Check]:
    """Everything that a record's fairness promises. Raises NotFair."""
    try:
        fairness = record["fairness"]
        if fairness["scheme"] != shuffle.SCHEME:
            raise NotFair(f"scheme {fairness['scheme']}")
        return [*_shares(fairness), *_deals(record, fairness, shelf)]
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise NotFair(str(error) or type(error).__name__) from error


def shares(fairness: Mapping[str, Any]) -> list[bytes]:
    """Every seat's share in order of seats; empty where it is the zero share."""
    return [bytes.fromhex(one.get("bytes", "")) for one in sorted(fairness["shares"], key=lambda one: one["seat"])]


def _shares(fairness: Mapping[str, Any]) -> Iterator[Check]:
    """Every share that was opened is what its seat had sealed before."""
    pledges = {one["seat"]: one["sha256"] for one in fairness["pledges"]}
    for one in fairness["shares"]:
        if "bytes" in one:
            sealed = hashlib.sha256(bytes.fromhex(one["bytes"])).hexdigest()
            yield Check("share", f"seat {one['seat'] + 1}", pledges.get(one["seat"]) == sealed)


def _deals(record: Mapping[str, Any], fairness: Mapping[str, Any], shelf: Shelf) -> Iterator[Check]:
    seats = len(record["seats"])
    opened = Match.open(shelf[record["game"]], seats, record["options"])
    pack, added = opened.pack(), shares(fairness)
    began = None
    for deal in fairness["deals"]:
        d, where = deal["d"], f"deal {deal['d']}"
        seed = bytes.fromhex(deal["seed"])
        key = shuffle.key(seed, record["match"], added)
        yield Check("seal", where, shuffle.commitment(seed) == deal["commitment"])
        yield Check("order", where, len(added) == seats and shuffle.order(pack, key, d) == deal["order"])
        if d == 1 and fairness["first_by"] == "drawn":
            yield Check("first", where, shuffle.first_seat(key, seats) == deal["first"])
        began = deal["first"] if began is None else began
        if d > 1:
            yield Check("first", where, (began + d - 1) % seats == deal["first"])
