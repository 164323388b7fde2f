"""What those who try to get in find: a house with nothing in it, and a visitor without a session."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.app.house import House
from tests.app.web.conftest import home
from tests.doors.marked import logged, table

__all__ = ["home", "logged", "stranger", "table"]  # the fixtures


@pytest.fixture
async def stranger(home: House) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody without a session."""
    async with httpx.AsyncClient(base_url=home.url) as client:
        yield client
