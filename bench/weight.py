"""How many bytes the page of a table is on its way to a browser that has nothing yet: HTML, styles and scripts."""

from __future__ import annotations

import contextlib
import re
import zlib
from collections.abc import Iterator
from http.client import HTTPConnection
from urllib.parse import urljoin

from bench import tables
from bench.figure import Figure
from bench.process import running

AIM_KB = {"html": 10.0, "css": 12.0, "js": 40.0}
_TAG = re.compile(r"<(?:script|link)\b[^>]*>")
_ADDRESS = re.compile(r'(?:src|href)="([^"]+)"')
_IMPORT = re.compile(r"""(?:^|[;}\s])(?:import|export)\b[^"'`;()]*["'](\.{1,2}/[^"']+)["']""")


def figures() -> Iterator[Figure]:
    """One figure a kind, beside what it should be."""
    with running("-m", "bench.serve", "{port}", "memory") as server:
        (room,) = tables.lobbies(server.port, 1, 1)
        code, cookie = room[0].path.rpartition("/")[2], room[0].headers.splitlines()[0].partition(": ")[2]
        found = fetched(server.port, f"/r/{code}", cookie)
    for kind, aim in AIM_KB.items():
        size = sum(one for its, one in found.values() if its == kind) / 1000
        yield Figure(f"page.{kind}", size, "KB", size / aim, f"{aim:.0f} KB")


def fetched(port: int, path: str, cookie: str) -> dict[str, tuple[str, int]]:
    """Everything that a browser fetches before the table can be played: its kind, and its bytes as they travel."""
    found: dict[str, tuple[str, int]] = {}
    with contextlib.closing(HTTPConnection("127.0.0.1", port, timeout=20)) as http:
        size, page = _get(http, path, cookie)
        found[path] = "html", size
        waiting = [urljoin(path, _ADDRESS.findall(tag)[0]) for tag in _TAG.findall(page) if _wanted(tag)]
        while waiting:
            address = waiting.pop()
            if address in found:
                continue
            size, text = _get(http, address, cookie)
            found[address] = address.partition("?")[0].rpartition(".")[2], size
            if found[address][0] == "js":
                waiting += [urljoin(address, target) for target in _IMPORT.findall(text)]
    return found


def _wanted(tag: str) -> bool:
    """Whether a browser fetches at once what a tag names; a sheet that is disabled is worn later."""
    if tag.endswith(" disabled>"):
        return False
    return tag.startswith("<script") or 'rel="stylesheet"' in tag or 'rel="modulepreload"' in tag


def _get(http: HTTPConnection, address: str, cookie: str) -> tuple[int, str]:
    """How many bytes came, and what they say."""
    http.request("GET", address, headers={"Accept-Encoding": "gzip", "Accept": "text/html", "Cookie": cookie})
    answer = http.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{address}: {answer.status}")
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return len(body), (zlib.decompress(body, 31) if packed else body).decode()
