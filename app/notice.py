"""What whoever runs the server has to say to everybody: a text in each language, in a file of the data folder.

    python -m app notice "Back at ten." --de "Um zehn geht es weiter."      from now on
    python -m app notice --off                                              no longer

It is shown on every page, and within seconds at every table. A file and no setting: to announce a restart must not need
one, and servers that share a data folder say the same.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

FILE = "notice.json"
LONG = 300
LANGUAGES = ("en", "de")


class BadNotice(ValueError):
    """What cannot be shown; its text says why."""


class Notice:
    """The notice of a data folder, read anew whenever its file has changed.

    Attributes:
        told: what those who sit at tables have been told last.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._seen: tuple[int, int] | None = None
        self._texts: Mapping[str, str] = {}
        self.told: Mapping[str, str] = self.current()

    def current(self) -> Mapping[str, str]:
        """The texts by language; empty where there is nothing to say. A file that cannot be read says nothing."""
        try:
            found = self._file.stat()
            seen = (found.st_mtime_ns, found.st_size)
            if seen != self._seen:
                self._texts, self._seen = texts(orjson.loads(self._file.read_bytes())), seen
        except (OSError, ValueError):
            self._texts, self._seen = {}, None
        return self._texts

    def text(self, language: str) -> str:
        """The text in this language, else in the one it is written in; "" where there is nothing to say."""
        known = self.current()
        return known.get(language) or next(iter(known.values()), "")


def texts(given: Any) -> dict[str, str]:
    """Texts by language, one line each. Raises BadNotice."""
    if not isinstance(given, dict) or not set(given) <= set(LANGUAGES):
        raise BadNotice(f"a notice has a text for each of {', '.join(LANGUAGES)}")
    found = {}
    for language in LANGUAGES:
        text = " ".join(str(given.get(language) or "").split())
        if len(text) > LONG or not text.isprintable():
            raise BadNotice(f"a notice has at most {LONG} letters, all of them visible")
        if text:
            found[language] = text
    return found


def put(folder: Path, given: Mapping[str, str]) -> None:
    """Say this from now on; with no text, nothing any more. Raises BadNotice."""
    file, said = folder / FILE, texts(dict(given))
    if not said:
        file.unlink(missing_ok=True)
        return
    folder.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".part")
    fresh.write_bytes(orjson.dumps(said))
    os.replace(fresh, file)  # whole, or not at all
