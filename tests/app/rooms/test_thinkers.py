"""Strong bots think elsewhere: the same moves, nobody waits for them, and nothing is left when one does not come to an
end."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from app.rooms.thinkers import Thinkers, Thought, answer
from app.rooms.thinking import Question
from engine import bots
from engine.core.match import Match
from engine.games import SHELF
from tests.app.house import house
from tests.app.player import Player, play_out

SLOW = frozenset((game, "hard") for game in SHELF)


def question(game: str = "waterhole", level: str = "hard", seed: int = 5) -> Question:
    """The first decision of a match."""
    opened = Match.open(SHELF[game], 2, {})
    match, _ = opened.deal(opened.pack(), 0)
    return Question(game, level, match.view(0), match.offer(0) or {}, [], seed)


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    one = Thinkers(bots.BOTS, 1, 20_000, SLOW)
    yield one
    one.close()


async def thought(thinkers: Thinkers, asked: Question) -> Thought:
    """What comes of it, told exactly once."""
    told: list[Thought] = []
    came = asyncio.Event()

    def done(one: Thought) -> None:
        told.append(one)
        came.set()

    thinkers.ask(asked, done)
    await asyncio.wait_for(came.wait(), 30)
    await asyncio.sleep(0.05)
    assert len(told) == 1
    return told[0]


async def test_only_those_that_think_for_long_are_said_to(thinkers: Thinkers) -> None:
    assert thinkers.at_most("waterhole", "hard") == 20_000
    assert thinkers.at_most("waterhole", "easy") == 0
    foreign = Thinkers({"waterhole": bots.BOTS["seven_waters"]}, 1, 20_000, SLOW)
    assert foreign.at_most("waterhole", "hard") == 0, "one that came from outside answers at once"


@pytest.mark.parametrize("game", SHELF)
async def test_a_move_is_the_same_wherever_it_is_thought_out(thinkers: Thinkers, game: str) -> None:
    for seed in range(3):
        asked = question(game, seed=seed)
        assert await thought(thinkers, asked) == Thought(answer(asked, bots.BOTS))
    assert (thinkers.asked, thinkers.fell_back, thinkers.waiting) == (3, 0, 0)


async def test_a_quick_level_is_answered_at_once(thinkers: Thinkers) -> None:
    told: list[Thought] = []
    thinkers.ask(question(level="easy"), told.append)
    assert len(told) == 1
    assert thinkers.asked == 0


async def test_a_bot_from_outside_is_asked_here(thinkers: Thinkers) -> None:
    mine = {"waterhole": lambda *_: {"type": "play", "cards": [1]}}
    told: list[Thought] = []
    Thinkers(mine, 1, 1000, SLOW).ask(question(), told.append)
    assert told == [Thought({"type": "play", "cards": [1]})]


async def test_one_that_does_not_come_to_an_end_is_not_waited_for() -> None:
    thinkers = Thinkers(bots.BOTS, 1, 1, SLOW)  # a process takes longer than that to begin
    found = await thought(thinkers, question())
    assert found == Thought(answer(question(level="medium"), bots.BOTS), fell_back=True)
    assert (thinkers.asked, thinkers.fell_back, thinkers.waiting) == (1, 1, 0)
    thinkers.close()


async def test_what_nobody_waits_for_any_longer_is_not_thought_about() -> None:
    """Else a process that came too late once would come later and later."""
    thinkers = Thinkers(bots.BOTS, 1, 300, SLOW)
    await thinkers.work_out(divmod, 7, 2)  # the process is there
    long = asyncio.create_task(thinkers.work_out(time.sleep, 2))
    found = await asyncio.gather(*(thought(thinkers, question(seed=seed)) for seed in range(12)))
    assert all(one.fell_back for one in found)
    assert thinkers._pool is not None  # noqa: SLF001 - what it still has before it
    left = [one for one in thinkers._pool._pending_work_items.values() if not one.future.cancelled()]  # noqa: SLF001
    assert len(left) <= 3, "what is at work, and the few that the process has been handed already"
    assert (thinkers.asked, thinkers.fell_back, thinkers.waiting) == (12, 12, 0)
    await long
    thinkers.close()


async def test_a_process_that_dies_takes_nobody_with_it(thinkers: Thinkers) -> None:
    assert not (await thought(thinkers, question())).fell_back
    assert thinkers._pool is not None  # noqa: SLF001 - the process is to die
    for worker in list(thinkers._pool._processes.values()):  # noqa: SLF001
        os.kill(worker.pid or 0, signal.SIGKILL)
    assert (await thought(thinkers, question())).fell_back
    assert not (await thought(thinkers, question())).fell_back, "the next one finds a new process"


def slowly(nth: int) -> int:
    """A piece of other work."""
    time.sleep(0.2)
    return nth


async def test_a_bot_waits_for_one_piece_of_other_work_at_most(thinkers: Thinkers) -> None:
    done: list[int] = []

    async def work() -> None:
        for nth in range(6):
            done.append(await thinkers.work_out(slowly, nth))

    await thinkers.work_out(divmod, 7, 2)  # the process is there
    working = asyncio.create_task(work())
    await asyncio.sleep(0.5)
    begun = len(done)
    assert await thought(thinkers, question()) == Thought(answer(question(), bots.BOTS))
    assert len(done) - begun <= 2, "the one that was at work, and perhaps one that waited"
    await working
    assert done == [*range(6)]
    assert (thinkers.asked, thinkers.fell_back, thinkers.waiting) == (1, 0, 0)


async def test_other_work_fails_alone(thinkers: Thinkers) -> None:
    assert await thinkers.work_out(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await thinkers.work_out(divmod, 7, 0)
    with pytest.raises(BrokenProcessPool):
        await thinkers.work_out(os._exit, 9)
    assert await thinkers.work_out(divmod, 7, 2) == (3, 1), "the next one finds a new process"
    assert not (await thought(thinkers, question())).fell_back


HOST = """
import asyncio
from app.rooms.thinkers import Thinkers
from engine import bots
from tests.app.rooms.test_thinkers import SLOW, question, thought

async def main():
    thinkers = Thinkers(bots.BOTS, 2, 20000, SLOW)
    await thought(thinkers, question())
    print(*thinkers._pool._processes, flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_no_process_outlives_a_server_that_was_killed(tmp_path: Path) -> None:
    file = tmp_path / "server.py"
    file.write_text(HOST)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    with subprocess.Popen([sys.executable, str(file)], stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        thinking = [Path("/proc", pid) for pid in server.stdout.readline().split()]
        assert thinking
        server.kill()
    until = time.monotonic() + 15
    while any(one.exists() for one in thinking) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(one.exists() for one in thinking)


async def test_a_room_asks_once_a_turn_and_plays_on(tmp_path: Path) -> None:
    async with house(tmp_path) as served:
        thinkers = served.app.state.rooms.thinkers
        thinkers._slow = SLOW  # noqa: SLF001 - as if this level were a strong one
        mia = await Player(served.url, "Mia").arrive()
        await mia.enter(await mia.open_room("waterhole", deals=1))
        await mia.do("sit", seat=0)
        for seat in (1, 2):
            assert (await mia.do("bot", seat=seat, level="hard"))["t"] == "ack"
        await mia.do("start")
        await mia.until(lambda m: m["t"] == "table")
        played = asyncio.Event()
        watching = asyncio.ensure_future(_comings(served.url, mia.socket.request.path.rsplit("/", 1)[1], played))
        while mia.table["view"]["facts"]["phase"] != "over":
            if mia.table["view"]["facts"]["to_act"] == 0:
                await play_out([mia], moves=1)
            await asyncio.sleep(0.005)
        played.set()
        await watching
        await mia.until(lambda m: m["t"] == "room" and m["phase"] == "over")
        steps = (await mia.http.get(f"/api/matches/{mia.table['match']}/moves")).json()["steps"]
        by_bots = sum(step.get("by") == "bot" for step in steps)
        assert by_bots > 20
        assert thinkers.asked == by_bots, "one question a move, whoever comes and goes meanwhile"
        assert thinkers.fell_back == 0
        await mia.gone()


async def _comings(url: str, code: str, enough: asyncio.Event) -> None:
    """Somebody looks in again and again: the room's clock is set anew each time."""
    eve = await Player(url, "Eve").arrive()
    while not enough.is_set():
        since = len(eve.heard)
        await eve.enter(code)
        await eve.until(lambda m: m["t"] == "room", since)
        await eve.leave()
    await eve.gone()


def test_a_server_loads_no_numpy() -> None:
    """It would take memory, and before a worker says so it takes every core for one bot's thought."""
    seen = "import sys, app.main, app.serve; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", seen], check=False).returncode == 0
