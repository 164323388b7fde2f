"""What a golden match must show of a rule that is easily got wrong: each rule's situation, found in a played match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from engine.core.match import Played
from tests.engine.golden.log import Try
from tests.engine.random_play import Done

Steps = Sequence[Done]


def _by(done: Done) -> int | None:
    return done.entry.seat if isinstance(done.entry, Played) else None


def _kind(done: Done) -> str:
    return str(done.entry.move["type"]) if isinstance(done.entry, Played) else "deal"


def _news(done: Done) -> list[dict[str, Any]]:
    """What everybody heard."""
    return done.after.news(done.events, None)


def _said(done: Done, name: str) -> list[dict[str, Any]]:
    return [one for one in _news(done) if one["e"] == name]


def _places(match: Any, seat: int | None = None) -> dict[str, Any]:
    return dict(match.view(seat)["places"])


def _facts(match: Any) -> dict[str, Any]:
    return dict(match.view(None)["facts"])


def k5(steps: Steps, tries: Sequence[Try]) -> bool:
    """A card from the deck is seen by its seat alone, and before the next choice of the same turn."""
    for one, two in pairwise(steps):
        seat = _by(one)
        if seat is None or _kind(one) != "draw" or one.entry.move["source"] != "deck":  # type: ignore[union-attr]
            continue
        own = [event for event in one.after.news(one.events, seat) if event["e"] == "draw"]
        (face,) = own[0]["moves"][0][2]
        hidden = _said(one, "draw")[0]["moves"][0][2] == [None]
        if _kind(two) == "draw" and _by(two) == seat and hidden and face in _places(two.before, seat)[f"hand:{seat}"]:
            return True
    return False


def k6(steps: Steps, tries: Sequence[Try]) -> bool:
    """Two draws of one turn, the first from the row: the gap stays until the last one is made, then it is filled."""
    for one, two in pairwise(steps):
        drawn = _kind(one) == _kind(two) == "draw" and _by(one) == _by(two)
        if not drawn or one.entry.move["source"] == "deck" or _said(one, "refill"):  # type: ignore[union-attr]
            continue
        gap = len(_places(one.after)["market"]) < 3 and _places(one.after)["deck"] > 0
        names = [event["e"] for event in _news(two)]
        if gap and "refill" in names and names.index("refill") > max(n for n, e in enumerate(names) if e == "draw"):
            return True
    return False


def k7(steps: Steps, tries: Sequence[Try]) -> bool:
    """The deck is empty, face-up cards are left and drawn by choice; the deal ends only with an empty hand."""
    drawn = [
        done for done in steps if _kind(done) == "draw" and _places(done.before)["deck"] == 0
    ]  # fmt: skip
    ends = [done for done in steps if _said(done, "deal_over")]
    hands = [[n for place, n in _places(end.after).items() if place.startswith("hand:")] for end in ends]
    return bool(drawn) and all(0 in sizes for sizes in hands)


def k8(steps: Steps, tries: Sequence[Try]) -> bool:
    """Draws that can come out one way only are made at once: equal cards up and no deck, and the row taken whole."""
    equal = whole = False
    for done in steps:
        draws = _said(done, "draw")
        forced = draws if _kind(done) == "play" else draws[1:]
        equal |= any(draw["left"] == 0 and draw.get("source") != "deck" for draw in forced)
        whole |= any(draw.get("source") == "deck" for draw in forced)
    return equal and whole


def s2(steps: Steps, tries: Sequence[Try]) -> bool:
    """One draft turns two cards up."""
    return any(len(event["cards"]) == 2 for done in steps for event in _said(done, "uncover"))


def s7(steps: Steps, tries: Sequence[Try]) -> bool:
    """A slide's extra action is another slide, which gives one as well."""
    chained = (
        (one, two)
        for one, two in pairwise(steps)
        if _kind(one) == _kind(two) == "slide" and _by(one) == _by(two) and _facts(two.before)["extra"]
    )
    return any(_said(two, "extra") for _, two in chained)


def s8(steps: Steps, tries: Sequence[Try]) -> bool:
    """The seventh slide still gives its extra action; an eighth one is refused, though its sum is right."""
    seventh = [
        (one, two) for one, two in pairwise(steps) if _kind(one) == "slide" and _facts(one.after)["slides_left"] == 0
    ]
    extra = any(_by(one) == _by(two) and _facts(two.before)["extra"] for one, two in seventh)
    return extra and any(one["refused"] == "no_slides_left" for one in tries)


def _passed_early(tries: Sequence[Try]) -> bool:
    return any(one["refused"] == "pass_early" for one in tries)


def s12_pass(steps: Steps, tries: Sequence[Try]) -> bool:
    """A pass is refused while the pyramid has cards, and taken once it has none, as an extra action, too."""
    passed = [_facts(done.before)["extra"] for done in steps if _kind(done) == "pass"]
    return _passed_early(tries) and True in passed and False in passed


def s12_skip(steps: Steps, tries: Sequence[Try]) -> bool:
    """One with no cards is skipped once the pyramid is empty."""
    return _passed_early(tries) and any(_said(done, "skip") for done in steps)


def s12_lapse(steps: Steps, tries: Sequence[Try]) -> bool:
    """A slide's extra action lapses by itself where nothing can be done."""
    return _passed_early(tries) and any(_said(done, "lapse") for done in steps)


def s13(steps: Steps, tries: Sequence[Try]) -> bool:
    """The apex is taken as an extra action; then the opponent has one turn, then the taker."""
    at = next(n for n, done in enumerate(steps) if _facts(done.after)["pyramid_left"] == 0 and _kind(done) == "draft")
    taker, extra = _by(steps[at]), _facts(steps[at].before)["extra"]
    turns = [_by(done) for done in steps[at + 1 :] if not _facts(done.before)["extra"]]
    return extra and taker is not None and turns == [1 - taker, taker]


SITUATIONS: dict[str, Callable[[Steps, Sequence[Try]], bool]] = {
    "K5": k5,
    "K6": k6,
    "K7": k7,
    "K8": k8,
    "S2": s2,
    "S7": s7,
    "S8": s8,
    "S12-pass": s12_pass,
    "S12-skip": s12_skip,
    "S12-lapse": s12_lapse,
    "S13": s13,
}
