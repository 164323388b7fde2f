"""kill -9 with a move on its way: after the restart it is carried out exactly once, whatever had become of it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from tests.app.player import Player, play_out, started
from tests.services.server import LiveServer

KILLS = 5


async def come_back(player: Player, code: str) -> None:
    """What a page does: open a new socket, with what it had."""
    await player.leave()
    since = len(player.heard)
    await player.enter(code, last=player.table["v"])
    await player.until(lambda m: m["t"] == "table", since)


async def test_five_kills_lose_and_double_nothing(start_server: Callable[..., LiveServer], database_url: str) -> None:
    server = start_server(database_url)
    people = await started(server.url, "Mia", "Ben", deals=1)
    code = people[0].socket.request.path.rsplit("/", 1)[1]
    chance, made = random.Random(3), []
    for kill in range(KILLS):
        await play_out(people, seed=kill, moves=3)
        table = max((player.table for player in people), key=lambda t: int(t["v"]))
        player = people[table["view"]["facts"]["to_act"]]
        await player.sees(table["v"])
        turn, move = player.table["turn"], chance.choice(player.plays())
        await player.say({"t": "move", "id": f"pending{kill}", "turn": turn, "move": move})
        # Somewhere between "not yet read" and "already told": each kill at another moment.
        await asyncio.sleep(chance.random() * 0.004)
        await asyncio.to_thread(server.kill9)
        await asyncio.to_thread(server.restart)
        for one in people:
            await come_back(one, code)
        answer = await player.move(move, turn, id=f"pending{kill}")
        assert answer.get("ack") == f"pending{kill}", answer
        assert answer["turn"] == turn + 1
        made.append((turn, move))
    await play_out(people)
    match = people[0].table["match"]
    moves = [
        step["move"]
        for step in (await people[0].http.get(f"/api/matches/{match}/moves")).json()["steps"]
        if "move" in step
    ]
    assert all(moves[turn] == move for turn, move in made)
    assert len(moves) == people[0].table["turn"]
    for player in people:
        await player.gone()
