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
COMMAND = f"{sys.executable} -m bench.serve {{port}} {{mode}}"


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

    def rooms(self, many: int) -> list[list[dict[str, Any]]]:
        """The sockets of each room: where, with which headers, and what is said first."""
        return [
            [
                {"path": place.path, "headers": place.headers, "open": [TEXT + tables.HELLO.decode()], "a": "", "b": ""}
                for place in table
            ]
            for table in tables.prepared(self.port, many)
        ]

    def move(self, nth: int, seat: int, rank: int, many: int) -> bytes:
        """Move number nth; the harness counts ranks from 0."""
        return tables.move(nth, rank + 1, many)


def servers(adapter: type = Waterside) -> dict[str, tuple[str, type]]:
    """Name, command and adapter of each way to keep a row."""
    return {f"waterside-{mode}": (COMMAND.replace("{mode}", mode), adapter) for mode in MODES}
