"""What people do at a table, written down once, so that two worlds can live through the same."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.errors import IllegalMove, UnreadableMove
from engine.core.match import Match
from engine.games import SHELF
from tests.engine.random_play import STYLES, pick
from tests.secrecy import probes
from tests.secrecy.know import Rules, Viewer
from tests.secrecy.know_herds import Herds
from tests.secrecy.know_waters import Waters

FAMILIES: Mapping[str, type[Herds] | type[Waters]] = {"waterhole": Herds, "kariba": Herds, "seven_waters": Waters}


class Act(NamedTuple):
    """One thing that somebody does.

    Attributes:
        do: deal, move, next, again: what carries the match on. try: a move that is refused. ask: a command that is
            refused, or answered to its asker alone. tab: a second tab, opened and closed. back: the socket closes and
            comes again. leave: gone on purpose, a bot keeps the seat until `back`. claim: a stranger says that this
            seat is theirs, and is turned down. late: one more socket that stays. think: what a bot would do here.
        who: the seat, None for the spectator and for the room itself. what: its facts.
    """

    do: str
    who: Viewer
    what: Any = None


class Setup(NamedTuple):
    """A table: its game by name, its seats, its options."""

    game: str
    seats: int
    options: dict[str, Any]

    def opened(self) -> Match:
        return Match.open(SHELF[self.game], self.seats, self.options)

    def rules(self) -> Rules:
        """What may be known at this table, by the rules alone."""
        return FAMILIES[self.game](self.seats, self.options)


Acts = Sequence[Act]


def setups(game: str) -> list[Setup]:
    """Every variant of a game at every number of seats."""
    options: list[dict[str, Any]] = [{}]
    for option in SHELF[game].options:
        options = [{**before, option.name: value} for before in options for value in option.values]
    return [Setup(game, seats, chosen) for chosen in options for seats in SHELF[game].seats]


def written(setup: Setup, viewer: Viewer, chance: random.Random, matches: int) -> list[Act]:
    """Random play of so many matches in a row at one table, with everything that can come between."""
    start, acts, style = chance.randrange(setup.seats), list[Act](), chance.choice(sorted(STYLES))
    away: set[int] = set()
    for nth in range(matches):
        match = setup.opened()
        if nth:
            acts += [Act("again", seat) for seat in range(setup.seats)]
            start = (start + 1) % setup.seats
        while match.result() is None:
            if pack := list(match.pack()):
                if match.deals:
                    acts += [Act("next", seat) for seat in range(setup.seats)]
                chance.shuffle(pack)
                acts.append(Act("deal", None, (tuple(pack), match.first(start))))
                match, _ = match.deal(pack, match.first(start))
                continue
            (seat,) = match.to_act()
            acts += between(match, viewer, chance, away)
            move = pick(chance, match.moves(seat), style if chance.random() < 0.7 else "any")
            acts.append(Act("move", seat, match.game.write(move)))
            match, _ = match.play(seat, move)
        acts += [Act("back", seat, True) for seat in sorted(away)]
        away.clear()
    return acts


def between(match: Match, viewer: Viewer, chance: random.Random, away: set[int]) -> Iterator[Act]:
    """What may come between two moves: refusals, reconnects of anybody, late watchers, seats that bots keep."""
    anybody = chance.choice([*range(match.seats), None])
    if chance.random() < 0.15:
        yield from tries(match, chance.randrange(match.seats), chance, 1)
    if chance.random() < 0.15 and viewer is not None:
        yield from tries(match, viewer, chance, 2)
    if chance.random() < 0.06:
        yield Act("back", anybody, chance.random() < 0.5)
        away.discard(-1 if anybody is None else anybody)
    if chance.random() < 0.05:
        yield Act("back", viewer, chance.random() < 0.5)
    if chance.random() < 0.02:
        yield Act("late", chance.choice([viewer, None]))
    if chance.random() < 0.02 and anybody not in (viewer, None, *away):
        away.add(int(anybody or 0))
        yield Act("leave", anybody)
    if away and chance.random() < 0.1:
        yield Act("claim", chance.choice(sorted(away)))
    if viewer in match.to_act() and chance.random() < 0.15:
        yield Act("think", viewer)


def tries(match: Match, seat: int, chance: random.Random, most: int) -> Iterator[Act]:
    """Moves of a seat that are refused now."""
    for _ in range(most):
        move = probes.some(match.game.name, chance)
        if refused(match, seat, move):
            yield Act("try", seat, move)


def looked_into(setup: Setup, acts: Acts, viewer: Viewer, about: Sequence[Any], chance: random.Random) -> list[Act]:
    """What the viewer tries after the deeds, in order to find out more about these faces."""
    match = setup.opened()
    for act in acts:
        match = after(setup, match, act)
    if viewer is None or match.result() is not None:
        return []
    asked = [move for face in about for move in probes.about(setup.game, face)]
    moves = [*chance.sample(asked, min(8, len(asked))), *(probes.some(setup.game, chance) for _ in range(4))]
    thinks = [Act("think", viewer)] if viewer in match.to_act() else []
    return [*(Act("try", viewer, move) for move in moves if refused(match, viewer, move)), *thinks]


def refused(match: Match, seat: int, move: Any) -> bool:
    """Whether this move of this seat is refused now."""
    try:
        match.check(seat, match.game.read(move))
    except (IllegalMove, UnreadableMove):
        return True
    return False


def stands(setup: Setup, acts: Acts) -> bool:
    """Whether a world could be: every move may be played, and what was refused is refused."""
    match = setup.opened()
    for act in acts:
        if act.do in ("move", "try") and refused(match, act.who or 0, act.what) != (act.do == "try"):
            return False
        match = after(setup, match, act)
    return True


def after(setup: Setup, match: Match, act: Act) -> Match:
    """The match after a deed that can be done."""
    if act.do == "again" and match.result() is not None:
        return setup.opened()
    if act.do == "deal":
        return match.deal(*act.what)[0]
    if act.do == "move":
        return match.play(act.who or 0, match.game.read(act.what))[0]
    return match


def follow(rules: Rules, act: Act) -> bool:
    """The rules, one deed further; whether cards were moved by it."""
    if act.do == "deal":
        rules.deal(*act.what)
    elif act.do == "move":
        rules.play(act.who or 0, act.what)
    return act.do in ("deal", "move")
