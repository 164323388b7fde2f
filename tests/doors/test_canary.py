"""A whole match whose seeds, orders, sessions and codes are known; then everything that was said is searched.

For each sink a planted leak is found first: the search would find what it does not find.
"""

from __future__ import annotations

import io
import itertools
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import orjson
import pytest
import structlog
from sqlalchemy import insert, select

from app import logs
from app.rooms import letters, socket
from app.store import tables
from app.web import pages, problems
from tests.app.house import House, house
from tests.app.player import Player, play_out, started
from tests.doors import sinks
from tests.doors.knock import code_of
from tests.doors.sinks import Secret, Sinks, found

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

    async with house(tmp_path) as home:
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


async def test_no_seed_and_no_order_is_anywhere_while_the_match_runs(table: Table) -> None:
    told = await everywhere(table)
    assert len(told) > 60
    assert all(told[name] for name in ("output", "table log", "table chat", "frames of Eye 0")), "there was something"
    assert found(await card_secrets(table.home), told) == []


async def test_no_session_and_no_code_is_anywhere_at_all(table: Table) -> None:
    """Not even in the bytes of the files, and not in the secret table."""
    told = {**await everywhere(table), **await sinks.stored(table.home, but=()), **sinks.files(table.folder)}
    assert any(name.startswith("file ") for name in told)
    assert found(personal(table), told) == []


async def test_the_rooms_code_is_known_in_the_room_only(table: Table) -> None:
    code = sinks.text_secret("code", code_of(table.people[0]))
    told = await everywhere(table)
    home = f"/r/{code_of(table.people[0])}"
    where = {place.removeprefix("code in ") for place in found([code], told)}
    elsewhere = {
        place for place in where if home not in place and "/api/tables" not in place and place != "table rooms"
    }
    assert elsewhere == set()
    assert "table rooms" in where


async def test_after_the_match_the_seeds_are_told_and_nothing_else_is(table: Table) -> None:
    """What is sealed is opened at the end, for everybody to check; sessions stay where they were."""
    secrets = await card_secrets(table.home)
    await table.people[1].enter(code_of(table.people[0]))
    await play_out(table.people[:3])
    async with httpx.AsyncClient(base_url=table.home.url) as http:
        fair = await http.get(f"/api/matches/{table.match}/fairness")
    assert len(found(secrets, {"fairness": fair.content})) >= 3
    assert found(personal(table), await everywhere(table)) == []


# --- the search finds what it looks for ------------------------------------------------------------------------------


async def test_every_spelling_of_every_secret_is_found_in_every_sink(table: Table) -> None:
    """Put into each of them as it is: a search that skipped one would be a search for nothing."""
    secrets = [*await card_secrets(table.home), *personal(table)]
    told = await everywhere(table)
    for one in secrets:
        for spelling in one.spellings:
            assert found([one], {"there": b"x" + spelling + b"y"}) == [f"{one.name} in there"]
    for name, said in told.items():
        assert found(secrets[:1], {name: said + secrets[0].spellings[2]}) == [f"{secrets[0].name} in {name}"]


Plant = Callable[[pytest.MonkeyPatch, str], None]


def frame_leak(patch: pytest.MonkeyPatch, secret: str) -> None:
    honest = letters.room
    patch.setattr(letters, "room", lambda *given: {**honest(*given), "next": secret})


def refusal_leak(patch: pytest.MonkeyPatch, secret: str) -> None:
    honest = problems.answer

    def answer(request: Any, problem: Any) -> Any:
        problem.facts["hint"] = secret
        return honest(request, problem)

    patch.setattr("app.main.answer", answer)


def page_leak(patch: pytest.MonkeyPatch, secret: str) -> None:
    honest = pages.render

    def render(*given: Any, **facts: Any) -> Any:
        answer = honest(*given, **facts)
        answer.headers["x-deal"] = secret
        return answer

    patch.setattr(pages, "render", render)


def log_leak(_: pytest.MonkeyPatch, secret: str) -> None:
    logging.getLogger("uvicorn.error").error(f"deal {secret} was dealt")


def print_leak(_: pytest.MonkeyPatch, secret: str) -> None:
    print("dealt", secret)


def greeting_leak(patch: pytest.MonkeyPatch, secret: str) -> None:
    patch.setattr(socket, "PROTOCOL", 1)
    honest = vars(socket.Socket)["_welcome"]

    def welcome(self: Any, room: Any) -> bytes:
        return orjson.dumps({**orjson.loads(honest(self, room)), "debug": [secret]})

    patch.setattr(socket.Socket, "_welcome", welcome)


PLANTS: dict[Plant, str] = {
    frame_leak: "frames of ",
    greeting_leak: "frames of ",
    refusal_leak: "GET /api/",
    page_leak: "GET /",
    log_leak: "output",
    print_leak: "output",
}


@pytest.mark.parametrize("plant", PLANTS)
async def test_a_leak_that_is_planted_in_the_product_is_found(
    table: Table, plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seed, by whichever way the product speaks."""
    secrets = await card_secrets(table.home)
    seed = next(secret for secret in secrets if secret.name.startswith("seed"))
    plant(monkeypatch, seed.spellings[2].decode())
    await _once_more(table)
    where = found(secrets, await everywhere(table))
    assert where
    assert all(place.startswith(f"{seed.name} in {PLANTS[plant]}") for place in where), where


async def _once_more(table: Table) -> None:
    """Somebody comes anew, and something in the room changes."""
    eye = table.people[2]
    await eye.leave()
    since = len(eye.heard)
    await eye.enter(code_of(table.people[0]))
    await eye.until(lambda m: m["t"] == "room", since)
    assert (await table.people[0].do("house", house={"listed": False}))["t"] == "ack"


ROWS: dict[str, Callable[[str], dict[str, Any]]] = {
    "log": lambda text: {
        "room_id": "r", "seq": 1, "cmd_id": "x", "at": 1, "kind": "move", "by": None, "body": json.dumps({"o": text})
    },
    "chat": lambda text: {
        "room_id": "r", "n": 1, "cmd_id": "x", "at": 1, "guest": "g", "name": text, "body": "{}"
    },
    "guests": lambda text: {"id": "g_planted", "name": text, "created_at": 1},
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
async def test_a_leak_that_is_planted_in_a_table_is_found(table: Table, name: str) -> None:
    secrets = [*await card_secrets(table.home), *personal(table)]
    for nth, secret in enumerate((secrets[-1], secrets[0])):
        row = ROWS[name](secret.spellings[0].decode())
        row |= {"room_id": f"r{nth}"} if "room_id" in row else {"id": f"g_{nth}"}
        await table.home.app.state.log.write(
            lambda connection, row=row: connection.execute(insert(tables.metadata.tables[name]), row) and None
        )
        assert f"{secret.name} in table {name}" in found(secrets, await sinks.stored(table.home))
    raw = found(secrets, sinks.files(table.folder))
    assert any(place.startswith(f"{secrets[-1].name} in file") for place in raw)


def test_what_is_searched_for_does_not_stand_there_by_chance() -> None:
    secret = sinks.raw_secret("seed", bytes(range(32)))
    assert min(map(len, secret.spellings)) >= 32
    assert found([secret], {"nothing": bytes(itertools.islice(itertools.cycle(b"waterside "), 10_000))}) == []
