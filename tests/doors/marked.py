"""A match in its middle whose seeds, orders, sessions and codes are known, and everything that was said of it."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import structlog
from sqlalchemy import select

from app import logs
from app.store import tables
from tests.app.house import House, house
from tests.app.player import Player, play_out, started
from tests.doors import sinks
from tests.doors.knock import code_of
from tests.doors.sinks import Secret, Sinks

MOVES = 24


class Table(NamedTuple):
    """A match in its middle.

    Attributes:
        home: where it is played. people: Mia, Ben, and an Eye that watches. folder: of the database.
        out: what the process has printed and logged. device: a code that nobody has used.
    """

    home: House
    people: list[Player]
    folder: Path
    out: Callable[[], bytes]
    device: str

    @property
    def match(self) -> str:
        return str(self.people[0].table["match"])


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Logging as a real server has it."""
    written = io.StringIO()
    monkeypatch.setattr(logs.LINES, "open", True)
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    logs.set_up(written)
    yield written
    structlog.reset_defaults()


@pytest.fixture
async def table(tmp_path: Path, logged: io.StringIO, capfd: pytest.CaptureFixture[str]) -> AsyncIterator[Table]:
    """Talk, a wrong move, a claim, somebody who left and came back, somebody who was sent away; and no end yet."""
    said = [""]

    def out() -> bytes:
        caught = capfd.readouterr()
        said[0] += caught.out + caught.err
        return (said[0] + logged.getvalue()).encode()

    async with house(tmp_path, metrics_token=sinks.METRICS) as home:
        mia, ben, eye, eve = await started(home.url, "Mia", "Ben", watchers=2, deals=3)
        code = code_of(mia)
        await _rough(mia, ben, eve)
        device = (await mia.http.post("/api/guest/code", json={})).json()["code"].lower()
        await play_out([mia, ben, eye], moves=MOVES)
        for player in (ben, eye):
            await player.leave()
            await player.enter(code, last=None)
            await player.until(lambda m: m["t"] == "table", len(player.heard))
        await ben.do("leave")
        assert (await eve.do("claim", seat=0))["t"] == "nack"
        structlog.get_logger().warning("sweep_failed", error="OSError")
        yield Table(home, [mia, ben, eye, eve], tmp_path, out, device)
        for player in (mia, ben, eye, eve):
            await player.gone()


async def _rough(mia: Player, ben: Player, eve: Player) -> None:
    """What goes wrong at every table."""
    await ben.ask({"t": "say", "text": "Good luck!"})
    await mia.ask({"t": "say", "emote": "fox"})
    for player in (mia, ben):
        wrong: list[Any] = [{"type": "play", "cards": [9, 9]}, {"type": "peek"}, [], {"type": "play", "cards": [1] * 9}]
        for move in wrong:
            assert (await player.move(move))["t"] == "nack"
    await mia.move(mia.plays()[0], turn=99)
    await eve.say('{"t":"cmd","id":"x","do":"peek"}')
    assert (await eve.ask({"t": "move", "turn": 0, "move": {}}))["t"] == "nack"


async def secret_rows(home: House) -> list[dict[str, Any]]:
    """The bodies of the secret table."""
    async with home.look() as connection:
        return [json.loads(row.body) for row in (await connection.execute(select(tables.secrets))).all()]


def deep(value: Any) -> Iterator[Any]:
    """A value and all that it holds."""
    yield value
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from deep(inner)


async def card_secrets(home: House) -> list[Secret]:
    """All that the secret table holds: seeds as bytes, orders without what has been drawn of them by now."""
    made, seeds = [], set()
    for nth, body in enumerate(await secret_rows(home)):
        for value in deep(body):
            if isinstance(value, str) and len(value) == 64:
                seeds.add(value)
            elif isinstance(value, list) and len(value) > 40:
                made.append(sinks.order_secret(f"order {nth}", value, known=len(value) - 14))
                made.append(sinks.order_secret(f"order {nth} from the top", value[:30]))
    made += [sinks.raw_secret(f"seed {nth}", bytes.fromhex(seed)) for nth, seed in enumerate(sorted(seeds))]
    assert len(seeds) == 3, "a seed for each deal of the match"
    assert len(made) > len(seeds), "and the order of the one that is played"
    return made


def personal(table: Table) -> list[Secret]:
    """Sessions and a device's code."""
    return [*sinks.sessions(table.people), sinks.text_secret("device code", table.device)]


async def everywhere(table: Table) -> Sinks:
    """Everything that anybody was told or that stands anywhere, but for the secret table."""
    return {
        "output": table.out(),
        **await sinks.stored(table.home),
        **sinks.frames(table.people),
        **await sinks.asked(table.home.app, table.people, table.match),
    }
