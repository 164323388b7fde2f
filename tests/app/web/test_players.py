"""Figures of players and the leaderboard, against matches whose outcome is written here."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from app.rooms.record import Finish
from app.store import history
from tests.app.house import House
from tests.app.player import Player

Seat = tuple[str, int]  # whose (a guest's id, or a bot's level), and its points


class Table:
    """Keeps matches whose outcome a test writes down."""

    def __init__(self, served: House) -> None:
        self._log = served.app.state.log
        self._ids = itertools.count()

    async def kept(self, *seats: Seat, game: str = "waterhole", draw: bool = False, listed: bool = True) -> None:
        """A match in which these seats had these points; the most win."""
        totals = [points for _, points in seats]
        best = [nth for nth, points in enumerate(totals) if points == max(totals)]
        nth = next(self._ids)
        record: dict[str, Any] = {
            "match": f"m_{nth}",
            "kind": "play",
            "game": game,
            "options": {},
            "result": "finished",
            "seats": [
                {"seat": n, "guest": who, "name": f"Old {who[2:]}", "bot": None}
                if who.startswith("g_")
                else {"seat": n, "guest": None, "name": "Otto", "bot": who}
                for n, (who, _) in enumerate(seats)
            ],
            "scores": {"deals": [totals], "totals": totals, "winners": [] if draw else best},
            "steps": [],
            "fairness": {},
        }
        watched = [{"facts": {"catches": [points // 2 for points in totals]}}]
        finish = Finish(record, {"watch": watched}, listed)
        await self._log.write(lambda connection: history.keep(connection, finish, 1000 + nth))


@pytest.fixture
async def table(served: House) -> Table:
    return Table(served)


@pytest.fixture
async def people(served: House) -> AsyncIterator[list[Player]]:
    names = ["Mia", "Ben", "Ada", "Finn", "Kim"]
    arrived = [await Player(served.url, name).arrive() for name in names]
    yield arrived
    for one in arrived:
        await one.gone()


async def test_what_a_player_has_done(table: Table, people: list[Player]) -> None:
    mia, ben, ada = (one.guest for one in people[:3])
    await table.kept((mia, 20), (ben, 10))
    await table.kept((ben, 12), (mia, 12))
    await table.kept((mia, 3), (ben, 9), ("hard", 5))
    await table.kept((ada, 8), (mia, 8), game="seven_waters", draw=True)
    await table.kept((mia, 99), (ben, 0), listed=False)
    await table.kept((ben, 50), (ada, 0))
    answer = await people[0].http.get(f"/api/players/{mia}/stats")
    herds = {"matches": 3, "wins": 1, "shared": 1, "draws": 0, "average": 11.67, "best": 10}
    parks = {"matches": 1, "wins": 0, "shared": 0, "draws": 1, "average": 8.0, "best": 4}
    assert answer.json() == {
        "guest": mia,
        "name": "Mia",
        "matches": 4,
        "wins": 1,
        "shared": 1,
        "draws": 1,
        "average": 10.75,
        "best": 10,
        "games": [{"game": "seven_waters", **parks}, {"game": "waterhole", **herds}],
        "against": [
            {"guest": ben, "name": "Ben", "bot": None, "matches": 3, "wins": 2, "lost": 1},
            {"guest": ada, "name": "Ada", "bot": None, "matches": 1, "wins": 0, "lost": 0},
            {"guest": None, "name": None, "bot": "hard", "matches": 1, "wins": 0, "lost": 0},
        ],
    }
    tag = {"if-none-match": answer.headers["etag"]}
    assert (await people[0].http.get(f"/api/players/{mia}/stats", headers=tag)).status_code == 304


async def test_who_has_not_played_and_who_is_not_there(table: Table, people: list[Player]) -> None:
    http = people[0].http
    told = (await http.get(f"/api/players/{people[4].guest}/stats")).json()
    assert (told["name"], told["matches"], told["average"], told["best"]) == ("Kim", 0, None, None)
    assert told["games"] == told["against"] == []
    for nobody in ("g_nobody", "x%00", "m_1"):
        assert (await http.get(f"/api/players/{nobody}/stats")).status_code == 404
    await table.kept(("g_imported", 4), ("g_other", 2))
    told = (await http.get("/api/players/g_imported/stats")).json()
    assert (told["name"], told["wins"]) == ("Old imported", 1)
    assert told["against"][0]["name"] == "Old other"


async def board(http: httpx.AsyncClient, game: str = "waterhole") -> list[tuple[str, int, float]]:
    items = (await http.get(f"/api/leaderboard?game={game}")).json()["items"]
    assert [item["rank"] for item in items] == list(range(1, len(items) + 1))
    return [(item["name"], item["matches"], item["share"]) for item in items]


async def test_the_leaderboard_has_who_wants_to_and_has_met_enough(table: Table, people: list[Player]) -> None:
    mia, ben, ada, finn, kim = (one.guest for one in people)
    http = people[0].http
    for other in (ben, ada, finn, ben):
        await table.kept((mia, 9), (other, 1))
    assert await board(http) == []
    for player in people[:4]:
        assert (await player.http.post("/api/me", json={"leaderboard": True})).status_code == 200
    assert await board(http) == [], "four matches are too few"
    await table.kept((mia, 9), ("hard", 1))
    await table.kept((mia, 9), (ben, 1), game="kariba")
    await table.kept((mia, 9), (ben, 1), listed=False)
    await table.kept((mia, 9), (ben, 1), ("easy", 1))
    assert await board(http) == [], "with bots, of another game, or on no list: they do not count"
    await table.kept((mia, 5), (ben, 5))
    assert await board(http) == [("Mia", 5, 0.9)], "Ben has met one other only"
    for _ in range(5):
        await table.kept((ben, 9), (ada, 1))
    assert await board(http) == [("Mia", 5, 0.9)], "and now two"
    await table.kept((ben, 9), (kim, 1))
    assert await board(http) == [("Mia", 5, 0.9), ("Ben", 9, 0.722)], "Kim counts as a rival and is not shown"
    await people[0].http.post("/api/me", json={"leaderboard": False})
    assert await board(http) == [("Ben", 9, 0.722)]
    assert await board(http, "kariba") == await board(http, "chess") == []
    assert (await http.get("/api/leaderboard")).status_code == 400
