"""The real server, whose analyses are made by the judge of the tests.

    python -m tests.services.judging FOLDER --host 127.0.0.1 --port 8000

What it is told to do lies in that folder (`tests.app.judge`). No setting of the product reaches this.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from unittest import mock

from app import __main__ as entry
from app import serve
from app.main import create_app
from tests.app.judge import Judge


def main() -> None:
    """Serve."""
    folder, *words = sys.argv[1:]
    create = partial(create_app, method=Judge(Path(folder)))
    with mock.patch.object(serve, "create_app", create):
        entry.main(words)


if __name__ == "__main__":
    main()
