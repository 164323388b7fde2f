"""Looking up finished matches: each exactly once, newest first, whatever finishes meanwhile."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from app.rooms.record import Finish
from app.store import history
from tests.app.house import House


def finish(match: str, listed: bool = True) -> Finish:
    record: dict[str, Any] = {
        "match": match,
        "kind": "play",
        "game": "waterhole",
        "view_version": 1,
        "options": {"deals": 1},
        "result": "finished",
        "seats": [{"seat": 0, "guest": "g_1", "name": "Mia", "bot": None}],
        "scores": {"deals": [[1]], "totals": [1], "winners": [0]},
        "steps": [],
        "fairness": {},
    }
    return Finish(record, {"0": [], "watch": []}, listed)


async def keep(served: House, match: str, at: int, listed: bool = True) -> None:
    await served.app.state.log.write(lambda connection: history.keep(connection, finish(match, listed), at))


async def test_pages_hold_each_match_once(served: House) -> None:
    # Many end in the same millisecond.
    for nth in range(25):
        await keep(served, f"m_{nth:02}", 1000 + nth // 5)
    async with httpx.AsyncClient(base_url=served.url) as http:
        first = (await http.get("/api/matches?limit=7")).json()
        for nth in range(3):
            await keep(served, f"m_late{nth}", 2000)
        seen, page = [item["match"] for item in first["items"]], first
        while page["next"]:
            page = (await http.get("/api/matches", params={"limit": 7, "cursor": page["next"]})).json()
            seen += [item["match"] for item in page["items"]]
        newest = (await http.get("/api/matches?limit=3")).json()["items"]
    assert seen == sorted(seen, reverse=True)
    assert len(seen) == len(set(seen)) == 25
    assert {item["match"] for item in newest} == {"m_late0", "m_late1", "m_late2"}


async def test_unlisted_matches_are_found_by_id_only(served: House) -> None:
    await keep(served, "m_quiet", 1, listed=False)
    async with httpx.AsyncClient(base_url=served.url) as http:
        assert (await http.get("/api/matches")).json() == {"items": [], "next": None}
        assert (await http.get("/api/matches/m_quiet")).json()["match"] == "m_quiet"


BAD = ["limit=0", "limit=101", "limit=-1", "limit=x"]
BAD += [f"cursor={cursor}" for cursor in ("x", "1", "%C2%B2.m", ".m", "9999999999999999999.m")]


@pytest.mark.parametrize("query", BAD)
async def test_bad_questions(served: House, query: str) -> None:
    async with httpx.AsyncClient(base_url=served.url) as http:
        answer = await http.get(f"/api/matches?{query}")
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad"
