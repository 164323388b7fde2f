"""`python -m tests.proxies nginx caddy=/path/to/caddy`: a match behind each of them; a line of JSON for each."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.proxies.behind import ROOT, behind
from tests.proxies.visit import visit


def main() -> int:
    """Try each proxy at the root and under a sub-path. Returns 1 where something was not as it should be."""
    wrong = 0
    for word in sys.argv[1:]:
        kind, _, program = word.partition("=")
        for root in ("", ROOT):
            with tempfile.TemporaryDirectory() as folder, behind(kind, program or kind, Path(folder), root) as site:
                os.environ["SSL_CERT_FILE"] = str(site.certificate)
                told: dict[str, Any]
                try:
                    told = {"moves": asyncio.run(visit(site))}
                except AssertionError as error:
                    told, wrong = {"wrong": str(error)}, 1
                print(json.dumps({"proxy": kind, "root": root, **told}), flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
