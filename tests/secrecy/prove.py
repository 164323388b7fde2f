"""The figures of one game: every pair must look the same, and every deliberate leak must be seen."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tests.secrecy.compare import TESTS, judge
from tests.secrecy.leak import Leak
from tests.secrecy.leaks_herds import HERDS
from tests.secrecy.leaks_waters import WATERS
from tests.secrecy.worlds import Pair

LEAKS: dict[str, tuple[Leak, ...]] = {"waterhole": HERDS, "kariba": HERDS, "seven_waters": WATERS}


def say(*words: object) -> None:
    """What was wrong goes to whoever watches; standard output belongs to the figures."""
    print(*words, file=sys.stderr)


async def honest(pairs: Sequence[Pair]) -> dict[str, Any]:
    """The product as it is: nothing may be found."""
    sums: Counter[str] = Counter()
    for nth, pair in enumerate(pairs):
        verdict = await judge(pair)
        sums["frames"] += verdict.frames
        sums["bytes"] += verdict.size
        sums["differing"] += bool(verdict.found)
        sums["withheld"] += bool(verdict.withheld)
        if verdict.found or verdict.withheld:
            say(f"pair {nth}", pair.setup, f"viewer {pair.viewer}", pair.aim, pair.cut, verdict.found, verdict.withheld)
    return {
        "viewers": len({(pair.setup.seats, pair.viewer) for pair in pairs}),
        "pairs": len(pairs),
        "distinct": distinct(pairs),
        **{name: sums[name] for name in ("frames", "bytes", "differing", "withheld")},
        "aims": dict(sorted(Counter(pair.aim for pair in pairs).items())),
        "cuts": dict(sorted(Counter(pair.cut for pair in pairs).items())),
    }


def distinct(pairs: Sequence[Pair]) -> int:
    """How many different pairs there are whose two worlds hold different secrets."""
    return len({pair.secret for pair in pairs if pair.secret[1] != pair.secret[2]})


async def caught_by(leak: Leak, pairs: Sequence[Pair], enough: int) -> dict[str, int]:
    """With one leak in the product: how many pairs were looked at until so many saw it, and by which of the tests."""
    seen: Counter[str] = Counter()
    with pytest.MonkeyPatch.context() as patch:
        leak(patch)
        for pair in pairs:
            found = (await judge(pair)).found
            seen.update(looked=1, pairs=bool(found), **dict.fromkeys(found, 1))
            if seen["pairs"] >= enough:
                break
    return {name: seen[name] for name in ("looked", "pairs", *TESTS)}


async def leaks(game: str, pairs: Sequence[Pair], enough: int) -> dict[str, Any]:
    """Every deliberate leak of a game, and what each of the three tests would see alone."""
    by = {leak.__name__: await caught_by(leak, pairs, enough) for leak in LEAKS[game]}
    for name in (name for name, seen in by.items() if not seen["pairs"]):
        say(f"{game}: {name} was not seen")
    return {
        "mutants": len(by),
        "caught": sum(bool(seen["pairs"]) for seen in by.values()),
        "alone": {test: sum(bool(seen[test]) for seen in by.values()) for test in TESTS},
        "caught_by": by,
    }
