"""`python -m app` serves Waterside; `python -m app verify <record>` checks the deals of a finished match.

The other verbs are those of whoever runs the server (`app.admin`).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import urllib.request
from pathlib import Path
from typing import Any

from app import admin
from app.rooms.verify import NotFair, checks
from app.serve import serve
from engine.games import SHELF

SAID = {
    "seal": "{where}: the seed is the one that was sealed before anybody added to it",
    "share": "{where}: the share is the one that was sealed before any was opened",
    "order": "{where}: the order of the cards follows from the seed and everybody's shares",
    "first": "{where}: the seat that began is the one that follows",
}


def main(arguments: list[str] | None = None) -> None:
    """Read the words of the command line and carry them out."""
    parser = argparse.ArgumentParser(prog="python -m app", description="Serve Waterside, or look after it.")
    parser.add_argument("--host", default=os.environ.get("HOST") or "0.0.0.0")  # noqa: S104 - friends at home
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))
    verbs = parser.add_subparsers(dest="verb")
    verify_ = verbs.add_parser("verify", help="check the deals of a finished match")
    verify_.add_argument("record", help="a record as a file, or the address of a match (https://.../matches/m_...)")
    admin.add_to(verbs)
    asked = parser.parse_args(arguments)
    if asked.verb == "verify":
        sys.exit(verify(asked.record))
    if asked.verb:
        sys.exit(admin.carry_out(asked))
    serve(asked.host, asked.port)


def verify(source: str) -> int:
    """Say of every deal whether it is what was sealed. Returns 0 where all holds, 1 where something does not, 2 where
    there is nothing to check."""
    try:
        found = checks(_record(source), SHELF)
    except (NotFair, OSError, ValueError) as error:
        _say(f"Nothing to check: {error}")
        return 2
    for what, where, holds in found:
        _say(f"{'ok ' if holds else 'NO '} {SAID[what].format(where=where)}")
    fair = bool(found) and all(one.holds for one in found)
    _say("Every deal is what was sealed before play." if fair else "This record does not fit together.")
    return 0 if fair else 1


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _record(source: str) -> Any:
    """A record with its fairness: from a file, or asked of the server that has the match."""
    if not source.startswith(("http://", "https://")):
        return json.loads(Path(source).read_text("utf-8"))
    base = source.split("?")[0].rstrip("/").replace("/matches/", "/api/matches/").replace("/api/api/", "/api/")
    record = _asked(base)
    return {**record, "fairness": _asked(f"{base}/fairness")}


def _asked(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=20) as answer:  # noqa: S310 - http and https only, checked above
        return json.load(answer)


if __name__ == "__main__":
    main()
