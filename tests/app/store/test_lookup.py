"""Every filter against a list that is filtered in plain Python, page by page, on both databases."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from app.rooms.record import Finish, stamp
from app.store import history
from app.store.lookup import Filter, page
from tests.app.house import House

PEOPLE = [("g_mia1", "Mia"), ("g_ben1", "Ben"), ("g_mia2", "MIA"), ("g_strasse", "Straße"), ("g_finn", "100% _Finn")]
GAMES = {"waterhole": [{"deals": 1}, {"deals": 3}], "kariba": [{"deals": 1, "market": m} for m in (True, False)]}
LEADS = ("player", "opponent")


def made(nth: int, chance: random.Random) -> Finish:
    """A finished match of two to four, some of them bots."""
    seats = chance.randint(2, 4)
    people = chance.sample(PEOPLE, chance.randint(1, seats))
    holders = [{"guest": guest, "name": name, "bot": None} for guest, name in people]
    holders += [{"guest": None, "name": f"Otto {n}", "bot": "easy"} for n in range(seats - len(people))]
    game = chance.choice(sorted(GAMES))
    winners = sorted(chance.sample(range(seats), chance.randint(0, 2)))
    record: dict[str, Any] = {
        "match": f"m_{nth:04}",
        "kind": "play",
        "game": game,
        "rules": 1,
        "view_version": 1,
        "options": chance.choice(GAMES[game]),
        "result": "finished",
        "ended_at": stamp(1000 + 10 * (nth // 3)),
        "seats": [{"seat": seat, **holder} for seat, holder in enumerate(holders)],
        "scores": {"deals": [], "totals": [chance.randint(0, 30) for _ in holders], "winners": winners},
        "steps": [],
        "fairness": {},
    }
    return Finish(record, {"watch": []}, chance.random() < 0.9)


def at(finish: Finish) -> int:
    return 1000 + 10 * (int(finish.record["match"][2:]) // 3)


def fits(finish: Finish, asked: Filter) -> bool:
    """The question, answered again from what docs/record.md says."""
    record = finish.record

    def sat(who: str) -> list[int]:
        key = "guest" if who.startswith("g_") else "name"
        return [s["seat"] for s in record["seats"] if (s[key] or "").casefold() == who.casefold()]

    winners = record["scores"]["winners"]
    players = sat(asked.player) if asked.player else []
    ended = {
        "won": len(winners) == 1 and players and players[0] in winners,
        "shared": len(winners) > 1 and players and players[0] in winners,
        "lost": winners and players and players[0] not in winners,
        "draw": not winners,
        "finished": True,
        None: True,
    }
    return bool(
        finish.listed
        and (not asked.player or players)
        and (not asked.opponent or [seat for seat in sat(asked.opponent) if seat not in players[:1]])
        and asked.game in (None, record["game"])
        and all(record["options"].get(name) == value for name, value in asked.variant.items())
        and asked.seats in (None, len(record["seats"]))
        and (asked.since is None or at(finish) >= asked.since)
        and (asked.until is None or at(finish) < asked.until)
        and ended[asked.result]
    )


def questions() -> Iterator[Filter]:
    whos = [None, "g_mia1", "mia", "STRASSE", "100% _finn", "Otto 0", "g_nobody", "nobody\0"]
    for player, opponent in itertools.product(whos, whos):
        yield Filter(player, opponent)
    for player, opponent in itertools.product(["mia", "g_mia1", "g_mia2"], repeat=2):
        yield Filter(player, opponent, result="won")
    for player, result in itertools.product(["g_ben1", "Mia"], ["won", "shared", "lost", "draw", "finished"]):
        yield Filter(player, result=result)
        yield Filter(player, "g_mia1", result=result, game="kariba")
    yield Filter(result="draw")
    for game in ("waterhole", "kariba", "chess"):
        yield Filter(game=game)
        yield Filter("g_ben1", game=game, since=1100, until=1300)
        yield Filter("ben", "mia", game=game, until=1290)
    for variant in ({"deals": 1}, {"market": True}, {"deals": 1, "market": False}, {"dea_s": 1}, {"deals": "%"}):
        yield Filter(variant=variant)
        yield Filter("g_ben1", variant=variant, seats=3)
    yield Filter(seats=2)
    yield Filter(since=1250)
    yield Filter("g_ben1", since=1250, until=1251)


async def test_every_filter_finds_what_plain_python_finds(served: House) -> None:
    chance = random.Random(7)
    kept = [made(nth, chance) for nth in range(120)]
    for finish in kept:
        await served.app.state.log.write(lambda connection, one=finish: history.keep(connection, one, at(one)))
    asked_of, found_any = served.app.state.history, 0
    for asked in questions():
        async with served.look() as connection:
            leads = [(await connection.execute(page(asked, 200, None, lead))).all() for lead in LEADS]
        assert leads[0] == leads[1], asked
        expected = [finish.record["match"] for finish in reversed(kept) if fits(finish, asked)]
        seen: list[str] = []
        cursor = None
        while True:
            items, cursor = await asked_of.page(11, cursor, asked)
            seen += [item["match"] for item in items]
            if cursor is None:
                break
        assert seen == expected, asked
        found_any += bool(expected)
    assert found_any > 50


@pytest.mark.parametrize("player", ["g_mia1", "mia", None])
async def test_each_match_is_met_once_while_others_finish(served: House, player: str | None) -> None:
    chance = random.Random(3)
    asked, kept = Filter(player), [made(nth, chance) for nth in range(60)]
    for finish in kept:
        await served.app.state.log.write(lambda connection, one=finish: history.keep(connection, one, at(one)))
    expected = [finish.record["match"] for finish in reversed(kept) if fits(finish, asked)]
    seen, cursor, late = [], None, 5000
    while True:
        items, cursor = await served.app.state.history.page(4, cursor, asked)
        seen += [item["match"] for item in items]
        if cursor is None:
            break
        for _ in range(3):
            late += 1
            new = made(late, chance)
            new = replace(new, listed=True)
            await served.app.state.log.write(lambda connection, one=new: history.keep(connection, one, at(one)))
    assert seen == expected


async def test_a_whole_match_is_what_was_kept(served: House) -> None:
    finish = made(1, random.Random(1))
    await served.app.state.log.write(lambda connection: history.keep(connection, finish, 77))
    assert await served.app.state.history.whole(finish.record["match"]) == (finish, 77)
    assert await served.app.state.history.whole("m_none") is None
