"""`python -m app check`: what it says of settings that are fine, risky and wrong, and its exit code."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import pytest

from app import check
from tests.app.test_admin import run
from tests.services import postgres
from tests.services.server import LiveServer

GOOD = {
    "PUBLIC_URL": "https://cards.example/w",
    "WATERSIDE_ROOT_PATH": "/w",
    "WATERSIDE_TRUSTED_PROXIES": '["10.0.0.1"]',
}
Usage = namedtuple("Usage", "total used free")
SECRET = "s3cr3t"


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[tuple[str, str]]]:
    """What is said of these settings, beside a data folder that is fine."""

    def checked(**settings: str) -> list[tuple[str, str]]:
        with monkeypatch.context() as patch:
            for name, value in ({"WATERSIDE_DATA": str(tmp_path)} | settings).items():
                patch.setenv(name, value)
            return [(level, words) for level, words in check.check(os.environ)]

    return checked


Say = Callable[..., list[tuple[str, str]]]


def test_settings_that_are_fine(say: Say, tmp_path: Path) -> None:
    for settings in ({}, GOOD, GOOD | {"WATERSIDE_METRICS_TOKEN": "x" * 16, "WATERSIDE_IMPRINT": "https://a.example"}):
        found = say(**settings)
        assert {level for level, _ in found} == {"ok"}, found
        assert any("no database yet" in words for _, words in found)
    assert list(tmp_path.iterdir()) == [], "and nothing was made"


@pytest.mark.parametrize(
    ("settings", "level", "said"),
    [
        ({"PUBLIC_URL": "cards.example"}, "wrong", "must look like https://"),
        (GOOD | {"WATERSIDE_ROOT_PATH": ""}, "wrong", "must be the same"),
        ({"PUBLIC_URL": "http://cards.example"}, "risk", "use TLS"),
        ({"WATERSIDE_ROOT_PATH": "w"}, "wrong", "must look like /cards"),
        ({"WATERSIDE_TRUSTED_PROXIES": '["*"]'}, "wrong", "one by one"),
        ({"WATERSIDE_TRUSTED_PROXIES": '["10.0.0.0/8"]'}, "wrong", "one by one"),
        ({"WATERSIDE_TRUSTED_PROXIES": "10.0.0.1"}, "wrong", "written as JSON"),
        ({"PUBLIC_URL": "https://cards.example"}, "risk", "one household"),
        ({"WATERSIDE_SYNCHRONOUS": "NORMAL"}, "risk", "power cut"),
        ({"WATERSIDE_SYNCHRONOUS": "SOMETIMES"}, "wrong", "setting synchronous"),
        ({"WATERSIDE_SOCKETS": "0"}, "wrong", "setting sockets"),
        ({"WATERSIDE_SOKETS": "1"}, "risk", "WATERSIDE_SOKETS is no setting"),
        ({"WATERSIDE_METRICS_TOKEN": "short"}, "risk", "can be guessed"),
        ({"WATERSIDE_IMPRINT": "imprint-that-is-not.txt"}, "wrong", "WATERSIDE_IMPRINT is neither"),
        ({"WATERSIDE_SOCKETS": "999999999"}, "risk", "open files"),
        ({"DATABASE_URL": "mysql://127.0.0.1/x"}, "wrong", "must begin with postgresql"),
        ({"DATABASE_URL": "::"}, "wrong", "cannot be read"),
        ({"DATABASE_URL": f"postgresql://me:{SECRET}@127.0.0.1:1/x"}, "wrong", "does not answer"),
    ],
)
def test_what_is_wrong_or_risky_is_said(
    say: Say, settings: dict[str, str], level: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 65_536))
    found = say(**settings)
    assert [(one, words) for one, words in found if said in words and one == level], found
    assert SECRET not in repr(found)
    assert {one for one, words in found if said not in words} <= {"ok"}, "and only that"


def test_a_folder_that_cannot_be_written(say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    assert any(
        level == "wrong" and "cannot be used" in words for level, words in say(WATERSIDE_DATA=f"{tmp_path}/file")
    )
    for free, level in ((check.NONE - 1, "wrong"), (check.LITTLE - 1, "risk"), (check.LITTLE, "ok")):
        with monkeypatch.context() as patch:
            patch.setattr(shutil, "disk_usage", lambda _, free=free: Usage(0, 0, free))
            assert [one for one, words in say() if "GiB free" in words] == [level]


def shape(file: Path, revision: str) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        connection.commit()


def test_beside_a_running_server_and_after_other_versions(say: Say, start_server: Callable[..., LiveServer]) -> None:
    server = start_server()
    data = {"WATERSIDE_DATA": str(server.data)}
    assert ("ok", "the database answers and has the newest shape (0005)") in say(**data)
    server.stop()
    for revision, level, said in (("0002", "risk", "copy it first"), ("9999", "wrong", "newer Waterside")):
        shape(server.data / "waterside.sqlite3", revision)
        assert [one for one, words in say(**data) if said in words] == [level]
    (server.data / "waterside.sqlite3").write_bytes(b"no database at all" * 1000)
    assert [one for one, words in say(**data) if "does not answer" in words] == ["wrong"]


def test_a_postgres_that_answers(say: Say, postgres_server: str) -> None:
    async def empty() -> list[tuple[str, str]]:
        async with postgres.database(postgres_server) as url:
            return await asyncio.to_thread(say, DATABASE_URL=url)

    assert ("ok", "the database answers and is empty: the first start fills it") in asyncio.run(empty())


async def test_the_exit_code_says_whether_anything_is_wrong(tmp_path: Path) -> None:
    code, said, _ = await run(tmp_path, "check")
    assert (code, {line.split()[0] for line in said.splitlines()}) == (0, {"ok"})
    code, said, _ = await run(tmp_path, "check", database_url=f"postgresql://me:{SECRET}@127.0.0.1:1/x")
    assert code == 1
    assert "\nwrong the database does not answer" in said
    assert SECRET not in said
