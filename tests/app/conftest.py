"""Databases and servers for the tests of the app: everything runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.app.house import House, house


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.pg)])
def database_url(request: pytest.FixtureRequest) -> str:
    """A fresh database: "" stands for a SQLite file in the data folder."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres_database"))


@pytest.fixture
async def served(tmp_path: Path, database_url: str) -> AsyncIterator[House]:
    """A running server with nothing in it."""
    async with house(tmp_path, database_url) as running:
        yield running
