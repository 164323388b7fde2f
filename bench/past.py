"""A made-up past of a busy house: who played what against whom and when, and the right answer to any question about it.

Its matches are named, seated and scored at random from a fixed seed; their steps and views are those of one real match.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from app.rooms.record import Finish, stamp
from app.store.history import cursor_of
from app.store.lookup import Filter
from engine.core.match import Match
from engine.games import SHELF
from tests.engine.random_play import play_out

PEOPLE = 3_000
BEGAN = 1_700_000_000_000
APART = 600_000  # a match every ten minutes
PAGE = 20
BOT = 8  # one seat in so many is a bot's


class Kept(NamedTuple):
    """One match, as much of it as questions are about. `who`: a guest's number a seat, None for a bot."""

    id: str
    at: int
    game: str
    who: tuple[int | None, ...]
    listed: bool


class Question(NamedTuple):
    """What is asked: as an address, as the store takes it, and where the page goes on."""

    query: dict[str, str]
    asked: Filter
    after: tuple[int, str] | None = None


class Past:
    """The matches, oldest first.

    Attributes:
        all: each of them. people: id and name of every guest.
    """

    def __init__(self, many: int, seed: int = 1) -> None:
        chance = random.Random(seed)
        self._chance = chance
        self.people = [(f"g_{nth:016d}", f"Player {nth}") for nth in range(PEOPLE)]
        # A few play every day and most now and then.
        weights = [1 / (nth + 5) for nth in range(PEOPLE)]
        drawn = iter(chance.choices(range(PEOPLE), weights, k=many * 8))
        self.all: list[Kept] = []
        for nth in range(many):
            game = chance.choice(sorted(SHELF))
            seats = chance.choice(SHELF[game].seats)
            people: list[int] = []
            while len(people) < seats:
                if (one := next(drawn)) not in people:
                    people.append(one)
            who = tuple(None if chance.randrange(BOT) == 0 and nth else one for nth, one in enumerate(people))
            # Several end in the same millisecond, in no order of their names.
            at = BEGAN + nth // 3 * 3 * APART
            id = f"m_{chance.getrandbits(60):016x}"
            self.all.append(Kept(id, at, game, who, chance.random() > 0.05))
        self._shown = sorted((one for one in self.all if one.listed), key=lambda one: (one.at, one.id), reverse=True)
        self._of: dict[Any, list[Kept]] = defaultdict(list)
        for kept in self._shown:
            for key in {kept.game, *kept.who}:
                self._of[key].append(kept)

    def finishes(self) -> Iterator[tuple[Finish, int]]:
        """Each match as a server keeps it."""
        real = {name: _real(name) for name in SHELF}
        for one in self.all:
            record, views = real[one.game]
            points = [self._chance.randrange(40) for _ in one.who]
            seats = [
                {"seat": seat, "guest": None, "name": f"Otto {seat}", "bot": "easy"}
                if who is None
                else {"seat": seat, "guest": self.people[who][0], "name": self.people[who][1], "bot": None}
                for seat, who in enumerate(one.who)
            ]
            winners = [seat for seat, had in enumerate(points) if had == max(points)]
            told = {
                **record,
                "match": one.id,
                "ended_at": stamp(one.at),
                "seats": seats,
                "scores": {"deals": [points], "totals": points, "winners": winners},
            }
            yield Finish(told, views, one.listed), one.at

    def questions(self, many: int) -> dict[str, list[Question]]:
        """So many random questions of every kind."""
        kinds = ("all", "player", "game", "player_game", "opponent", "time", "player_time")
        return {kind: [self._question(kind) for _ in range(many)] for kind in kinds}

    def _question(self, kind: str) -> Question:
        chance = self._chance
        met = chance.choice(self._shown)
        while sum(who is not None for who in met.who) < 2:
            met = chance.choice(self._shown)
        one, other = chance.sample([who for who in met.who if who is not None], 2)
        query: dict[str, str] = {}
        if kind.startswith("player") or kind == "opponent":
            query["player"] = self._called(one)
        if kind == "opponent":
            query["opponent"] = self._called(other)
        if kind.endswith("game"):
            query["game"] = met.game
        since = until = None
        if kind.endswith("time"):
            since = met.at - chance.randrange(400) * 86_400_000
            until = since + chance.randrange(1, 200) * 86_400_000
            query |= {"since": stamp(since), "until": stamp(until)}
        asked = Filter(query.get("player"), query.get("opponent"), query.get("game"), {}, None, since, until)
        if chance.random() < 0.5:
            return Question(query, asked)
        query["cursor"] = cursor_of(met.at, met.id)
        return Question(query, asked, (met.at, met.id))

    def _called(self, guest: int) -> str:
        """A guest by id, or by name in large letters."""
        id, name = self.people[guest]
        return id if self._chance.random() < 0.5 else name.upper()

    def _who(self, called: str) -> int:
        return int(called.removeprefix("g_").rpartition(" ")[2])

    def expected(self, question: Question) -> list[str]:
        """The ids of the page that is the right answer."""
        asked, found = question.asked, []
        key = self._who(asked.player) if asked.player else asked.game
        candidates = self._shown if key is None else self._of[key]
        start = 0
        if question.after:
            below = (-question.after[0], _down(question.after[1]))
            start = bisect_left(candidates, below, key=lambda one: (-one.at, _down(one.id)))
        for one in candidates[start:]:
            if question.after and (one.at, one.id) >= question.after:
                continue
            if asked.since is not None and one.at < asked.since:
                break
            if (
                (asked.until is None or one.at < asked.until)
                and asked.game in (None, one.game)
                and (asked.opponent is None or self._who(asked.opponent) in one.who)
            ):
                found.append(one.id)
                if len(found) == PAGE:
                    break
        return found


def _down(id: str) -> tuple[int, ...]:
    """Sorts ids of one length the other way round."""
    return tuple(-ord(letter) for letter in id)


def _real(name: str) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """The record and the views of one real match, in random play."""
    game = SHELF[name]
    opened = Match.open(game, game.seats[0], {})
    views: dict[str, list[Any]] = {"watch": []}
    steps = []
    for nth, done in enumerate(play_out(opened, 1)):
        views["watch"].append(done.after.view(None))
        for seat in range(opened.seats):
            views.setdefault(str(seat), []).append(done.after.view(seat))
        steps.append({"step": nth, "entry": str(done.entry)})
    record = {
        "record": 1,
        "match": "",
        "kind": "play",
        "game": name,
        "rules": game.version,
        "view_version": game.view_version,
        "options": dict(opened.options),
        "result": "finished",
        "started_at": stamp(BEGAN),
        "ended_at": "",
        "after": None,
        "seats": [],
        "scores": {},
        "steps": steps,
        "fairness": {"scheme": "deal-v1", "first_by": "drawn", "pledges": [], "shares": [], "deals": []},
    }
    return record, views
