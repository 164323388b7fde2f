"""Aimed pairs of worlds: the same deeds, and other secrets.

World B is world A with cards exchanged that the viewer, by know(v), may not know; in Seven Waters also with other
private choices: another card discarded, another laid as the theme. It is kept when every move stays legal, every
refusal stays one, and somebody who sees everything could tell the two apart. It then gets deeds without public effect.

An aim says near which consequence the exchanged cards lie, since a slip shows a card where it is about to matter:

    next     the card that comes up next: the top of the pile, a covered card with the fewest cards on it
    hand     a card in the hand of the seat that acts, or acts next
    end      a card at the bottom of the pile, or in the hand that acts last: what is never seen in the deal
    choice   Seven Waters: a card laid face down against another one of the same seat
    all      every unknown card lies elsewhere

Cuts are aimed, too: anywhere, in the last deal, shortly before a deal's end, and after it: between deals, after the
match, and in the next match at the same table.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping
from typing import Any, NamedTuple

from tests.secrecy.know import BOX, Viewer
from tests.secrecy.know_waters import Waters
from tests.secrecy.script import FAMILIES, Act, Acts, Setup, follow, looked_into, setups, stands, written

AIMS = ("next", "hand", "end", "choice", "all")
Names = Mapping[Any, Any]  # a face in world A -> the face that is spoken of instead in world B


class Pair(NamedTuple):
    """Two worlds that one viewer may not tell apart.

    Attributes:
        a, b: the deeds. over: deals whose seals are open at the cut. secret: the viewer, and both worlds' secrets.
    """

    setup: Setup
    viewer: Viewer
    aim: str
    cut: str
    a: Acts
    b: Acts
    over: int
    secret: tuple[Hashable, ...]


def trace(setup: Setup, acts: Acts, viewer: Viewer) -> tuple[Hashable, ...]:
    """What was secret from a viewer, step by step."""
    rules, told = setup.rules(), list[Hashable]()
    for act in acts:
        if follow(rules, act):
            told.append(rules.hidden(viewer))
    return tuple(told)


def pairs(game: str, wanted: int, seed: int = 1) -> Iterator[Pair]:
    """So many aimed pairs of a game, over its variants, seats and kinds of viewer, no two alike."""
    chance, tables, met = random.Random(seed), setups(game), set[Hashable]()
    aims = AIMS if FAMILIES[game] is Waters else [aim for aim in AIMS if aim != "choice"]
    nth = 0
    while len(met) < wanted:
        setup = tables[nth % len(tables)]
        viewers: list[Viewer] = [*range(setup.seats), None]
        viewer = chance.choice(viewers)
        nth += 1
        pair = aimed(setup, viewer, aims[len(met) % len(aims)], chance)
        if pair and pair.secret not in met:
            met.add(pair.secret)
            yield pair


def aimed(setup: Setup, viewer: Viewer, aim: str, chance: random.Random) -> Pair | None:
    """One pair, or None where this script holds no secret of this kind at its cut."""
    single = setup.options.get("deals", 1) == 1
    script = written(setup, viewer, chance, 2 if single and chance.random() < 0.4 else 1)
    cut, acts = _cut(script, chance)
    running = acts[-1].do == "move" and not _ended(script, len(acts))
    deals = [nth for nth, act in enumerate(acts) if act.do == "deal"]
    # Mostly the deal that runs; a deal that is over stays as hidden at the table as it was.
    deal = len(deals) if running and chance.random() < 0.9 else chance.randrange(1, len(deals) + 1)
    for _ in range(4):
        other = _other(setup, acts, viewer, aim, deals, deal, chance)
        if other is None or not stands(setup, other):
            continue
        secret = (trace(setup, acts, viewer), trace(setup, other, viewer))
        if secret[0] == secret[1]:
            continue
        end = looked_into(setup, acts, viewer, exchanged(acts, other), chance)
        if stands(setup, [*other, *end]):
            noisy = [*_with_noise(other, viewer, setup.seats, chance), *end]
            return Pair(setup, viewer, aim, cut, [*acts, *end], noisy, len(deals) - running, (viewer, *secret))
    return None


def exchanged(a: Acts, b: Acts) -> list[Any]:
    """The faces that lie elsewhere, or are spoken of elsewhere, in the other world."""
    faces: set[Any] = set()
    for one, other in zip(a, b, strict=True):
        if one.do == "deal":
            faces |= {face for face, there in zip(one.what[0], other.what[0], strict=True) if face != there}
        elif one.what != other.what:
            cards = one.what.get("cards", [one.what.get("card")])
            faces.update(card for card in cards if card)
    return sorted(faces)


def _ended(script: Acts, at: int) -> bool:
    """Whether the deal was over after so many deeds."""
    rest = [act.do for act in script[at:] if act.do in ("move", "deal", "again", "next")]
    return not rest or rest[0] != "move"


def _cut(script: Acts, chance: random.Random) -> tuple[str, Acts]:
    moves = [nth + 1 for nth, act in enumerate(script) if act.do == "move"]
    ends = [at for at in moves if _ended(script, at)]
    where = chance.choice(("anywhere", "anywhere", "late", "end", "after"))
    if where == "late":
        last = max(nth for nth, act in enumerate(script) if act.do == "deal")
        at = chance.choice([at for at in moves if at > last])
    elif where == "end":
        end = chance.choice(ends)
        at = chance.choice([at for at in moves if at <= end][-8:-1])
    elif where == "after":
        at = chance.choice(ends)
        while at < len(script) and script[at].do not in ("move", "deal") and chance.random() < 0.5:
            at += 1
    else:
        at = chance.choice(moves)
    return where, script[:at]


def _other(
    setup: Setup, acts: Acts, viewer: Viewer, aim: str, deals: list[int], deal: int, chance: random.Random
) -> Acts | None:
    """World B: the order of one deal changed where the viewer may not know it, and its private names with it."""
    until = deals[deal] if deal < len(deals) else len(acts)
    rules = setup.rules()
    for act in acts[:until]:
        follow(rules, act)
    faces, closed = rules.known.faces, rules.closed(viewer)
    order, first = acts[deals[deal - 1]].what
    unique = len(set(order)) == len(order)
    if aim == "choice":
        places = [place for place in closed[1:] if place]
        if len(places) < 2:
            return None
        one, two = map(chance.choice, chance.sample(places, 2))
        return _renamed(acts, deals, deal, {faces[one]: faces[two], faces[two]: faces[one]}, viewer)
    unknown = rules.known.unknown(viewer, deal)
    jokers = [nth for nth, card in enumerate(unknown) if faces[card] in ("X1", "X2")]
    there = _moved(aim, unknown, closed, jokers, chance)
    if there is None:
        return None
    now = list(order)
    for here, other in zip(unknown, there, strict=True):
        now[here % BOX] = faces[other]
    names = {faces[here]: faces[other] for here, other in zip(unknown, there, strict=True)} if unique else {}
    other_acts = list(_renamed(acts, deals, deal, names, viewer))
    other_acts[deals[deal - 1]] = Act("deal", None, (tuple(now), first))
    return other_acts


def _moved(
    aim: str, unknown: list[int], closed: list[list[int]], jokers: list[int], chance: random.Random
) -> list[int] | None:
    """Where each unknown card lies in world B: the name of the card whose face it has. A joker matters most, so where
    it is unknown it is exchanged more often than others."""
    there = list(unknown)
    places = {"next": closed[:1], "hand": closed[1:3], "end": [place[::-1] for place in (closed[0], closed[-1])]}
    near = [card for place in places.get(aim, closed) for card in place[:2] if card in unknown]
    if aim in places and near and len(unknown) > 1:
        one = unknown.index(chance.choice(near))
        rest = jokers if jokers and jokers != [one] and chance.random() < 0.4 else range(len(unknown))
        two = chance.choice([nth for nth in rest if nth != one])
        there[one], there[two] = there[two], there[one]
    elif len(unknown) > 1:
        chance.shuffle(there)
    else:
        return None
    return there


def _renamed(acts: Acts, deals: list[int], deal: int, names: Names, viewer: Viewer) -> Acts:
    """The others' private words with other names, in one deal."""
    until = deals[deal] if deal < len(deals) else len(acts)

    def told(value: Any) -> Any:
        if isinstance(value, list):
            return [told(one) for one in value]
        if isinstance(value, dict):
            return {name: told(one) for name, one in value.items()}
        return names.get(value, value) if isinstance(value, str) else value

    def word(nth: int, act: Act) -> Act:
        if not deals[deal - 1] < nth < until or act.do not in ("move", "try") or act.who == viewer:
            return act
        return act._replace(what=told(act.what))

    return [word(nth, act) for nth, act in enumerate(acts)] if names else acts


def _with_noise(acts: Acts, viewer: Viewer, seats: int, chance: random.Random) -> Iterator[Act]:
    """Deeds of others that nobody else may notice, in world B alone."""
    others = [one for one in (*range(seats), None) if one != viewer]
    began = False
    for act in acts:
        began = began or act.do == "deal"
        yield act
        if began and chance.random() < 0.15:
            who = chance.choice(others)
            yield Act("tab", who) if chance.random() < 0.4 else Act("ask", who, chance.choice(QUIET))


# Commands that are refused, or answered to the asker alone, while a match runs and after it.
QUIET: tuple[dict[str, Any], ...] = (
    {"t": "move", "again": True},  # the last move once more under its id: its first answer
    {"t": "move", "turn": 99999, "move": {"type": "play", "cards": [1]}},
    {"t": "move", "turn": "now", "move": {"type": "undo"}},
    {"t": "move", "turn": "now", "move": {"type": "play", "cards": []}},
    {"t": "move", "turn": "now", "move": {"type": "discard", "cards": []}},
    {"t": "cmd", "do": "hint"},
    {"t": "cmd", "do": "approve", "guest": "g_nobody", "yes": True},
    {"t": "cmd", "do": "claim", "seat": 15},
    {"t": "cmd", "do": "code"},
    {"t": "cmd", "do": "hand_over", "guest": "g_nobody"},
    {"t": "say", "text": ""},
)
