"""Looking up finished matches from a program, with nothing but Python.

    python docs/lookup.py http://localhost:8000 player=Mia game=waterhole since=2026-11-01
    python docs/lookup.py http://localhost:8000 player=g_2m8r5w0ybd6s3fjk opponent=Ben result=won

Every filter of GET /api/matches can be given (docs/record.md). Pages are followed by the header `Link`; matches that
finish meanwhile come before the first page, so each match is met once.
"""

from __future__ import annotations

import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode, urljoin

NEXT = re.compile(r'<([^>]*)>; rel="next"')


def ask(address: str) -> tuple[Any, str | None]:
    """An answer's JSON, and the address of the next page."""
    request = urllib.request.Request(address, headers={"Accept": "application/json"})  # noqa: S310 - the reader's own
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        following = NEXT.search(answer.headers.get("Link", ""))
        return json.load(answer), urljoin(address, following[1]) if following else None


def matches(server: str, **filters: str) -> Iterator[dict[str, Any]]:
    """Every match that fits, newest first."""
    address: str | None = f"{server}/api/matches?{urlencode({'limit': 100, **filters})}"
    while address:
        page, address = ask(address)
        yield from page["items"]


def line(record: dict[str, Any]) -> str:
    """A match in one line: when, what, and who had how many points; winners have a star."""
    totals, winners = record["scores"]["totals"], record["scores"]["winners"]
    seats = [
        f"{seat['name']}{'*' if seat['seat'] in winners else ''} {totals[seat['seat']]}" for seat in record["seats"]
    ]
    return f"{record['ended_at']}  {record['match']}  {record['game']}  {', '.join(seats)}"


def main(server: str, *words: str) -> int:
    """Print what fits. Returns 1 where the server refuses the question."""
    try:
        for record in matches(server.rstrip("/"), **dict(word.split("=", 1) for word in words)):
            sys.stdout.write(f"{line(record)}\n")
    except urllib.error.HTTPError as refused:
        problem = json.load(refused)
        sys.stderr.write(f"{problem['code']}: {problem['facts']}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
