"""A match that older code played, among matches that newer code plays: each replay shows what was sent then.

`old/waterhole-6dea7d7.json` was played on a checkout of commit 6dea7d7 (the server of that day, two players and a
spectator over sockets), and put together from what its REST answered. `.sent.json` holds the SHA-256 of every view in
the frames that its sockets wrote.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest

from app.rooms.export import read
from app.rooms.verify import checks
from app.store import history
from engine.core.view import View
from engine.games import SHELF
from engine.games.herds import WATERHOLE, Herds
from tests.app.house import House, house
from tests.app.player import Player, play_out, started

OLD = Path(__file__).parent / "old"
FILE = (OLD / "waterhole-6dea7d7.json").read_bytes()
SENT: Mapping[str, list[str]] = json.loads((OLD / "waterhole-6dea7d7.sent.json").read_text())
VIEWERS = ("0", "1", "watch")


class Newer(Herds):
    """Waterhole as it may be one day: other rules, and views that say something else."""

    version = 2
    view_version = 2

    def shown(self, table: Any) -> Any:
        places, facts = super().shown(table)
        del facts["catches"]
        return places, {"mood": "sunny", **facts}


async def taken_in(running: House, shelf: Any) -> str:
    finish = read(FILE, shelf)
    assert await running.app.state.log.write(lambda connection: history.take_in(connection, finish, 1)) is True
    return str(finish.record["match"])


async def replay(http: Any, match: str, viewer: str) -> dict[str, Any]:
    answer = await http.get(f"/api/matches/{match}/replay" + ("" if viewer == "watch" else f"?seat={viewer}"))
    told = answer.json()
    assert b'"views":' + orjson.dumps(told["views"]) in answer.content
    return dict(told)


def hashes(views: list[View]) -> list[str]:
    return [hashlib.sha256(orjson.dumps(view)).hexdigest() for view in views]


@pytest.mark.parametrize("newer", [False, True], ids=["todays rules", "newer rules and views"])
async def test_what_older_code_sent_is_what_the_replay_shows(tmp_path: Path, database_url: str, newer: bool) -> None:
    shelf = {**SHELF, "waterhole": Newer(WATERHOLE)} if newer else SHELF
    async with house(tmp_path, database_url, create={"shelf": shelf}) as running:
        match = await taken_in(running, shelf)
        people = await started(running.url, "Ann", "Bob", deals=1)
        await play_out(people)
        http, today = people[0].http, people[0].table["match"]
        for viewer in VIEWERS:
            old, new = await replay(http, match, viewer), await replay(http, today, viewer)
            assert hashes(old["views"]) == SENT[viewer]
            assert (old["rules"], old["view_version"]) == (1, 1)
            version = 2 if newer else 1
            assert (new["rules"], new["view_version"]) == (version, version)
            assert all(("mood" in view["facts"]) == newer for view in new["views"])
            assert not any("mood" in view["facts"] for view in old["views"])
        records = {item["match"]: item for item in (await http.get("/api/matches")).json()["items"]}
        assert records.keys() == {today}, "an old file does not say that it is listed"
        assert (await http.get(f"/api/matches/{match}")).json()["rules"] == 1
        told = (await http.get(f"/api/matches/{match}/export?format=text&lang=en")).text
        assert "rules 1, views 1" in told
        assert "chases off" in told
        for player in people:
            await player.gone()


async def test_the_old_file_is_kept_as_it_is(served: House) -> None:
    """What comes out again is what went in, and its deals can still be checked."""
    match = await taken_in(served, SHELF)
    player = Player(served.url, "")
    export = (await player.http.get(f"/api/matches/{match}/export")).json()
    assert export == {**orjson.loads(FILE), "listed": False}
    assert checks(export, SHELF)
    assert all(one.holds for one in checks(export, SHELF))
    await player.gone()
