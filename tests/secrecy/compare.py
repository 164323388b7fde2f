"""A pair of worlds judged in three ways, each of which must find nothing:

swap   every byte the viewer was sent is the same in both worlds; so are numbers of frames, records and log lines
tag    no card that is newly shown in a frame still lies face down (judged by the engine's state)
know   no card is shown that know(v) does not allow (judged by the rules alone)
"""

from __future__ import annotations

from typing import NamedTuple

from tests.secrecy.desk import seeds_of
from tests.secrecy.know import BOX, Rules, Viewer
from tests.secrecy.lived import Lived
from tests.secrecy.script import follow
from tests.secrecy.worlds import Pair

TESTS = ("swap", "tag", "know")


class Verdict(NamedTuple):
    """What was found in a pair.

    Attributes:
        found: for each test that failed, where first. withheld: a card that know(v) allows and nobody was shown.
        frames, size: how much was compared.
    """

    found: dict[str, str]
    withheld: str
    frames: int
    size: int


async def judge(pair: Pair) -> Verdict:
    """Live both worlds and compare."""
    a = await Lived(pair.setup, pair.a, seeds_of("a", pair.over), follow=True).live()
    b = await Lived(pair.setup, pair.b, seeds_of("b", pair.over), follow=False).live()
    told_a, told_b = a.bytes_of(pair.viewer), b.bytes_of(pair.viewer)
    found = {
        test: where
        for test, where in (
            ("swap", differs(told_a, told_b)),
            ("tag", face_down(a)),
            ("know", beyond(a, pair.setup.rules())),
        )
        if where
    }
    size = sum(len(one) for frames in told_a.values() for one in frames)
    return Verdict(found, withheld(a, pair.setup.rules()), sum(map(len, told_a.values())), size)


def differs(a: dict[str, list[bytes]], b: dict[str, list[bytes]]) -> str:
    """Where two worlds' bytes differ first."""
    if a.keys() != b.keys():
        return f"who was told: {sorted(a.keys() ^ b.keys())}"
    for name, frames in a.items():
        if len(frames) != len(b[name]):
            return f"{name}: {len(frames)} frames, and {len(b[name])}"
        for nth, (one, other) in enumerate(zip(frames, b[name], strict=True)):
            if one != other:
                at = next(at for at, (x, y) in enumerate(zip(one + b"\0", other + b"\1", strict=False)) if x != y)
                return f"{name} frame {nth}: {one[max(0, at - 60) : at + 20]!r}, and {other[at : at + 20]!r}"
    return ""


def face_down(lived: Lived) -> str:
    """The first card that was newly shown to somebody while it lay face down for them. What a spectator was shown is
    public: whoever was away meanwhile hears of it later."""
    shown: dict[Viewer, set[int]] = {viewer: set() for viewer in (*range(lived.setup.seats), None)}
    for nth, step in enumerate(lived.steps):
        for name, cards in sorted(step.sent.items(), key=lambda one: one[0] != "watch"):
            viewer = lived.eyes[name].seat
            if leaked := (cards - shown[viewer] - shown[None]) & step.down[viewer]:
                return f"step {nth} {step.act}: {sorted(leaked)} for {name}"
            shown[viewer] |= cards
    return ""


def beyond(lived: Lived, rules: Rules) -> str:
    """The first card that was shown to somebody who by the rules may not know it."""
    for nth, step in enumerate(lived.steps):
        follow(rules, step.act)
        for name, cards in step.sent.items():
            if leaked := cards - rules.known.by[lived.eyes[name].seat]:
                return f"step {nth} {step.act}: {sorted(leaked)} for {name}"
    return ""


def withheld(lived: Lived, rules: Rules) -> str:
    """The first card of the deal that runs which somebody who is here may know and was not shown. So know(v) allows no
    more than the table tells, and what the swap test leaves alone is no more than it must be."""
    shown: dict[Viewer, set[int]] = {viewer: set() for viewer in rules.known.viewers}
    for nth, step in enumerate(lived.steps):
        follow(rules, step.act)
        for name, cards in step.sent.items():
            shown[lived.eyes[name].seat] |= cards
        for viewer in step.here:
            running = {card for card in rules.known.by[viewer] if card // BOX == rules.known.deals}
            if lacking := running - shown[viewer] - rules.known.worded:
                return f"step {nth} {step.act}: {sorted(lacking)} for {viewer}"
    return ""
