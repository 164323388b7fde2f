"""The real server with one thing added: it dies, as if by kill -9, at a named point of one command's way.

    python -m tests.services.dying POINT --host 127.0.0.1 --port 8000

The command is the one whose id is `die`; every other passes as usual. No setting of the product reaches this.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from typing import Any, cast
from unittest import mock

from sqlalchemy import Connection

from app import __main__ as entry
from app.rooms.crowd import Crowd
from app.rooms.socket import Socket
from app.store import batch, log
from app.store.batch import Line, Stored, Waiting

DIE = "die"
POINTS = ("before_commit", "after_commit", "after_push")
CODE = 86


def _die() -> None:
    os._exit(CODE)


def _deadly(waiting: Sequence[Waiting]) -> bool:
    return any(isinstance(one, Line) and one.row.cmd_id.endswith(f":{DIE}") for one in waiting)


def before_commit(honest: Any = batch.store) -> Any:
    """All rows are written; the transaction is not committed."""

    def store(connection: Connection, waiting: Sequence[Waiting]) -> list[Any]:
        answers: list[Any] = honest(connection, waiting)
        if _deadly(waiting):
            _die()
        return answers

    return mock.patch.object(log, "store", store)


def after_commit() -> Any:
    """The transaction is committed; nobody has been told."""
    honest = vars(log)["_answer"]

    def answer(waiting: Sequence[Waiting], answers: Sequence[Any]) -> None:
        if _deadly(waiting) and any(isinstance(one, Stored) for one in answers):
            _die()
        honest(waiting, answers)

    return mock.patch.object(log, "_answer", answer)


def after_push() -> Any:
    """Everybody else has been told and has it; the one who asked has no answer."""
    honest = Crowd.tell_table

    def tell_table(self: Crowd, state: Any, asker: Any, id: str | None) -> None:
        if id != DIE:
            honest(self, state, asker, id)
            return
        everybody, self.viewers = self.viewers, [one for one in self.viewers if one is not asker]
        honest(self, state, None, None)
        others, self.viewers = [cast(Socket, one).out for one in self.viewers], everybody
        loop = asyncio.get_running_loop()

        def wait(turns: int = 0) -> None:
            """Until the others' queues are empty, and a few turns of the loop more: then it is on the wire."""
            if any(others) or turns < 10:
                loop.call_soon(wait, turns + 1)
            else:
                _die()

        loop.call_soon(wait)

    return mock.patch.object(Crowd, "tell_table", tell_table)


def main() -> None:
    """Serve until the point is reached."""
    with {"before_commit": before_commit, "after_commit": after_commit, "after_push": after_push}[sys.argv[1]]():
        entry.main(sys.argv[2:])


if __name__ == "__main__":
    main()
