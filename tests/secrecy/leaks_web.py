"""Deliberate leaks of what lies around the room: HTTP, pages and the log. Only a real server can be asked for them."""

from __future__ import annotations

import logging
from typing import Any
from zlib import crc32

from app.rooms.mailbox import OpenRoom
from app.web import pages, problems
from tests.secrecy.leak import Leak, Patch, changed_view, inside


def states(app: Any) -> str:
    """What the open rooms hold."""
    plays = [room.state.play for room in app.state.rooms.open_rooms()]
    return "".join(inside(play.match._state) for play in plays if play)


def etag_of_the_state(patch: Patch) -> None:
    """A page's ETag made of all that the server holds, so that it is new whenever something is."""
    honest = pages.render

    def render(request: Any, template: str, status: int = 200, **facts: Any) -> Any:
        page = honest(request, template, status, **facts)
        page.headers["etag"] = f'"{crc32(states(request.app).encode()):x}"'
        return page

    patch.setattr(pages, "render", render)


def number_in_the_refusal(patch: Patch) -> None:
    """A refusal has a number under which it can be found, and the number comes from what was in memory."""
    honest = problems.answer

    def answer(request: Any, problem: Any) -> Any:
        problem.facts["number"] = crc32(states(request.app).encode()) % 1000
        return honest(request, problem)

    patch.setattr(problems, "answer", answer)
    patch.setattr("app.main.answer", answer)


def size_of_a_page(patch: Patch) -> None:
    """A page ends in spaces, as many as what the server holds would have it."""
    honest = pages.render

    def render(request: Any, template: str, status: int = 200, **facts: Any) -> Any:
        page = honest(request, template, status, **facts)
        page.body = bytes(page.body) + b" " * (crc32(states(request.app).encode()) % 97)
        page.headers["content-length"] = str(len(page.body))
        return page

    patch.setattr(pages, "render", render)


def library_log(patch: Patch) -> None:
    """A line for whoever debugs, by the library of every day."""
    honest = vars(OpenRoom)["_apply"]

    def apply(self: OpenRoom, row: Any, letter: Any = None) -> None:
        logging.getLogger("rooms").warning("row %s", row)
        honest(self, row, letter)

    patch.setattr(OpenRoom, "_apply", apply)


def sum_in_the_view(patch: Patch) -> None:
    """A view holds a sum over the hands, as it would be sent."""
    changed_view(patch, lambda view, state: view["facts"].update(sum=crc32(inside(state).encode()) % 1000))


WEB: tuple[Leak, ...] = (etag_of_the_state, number_in_the_refusal, size_of_a_page, library_log, sum_in_the_view)
