"""The process dies at three named points of a move's way. What was acknowledged is there; what was not is made once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tests.app.player import Player, play_out, started
from tests.app.test_crash import come_back
from tests.services.dying import CODE, DIE
from tests.services.server import LiveServer


async def to_the_point(
    start_server: Callable[..., LiveServer], database_url: str, point: str
) -> tuple[LiveServer, list[Player], Player, Any]:
    """Two play a few moves, then one plays into the server's death at this point. Who, and the move."""
    server = start_server(database_url)
    people = await started(server.url, "Mia", "Ben", deals=1)
    code = people[0].socket.request.path.rsplit("/", 1)[1]
    await play_out(people, moves=4)
    await asyncio.to_thread(server.restart, "-m", "tests.services.dying", point)
    for one in people:
        await come_back(one, code)
    await play_out(people, seed=2, moves=3)
    newest = max((player.table for player in people), key=lambda t: int(t["v"]))
    mover = people[newest["view"]["facts"]["to_act"]]
    await mover.sees(newest["v"])
    move = {"t": "move", "id": DIE, "turn": mover.table["turn"], "move": mover.plays()[0]}
    await mover.say(move)
    assert await asyncio.to_thread(server.process.wait, 20) == CODE
    for one in people:
        await one.closed()
    return server, people, mover, move


@pytest.mark.parametrize("point", ["before_commit", "after_commit", "after_push"])
async def test_a_move_is_made_once_wherever_the_process_dies(
    start_server: Callable[..., LiveServer], database_url: str, point: str
) -> None:
    server, people, mover, move = await to_the_point(start_server, database_url, point)
    code = people[0].socket.request.path.rsplit("/", 1)[1]
    other, turn = people[1 - people.index(mover)], move["turn"]
    assert not any(m.get("ack") == DIE for m in mover.heard), "nobody was told that it is stored"
    assert (other.table["turn"] == turn + 1) == (point == "after_push"), "only then had the others heard of it"
    await asyncio.to_thread(server.restart)
    for one in people:
        await come_back(one, code)
    # What was committed is there before anybody sends again; what was not has left no trace.
    assert mover.table["turn"] == turn + (point != "before_commit")
    answer = await mover.move(move["move"], turn, id=DIE)
    assert (answer["t"], answer.get("ack"), answer["turn"]) == ("table", DIE, turn + 1)
    again = await mover.move(move["move"], turn, id=DIE)
    assert (again["turn"], again["v"]) == (turn + 1, answer["v"])
    await play_out(people)
    match = people[0].table["match"]
    steps = (await people[0].http.get(f"/api/matches/{match}/moves")).json()["steps"]
    moves = [step["move"] for step in steps if "move" in step]
    assert moves[turn] == move["move"]
    assert len(moves) == people[0].table["turn"]
    for player in people:
        await player.gone()
