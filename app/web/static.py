"""Static files under the name of their build: /static/<build>/js/room.js.

A module names the next one relatively, so whoever asks under one build gets that build all the way down. Such an answer
never changes and may be kept for good. Under another build's name there is nothing: a page from before an upgrade must
not mix modules of two builds, it is loaded anew (static/js/anew.js). Without a build's name a file is the newest one,
and is asked for again each time.

All files are read once, together with the build's name that is made from them, so that files that are replaced under a
running server cannot be kept under the wrong name.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.web.smaller import smaller

FOLDER = Path(__file__).parents[2]
FOR_GOOD, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
ANEW = "js/anew.js"  # it must reach a page whatever has become of its build, and imports nothing
_BUILD = re.compile(r"[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class File:
    """A file as it travels: as it is and packed, and its tag."""

    body: bytes
    packed: bytes
    kind: str
    tag: str


@lru_cache(maxsize=1)
def read() -> Mapping[str, bytes]:
    """Every static file and template as it stands, by its path in the project."""
    return {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for folder in ("static", "templates")
        for path in sorted((FOLDER / folder).rglob("*"))
        if path.is_file()
    }


@lru_cache(maxsize=1)
def build() -> str:
    """A short name of these files: changes when one does; the same on every machine."""
    made = hashlib.sha256()
    for path, body in read().items():
        made.update(path.encode())
        made.update(body)
    return made.hexdigest()[:12]


def templates() -> dict[str, str]:
    """The templates among them, by their names."""
    folder = "templates/"
    return {path.removeprefix(folder): body.decode() for path, body in read().items() if path.startswith(folder)}


@lru_cache(maxsize=1024)
def travelling(path: str, plain: bool = False) -> File | None:
    """A static file as it is sent, None where there is none; made when it is asked for first.

    Args:
        plain: as it is written, so that a trace names its lines.
    """
    body, suffix = read().get(f"static/{path}"), PurePosixPath(path).suffix
    if body is None:
        return None
    sent = body if plain else smaller(suffix, body)
    packed = b"" if suffix == ".png" else gzip.compress(sent, 9, mtime=0)
    tag = hashlib.sha256(sent).hexdigest()[:16]
    return File(sent, packed if len(packed) < len(sent) else b"", TYPES.get(suffix, "application/octet-stream"), tag)


class Static:
    """The application below /static.

    Args:
        build: under which name they may be kept for good. plain: files as they are written.
    """

    def __init__(self, build: str, plain: bool = False) -> None:
        self._build = build
        self._plain = plain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise HTTPException(404)
        if scope["method"] != "GET":
            raise HTTPException(405)
        path = str(scope["path"]).removeprefix(scope.get("root_path", "")).lstrip("/")
        await self.answer(path, Headers(scope=scope))(scope, receive, send)

    def answer(self, path: str, asked: Headers) -> Response:
        """The answer for a path below /static."""
        name, _, rest = path.partition("/")
        named = name == self._build
        if not named and _BUILD.fullmatch(name) and rest != ANEW:
            raise HTTPException(404)
        file = travelling(rest if named or rest == ANEW else path, self._plain)
        if file is None:
            raise HTTPException(404)
        packed = bool(file.packed) and "gzip" in asked.get("accept-encoding", "")
        tag = f'"{file.tag}{"-gz" if packed else ""}"'
        headers = {"ETag": tag, "Cache-Control": FOR_GOOD if named else ASK_AGAIN, "Vary": "Accept-Encoding"}
        if tag in asked.get("if-none-match", ""):
            return Response(None, 304, headers)
        if packed:
            headers["Content-Encoding"] = "gzip"
        return Response(file.packed if packed else file.body, headers=headers, media_type=file.kind)
