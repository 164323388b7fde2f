"""Everything that was said of a whole match is searched for its seeds, orders, sessions and codes: they are not there.

test_leaks.py plants them in every sink: the search would find what it does not find.
"""

from __future__ import annotations

import httpx

from tests.app.player import play_out
from tests.doors import sinks
from tests.doors.knock import code_of
from tests.doors.marked import Table, card_secrets, everywhere, personal
from tests.doors.sinks import found


async def test_no_seed_and_no_order_is_anywhere_while_the_match_runs(table: Table) -> None:
    told = await everywhere(table)
    assert len(told) > 60
    assert all(told[name] for name in ("output", "table log", "table chat", "frames of Eye 0", "metrics")), (
        "there was something"
    )
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
