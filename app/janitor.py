"""What the house does from time to time: forgets rooms, names and old matches, closes rooms it is told to close, and
passes on what whoever runs it has to say."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
import structlog

from app.store import care

SWEEP_S = 600.0
CLOSE_S = 2.0
DAY_MS = 24 * 3_600_000
_note = structlog.get_logger()


async def sweep(state: Any) -> None:
    """Rooms that nobody comes back to are forgotten, names of those who have gone, and matches that are too old."""
    if gone := await state.rooms.expire():
        _note.info("rooms_expired", rooms=gone)
    await state.own.go_on(state.now())
    if days := state.settings.keep_matches_days:
        before = state.now() - days * DAY_MS
        deleted = 0
        while step := await state.log.write(lambda connection: care.delete_older(connection, before)):
            deleted += step
        if deleted:
            _note.info("matches_expired", matches=deleted)


async def close_marked(state: Any) -> None:
    """Rooms that whoever runs the server wants closed: whoever is there is told, then the room is gone."""
    for known in await state.stored_rooms.marked():
        if await state.rooms.shut(known):
            await state.log.write(lambda connection, room=known.id: care.unmark(connection, room))


async def tell_notice(state: Any) -> None:
    """What whoever runs the server has to say, to those who sit at tables: their pages are not loaded anew."""
    notice = state.notice.current()
    if notice == state.notice.told:
        return
    state.notice.told = notice
    message = orjson.dumps({"t": "notice", "notice": notice or None})
    for room in state.rooms.open_rooms():
        for viewer in list(room.crowd.viewers):
            viewer.send(message)


async def _again(seconds: float, work: Callable[[Any], Awaitable[None]], state: Any) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work(state)
        except Exception as error:  # the next time may go better, and nobody else would sweep
            _note.warning("sweep_failed", error=type(error).__name__)


async def run(state: Any) -> None:
    """Until it is cancelled."""
    await asyncio.gather(
        _again(SWEEP_S, sweep, state), _again(CLOSE_S, close_marked, state), _again(CLOSE_S, tell_notice, state)
    )
