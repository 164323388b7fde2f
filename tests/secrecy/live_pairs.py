"""A pair of worlds over real sockets, HTTP and pages: every byte must be the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.games import SHELF
from tests.secrecy.asked import Ask
from tests.secrecy.compare import differs
from tests.secrecy.desk import seeds_of
from tests.secrecy.leaks_web import WEB
from tests.secrecy.live import Heard, heard
from tests.secrecy.prove import distinct, say
from tests.secrecy.script import Acts
from tests.secrecy.worlds import Pair
from tests.services.postgres import free_port


class Sameness(NamedTuple):
    """What was compared, and where it differed first ("" where nothing does)."""

    differs: str
    frames: int
    answers: int
    size: int


def until_a_move(acts: Acts) -> Acts:
    """Up to the last move and what came right after it: a server deals by itself what the script deals next."""
    last = max(nth for nth, act in enumerate(acts) if act.do in ("move", "deal"))
    return [*acts[: last + 1], *(act for act in acts[last + 1 :] if act.do not in ("next", "again"))]


def ask(pair: Pair) -> Ask:
    """In the middle and at the end."""
    moves = sum(act.do == "move" for act in pair.a)
    deals_a, deals_b = ([act.what for act in acts if act.do == "deal"] for acts in (pair.a, pair.b))
    differ = [nth for nth, (one, other) in enumerate(zip(deals_a, deals_b, strict=True)) if one != other]
    deals = SHELF[pair.setup.game].deals(pair.setup.options)
    return Ask(frozenset({max(1, moves // 2), moves}), frozenset(nth // deals for nth in differ))


async def compare(folder: Path, port: int, pair: Pair) -> Sameness:
    """Both worlds on one port."""
    a = await heard(folder / "a", port, pair, until_a_move(pair.a), seeds_of("a", pair.over), ask(pair))
    b = await heard(folder / "b", port, pair, until_a_move(pair.b), seeds_of("b", pair.over), ask(pair))
    told_a, told_b = flat(a), flat(b)
    frames = sum(map(len, a.frames.values()))
    size = sum(len(one) for parts in told_a.values() for one in parts)
    return Sameness(differs(told_a, told_b), frames, len(a.told), size)


def flat(world: Heard) -> dict[str, list[bytes]]:
    """All of it as bytes, by where it came from."""
    frames = {name: [frame.encode() for frame in frames] for name, frames in world.frames.items()}
    answers = [repr(head).encode() + body for *head, body in world.told]
    return {**frames, "answers": answers, "log": [repr(line).encode() for line in world.logged]}


async def figures(folder: Path, pairs: Sequence[Pair]) -> dict[str, Any]:
    """So many pairs over the line: what was compared, and how many of them differ."""
    sums, port = Counter[str](), free_port()
    for nth, pair in enumerate(pairs):
        same = await compare(folder / str(nth), port, pair)
        sums.update(frames=same.frames, answers=same.answers, bytes=same.size, differing=bool(same.differs))
        if same.differs:
            say(f"live pair {nth}", pair.setup, f"viewer {pair.viewer}", pair.aim, pair.cut, same.differs)
    seated = sum(pair.viewer is not None for pair in pairs)
    named = {name: sums[name] for name in ("frames", "answers", "bytes", "differing")}
    return {"pairs": len(pairs), "distinct": distinct(pairs), "seated": seated, **named}


async def leaks(folder: Path, pairs: Sequence[Pair]) -> dict[str, Any]:
    """Leaks around the room: for each, how many pairs were looked at until one saw it; 0 where none did."""
    seen, port = dict[str, int](), free_port()
    for leak in WEB:
        seen[leak.__name__] = 0
        with pytest.MonkeyPatch.context() as patch:
            leak(patch)
            for nth, pair in enumerate(pairs):
                if (await compare(folder / f"{leak.__name__}{nth}", port, pair)).differs:
                    seen[leak.__name__] = nth + 1
                    break
    return {"mutants": len(seen), "caught": sum(map(bool, seen.values())), "caught_after": seen}
