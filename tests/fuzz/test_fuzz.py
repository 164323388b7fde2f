"""A seeded form of `make fuzz`: every class of wrong frame, and afterwards a normal match in the same room."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.fuzz.__main__ import NEVER
from tests.fuzz.frames import CLASSES
from tests.fuzz.storm import storm
from tests.services.server import LiveServer

pytestmark = pytest.mark.usefixtures("way")
FRAMES = 6000
# What p1 closes with, what RFC 6455 asks for, the echo of the shooter's own goodbye, and a line cut by either side.
CLOSES = {"1002", "1007", "1009", "4009", "1000", "1005", "4001", "1006"}


async def test_wrong_frames_are_refused_or_closed_and_the_room_goes_on(start_server: Callable[..., LiveServer]) -> None:
    server = start_server()
    figures = await storm(server.url, FRAMES, seed=7)
    assert figures["wrong"] == []
    assert figures["frames"] >= FRAMES
    assert set(figures["shots"]) == {maker.__name__ for maker in CLASSES}, "every class was shot"
    assert set(figures["closes"]) <= CLOSES
    assert figures["answers"]["bad"] > FRAMES / 10
    assert figures["moves"] >= 40, "a normal match to its end in the room that was shot at"
    assert server.alive()
    assert [word for word in NEVER if word in server.log()] == []
