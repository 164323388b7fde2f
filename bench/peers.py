"""The adapter by which a benchmark of several servers plays on this one (docs/performance.md says how to plug it in).

Such a harness starts a server, writes a plan of sockets and moves, and has a loader replay it. Of us it needs this: the
command `python -m bench.serve PORT MODE`, rooms that are made before the plan is written, and the bytes of move i.
"""

from __future__ import annotations

import sys
from typing import Any, ClassVar

from bench import tables
from bench.serve import MODES

TEXT, PREFIX = "\x01", 1
COMMAND = f"{sys.executable} -m bench.serve {{port}}"


class Waterside:
    """Sockets say hello and are shown the table; a view is a frame that begins as a table does.

    Attributes:
        opcode, view, ready, ping, steps, headers: of a frame; by which one knows a view, and a socket that has joined;
            what is answered by what (nothing); how often the loader waits before it speaks; headers for all (none).
    """

    opcode = 1
    view = ready = (PREFIX, tables.VIEW)
    ping = (b"", b"")
    steps: ClassVar[list[str]] = [""]
    headers = ""

    def __init__(self, port: int) -> None:
        self.port = port

    def made(self, many: int) -> list[tables.Table]:
        """Rooms by the product's own ways."""
        return tables.prepared(self.port, many)

    def rooms(self, many: int) -> list[list[dict[str, Any]]]:
        """The sockets of each room: where, with which headers, and what is said first."""
        return [
            [
                {"path": place.path, "headers": place.headers, "open": [TEXT + tables.HELLO.decode()], "a": "", "b": ""}
                for place in table
            ]
            for table in self.made(many)
        ]

    def move(self, nth: int, seat: int, rank: int, many: int) -> bytes:
        """Move number nth of a room; the harness counts ranks from 0."""
        return tables.move(nth, rank + 1, many)


class Idle(Waterside):
    """Sockets that look at waiting rooms and are silent; none of them was opened before."""

    ready = (PREFIX, tables.ROOM)

    def made(self, many: int) -> list[tables.Table]:
        return tables.lobbies(self.port, many)


def servers() -> dict[str, tuple[str, type]]:
    """Name, command and adapter of each way to keep a row, and of the one whose sockets are silent."""
    found: dict[str, tuple[str, type]] = {f"waterside-{mode}": (f"{COMMAND} {mode}", Waterside) for mode in MODES}
    return {**found, "waterside-idle": (f"{COMMAND} {MODES[1]}", Idle)}
