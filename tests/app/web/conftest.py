"""A server for what is the same on either database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.app.house import House, house


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    """A running server at home, on SQLite and without PUBLIC_URL."""
    async with house(tmp_path) as running:
        yield running
