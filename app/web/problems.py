"""Refusals over HTTP: problem details (RFC 9457) with a code of ours, the title in the reader's language."""

from __future__ import annotations

from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response

from app.web import text

STATUS = {
    "bad": 400,
    "role": 403,
    "origin": 403,
    "gone": 404,
    "method": 405,
    "full": 409,
    "large": 413,
    "media": 415,
    "rate": 429,
    "unavailable": 503,
}


class Problem(Exception):
    """A request that is refused.

    Args:
        code: one of STATUS. facts: what the reader may know about it.
    """

    def __init__(self, code: str, retry_after: int | None = None, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts
        self.retry_after = retry_after


def answer(request: Request, problem: Problem) -> Response:
    """The refusal as application/problem+json."""
    language = text.preferred(request.cookies.get("lang"), request.headers.get("accept-language"))
    body = {
        "type": "about:blank",
        "title": text.words(language)(f"refusal.{problem.code}", **problem.facts),
        "status": STATUS[problem.code],
        "code": problem.code,
        "facts": problem.facts,
    }
    headers = {"Cache-Control": "no-store", "Content-Language": language}
    if problem.retry_after is not None:
        headers["Retry-After"] = str(problem.retry_after)
    return Response(
        orjson.dumps(body, default=str), STATUS[problem.code], headers, media_type="application/problem+json"
    )
