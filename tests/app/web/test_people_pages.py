"""Pages of players, over a real server: figures, leaderboard, and what stands on nobody's page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from app.web import figures
from tests.app.house import House
from tests.app.player import Player, play_out, started


def record(totals: list[int], winners: list[int], match: str = "m_1") -> dict[str, Any]:
    seats = [{"seat": nth, "guest": f"g_{nth}"} for nth in range(len(totals))]
    return {"match": match, "seats": seats, "scores": {"totals": totals, "winners": winners}}


def test_bars_and_what_follows_from_them() -> None:
    newest_first = [record([30, 10], [0]), record([20, 20], [0, 1]), record([5, 15], [1]), record([-4, 9], [])]
    shown = figures.bars(newest_first, "g_0")
    assert [(bar.how, bar.height) for bar in shown] == [("draw", 6), ("lost", 25), ("shared", 50), ("won", 75)]
    assert figures.in_a_row(shown) == 2
    assert figures.in_a_row([]) == 0
    assert figures.percent_won({"matches": 8, "wins": 2, "shared": 1}) == 38
    assert figures.percent_won(figures.NONE) is None


@pytest.fixture
async def http(served: House) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=served.url, timeout=20) as client:
        yield client


@pytest.fixture
async def played(served: House) -> tuple[str, list[Player]]:
    people = await started(served.url, "Mia <b>", "Ben", deals=1)
    await play_out(people)
    for player in people:
        await player.gone()
    return str(people[0].table["match"]), people


async def test_a_players_page(served: House, http: httpx.AsyncClient, played: tuple[str, list[Player]]) -> None:
    mia, ben = played[1]
    for lang, word in (("en", "Last 24 matches"), ("de", "Die letzten 24 Partien")):
        page = await http.get(f"/players/{mia.guest}", headers={"Accept-Language": lang})
        assert page.status_code == 200
        assert word in page.text
        assert "Mia &lt;b&gt;" in page.text
        assert "<b>" not in page.text.split("<title>")[1].split("</title>")[0]
        assert f"/players/{ben.guest}" in page.text
        assert 'class="last24"' in page.text
    other = await http.get(f"/players/{mia.guest}?game=kariba")
    assert 'class="last24"' not in other.text
    strange = await http.get("/players/g_nobody")
    assert strange.status_code == 404


async def test_nobody_stands_on_the_leaderboard_unasked(
    http: httpx.AsyncClient, played: tuple[str, list[Player]]
) -> None:
    page = await http.get("/leaderboard?game=waterhole")
    assert page.status_code == 200
    assert all(player.guest not in page.text for player in played[1])
    assert (await http.get("/leaderboard?game=chess")).status_code == 200


async def test_a_match_says_its_result_to_a_messenger_and_a_room_says_nothing(
    served: House, http: httpx.AsyncClient, played: tuple[str, list[Player]]
) -> None:
    match = played[0]
    totals = (await http.get(f"/api/matches/{match}")).json()["scores"]["totals"]
    for path in (f"/matches/{match}", f"/matches/{match}/replay"):
        page = (await http.get(path)).text
        said = page.split('property="og:description" content="')[1].split('"')[0]
        assert f"Ben {totals[1]}" in said
        assert f"Mia &lt;b&gt; {totals[0]}" in said
        assert 'property="og:image" content="http' in page
    running = await started(served.url, "Cem", "Dua", deals=1)
    code = running[0].socket.request.path.rsplit("/", 1)[1]
    room = (await http.get(f"/r/{code}")).text
    for secret in ("Cem", "Dua", running[0].table["match"]):
        assert secret not in room
    for player in running:
        await player.gone()
