"""Two processes want to write the same thing: the database's constraint decides, and without it nobody would."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tests.crash import race
from tests.services import postgres
from tests.services.server import LiveServer

Start = Callable[..., LiveServer]
KINDS = [race.moves, race.commands]


@pytest.mark.parametrize("racing", KINDS)
async def test_one_row_comes_of_it_only_where_the_database_sees_to_it(
    start_server: Start, postgres_server: str, racing: Callable[..., Coroutine[Any, Any, race.Outcome]]
) -> None:
    async with postgres.database(postgres_server) as url:
        urls = [start_server(url).url for _ in range(2)]
        assert await racing(url, urls, 20) == race.Outcome(20, one=20)
        await race.unguarded(url)
        assert (await racing(url, urls, 40)).several == 1
