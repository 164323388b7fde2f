"""The whole API as its own document describes it, asked anything: as a stranger, from a seat, and from another table.

No answer is a fault, none is one that the document does not know, and none holds a seed of the match that runs.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.main import create_app
from app.settings import Settings
from tests.app.player import play_out, started
from tests.doors.knock import code_of
from tests.doors.sinks import Secret, found, raw_secret
from tests.services.server import live_server

EXAMPLES = 24
WHO = ("stranger", "seat", "wrong seat")
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
DOCUMENT = create_app(Settings()).openapi()  # type: ignore[call-arg]
SCHEMA: Any = schemathesis.openapi.from_dict(DOCUMENT)
FOUND: list[Any] = [one.ok() for one in SCHEMA.get_all_operations()]
# Whoever has had everything deleted is nobody afterwards.
OPERATIONS = sorted(FOUND, key=lambda one: one.path.endswith("/delete"))


class Running(NamedTuple):
    """A match in its middle on a real server.

    Attributes:
        cookies: of each of WHO. real: what a path may name that is there, in this room and in one whose match is over.
        seeds: of the match that runs.
    """

    url: str
    cookies: dict[str, dict[str, str]]
    real: tuple[dict[str, str], dict[str, str]]
    seeds: list[Secret]


async def _played(url: str, deals: int, moves: int | None, *names: str) -> tuple[dict[str, str], dict[str, str]]:
    """A match: the cookies of the first who played, and what paths call it."""
    people = await started(url, *names, deals=deals)
    await play_out(people, moves=moves)
    first = people[0]
    real = {"code": code_of(first), "match": str(first.table["match"]), "guest": first.guest}
    cookies = {name: str(value) for name, value in first.http.cookies.items()}
    for player in people:
        await player.gone()
    return cookies, real


def _seeds(folder: Path) -> list[Secret]:
    """All seeds that the secret table holds by now."""
    with sqlite3.connect(folder / "waterside.sqlite3") as database:
        bodies = [json.loads(body) for (body,) in database.execute("SELECT body FROM secrets")]
    database.close()
    texts = {text for body in bodies for text in _texts(body) if len(text) == 64}
    return [raw_secret(f"seed {nth}", bytes.fromhex(text)) for nth, text in enumerate(sorted(texts))]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("rest")
    with live_server(folder) as server:
        seat, here = asyncio.run(_played(server.url, 3, 10, "Mia", "Ben"))
        seeds = _seeds(folder)
        assert len(seeds) == 3, "one for each deal"
        wrong, there = asyncio.run(_played(server.url, 1, None, "Zoe", "Tom"))
        cookies: dict[str, dict[str, str]] = {"stranger": {}, "seat": seat, "wrong seat": wrong}
        yield Running(server.url, cookies, (here, there), seeds)
        assert server.alive()
        assert '"level":"error"' not in server.log()


def _cases(operation: Any) -> st.SearchStrategy[Any]:
    """What the document allows, and what it does not."""
    asked: st.SearchStrategy[Any] = operation.as_strategy(GenerationMode.POSITIVE)
    if operation.path_parameters or operation.query or operation.body:
        asked |= operation.as_strategy(GenerationMode.NEGATIVE)
    return asked


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: f"{one.method} {one.path}")
def test_every_operation(running: Running, operation: Any, who: str) -> None:
    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=_cases(operation), at=st.sampled_from([None, 0, 1]))
    def ask(case: Any, at: int | None) -> None:
        if at is not None:
            case.path_parameters.update({name: running.real[at][name] for name in case.path_parameters or {}})
            if operation.path == "/api/rooms" and isinstance(case.body, dict):
                whole: dict[str, Any] = {
                    "game": "waterhole",
                    "options": {},
                    "house": {},
                    "kind": "play",
                    "from": None,
                    "seat": None,
                }
                # The second match is over: it can be played on from.
                moment = {"kind": "branch", "from": {"match": running.real[at]["match"], "step": 2}, "seat": 1}
                case.body |= {**whole, **(moment if at else {})}
        answer = case.call(base_url=running.url, cookies=running.cookies[who])
        case.validate_response(answer, checks=CHECKS)
        said = f"{dict(answer.headers)}".encode() + answer.content
        assert found(running.seeds, {"answer": said}) == []

    ask()


def test_the_document_is_whole() -> None:
    """Every operation is asked, says what it refuses, and has no word of a refusal that never comes."""
    assert len(OPERATIONS) >= 20
    for path, verbs in DOCUMENT["paths"].items():
        for verb, operation in verbs.items():
            assert "422" not in operation["responses"], path
            assert {"400", "405", "503"} <= set(operation["responses"]), path
            assert verb == "get" or {"403", "413", "415"} <= set(operation["responses"]), path


def test_an_answer_that_the_document_does_not_know_is_caught(running: Running) -> None:
    poorer = json.loads(json.dumps(DOCUMENT))
    del poorer["paths"]["/api/rooms/{code}/qr.svg"]["get"]["responses"]["404"]
    poorer["paths"]["/api/games"]["get"]["responses"]["200"]["content"]["application/json"]["schema"] = {"type": "null"}
    schema: Any = schemathesis.openapi.from_dict(poorer)
    for path, named in (("/api/rooms/{code}/qr.svg", {"code": "none"}), ("/api/games", {})):
        case = schema[path]["GET"].Case(path_parameters=named)
        answer = case.call(base_url=running.url)
        with pytest.raises(FailureGroup):
            case.validate_response(answer, checks=CHECKS)
