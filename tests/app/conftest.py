"""Databases and servers for the tests of the app: everything runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.app.desk import desk as desk
from tests.app.house import House, house
from tests.app.two import both
from tests.services import postgres


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.pg)])
async def database_url(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """A fresh database: "" stands for a SQLite file in the data folder."""
    if request.param == "sqlite":
        yield ""
    else:
        async with postgres.database(request.getfixturevalue("postgres_server")) as url:
            yield url


@pytest.fixture
async def served(tmp_path: Path, database_url: str) -> AsyncIterator[House]:
    """A running server with nothing in it."""
    async with house(tmp_path, database_url) as running:
        yield running


@pytest.fixture
async def two(postgres_server: str, tmp_path: Path) -> AsyncIterator[list[House]]:
    """Two servers over one PostgreSQL."""
    async with postgres.database(postgres_server) as url, both(tmp_path, url) as houses:
        yield houses
