"""`python -m app`: serves Waterside."""

from __future__ import annotations

import argparse
import os

from app.serve import serve


def main(arguments: list[str] | None = None) -> None:
    """Read the words of the command line and carry them out."""
    parser = argparse.ArgumentParser(prog="python -m app", description="Serve Waterside.")
    parser.add_argument("--host", default=os.environ.get("HOST") or "0.0.0.0")  # noqa: S104 - friends at home
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))
    asked = parser.parse_args(arguments)
    serve(asked.host, asked.port)


if __name__ == "__main__":
    main()
