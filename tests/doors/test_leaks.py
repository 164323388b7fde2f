"""Leaks planted in every sink and in the product: the search of test_canary.py finds each of them."""

from __future__ import annotations

import itertools
import json
import logging
from collections.abc import Callable
from typing import Any

import orjson
import pytest
from sqlalchemy import insert

from app.rooms import letters, socket
from app.store import tables
from app.web import pages, problems
from tests.doors import sinks
from tests.doors.knock import code_of
from tests.doors.marked import Table, card_secrets, everywhere, personal
from tests.doors.sinks import found


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
