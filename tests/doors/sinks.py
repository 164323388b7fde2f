"""Everywhere a server's words can go, and the secrets of a match in every spelling in which they might be there.

A sink is a name and what stands in it: bytes. A secret is found in any of its spellings; each spelling is long enough
not to stand there by chance.
"""

from __future__ import annotations

import base64
import contextlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from sqlalchemy import select

from app.store import tables
from tests.app.house import House
from tests.app.player import Player
from tests.doors.knock import addresses, code_of, session_of

Sinks = dict[str, bytes]
METRICS = "whoever runs the server"  # its word for /metrics


class Secret(NamedTuple):
    """Something that may not be there, and how it could be written."""

    name: str
    spellings: tuple[bytes, ...]


def raw_secret(name: str, raw: bytes) -> Secret:
    """Random bytes: as they are, in hex, in base64, as a list of numbers, backwards."""
    hexed = raw.hex()
    forms = (
        raw,
        raw[::-1],
        hexed.encode(),
        hexed.upper().encode(),
        base64.b64encode(raw).rstrip(b"="),
        base64.urlsafe_b64encode(raw).rstrip(b"="),
        json.dumps(list(raw))[1:-1].encode(),
        json.dumps(list(raw), separators=(",", ":"))[1:-1].encode(),
        repr(raw)[2:-1].encode(),
        str(int.from_bytes(raw, "big")).encode(),
    )
    return Secret(name, forms)


def order_secret(name: str, order: Sequence[Any], known: int = 0) -> Secret:
    """A stack of cards, as it would be written down; `known` cards on its top are no secret any more."""
    cards = list(order[known:])
    tight, loose = json.dumps(cards, separators=(",", ":"))[1:-1], json.dumps(cards)[1:-1]
    back = json.dumps(cards[::-1], separators=(",", ":"))[1:-1]
    plain = " ".join(map(str, cards))
    return Secret(name, tuple(text.encode() for text in (tight, loose, back, plain, repr(tuple(cards))[1:-1])))


def text_secret(name: str, text: str) -> Secret:
    """A token or code: as it is, shouted, in hex, in base64."""
    raw = text.encode()
    return Secret(name, (raw, raw.upper(), raw.lower(), raw.hex().encode(), base64.b64encode(raw).rstrip(b"=")))


def found(secrets: Iterable[Secret], sinks: Mapping[str, bytes]) -> list[str]:
    """Every secret that stands in a sink, as "secret in sink"."""
    return [
        f"{secret.name} in {name}"
        for name, said in sinks.items()
        for secret in secrets
        if any(spelling in said for spelling in secret.spellings)
    ]


async def stored(home: House, but: Iterable[str] = ("secrets",)) -> Sinks:
    """Every table but those named, read as a program reads it; what is packed is unpacked too."""
    sinks: Sinks = {}
    async with home.look() as connection:
        for table in tables.metadata.sorted_tables:
            if table.name not in but:
                rows = (await connection.execute(select(table))).all()
                sinks[f"table {table.name}"] = b"\n".join(_cells(row) for row in rows)
    return sinks


def _cells(row: Iterable[Any]) -> bytes:
    out = []
    for value in row:
        if isinstance(value, bytes):
            out.append(value)
            with contextlib.suppress(zlib.error):
                out.append(zlib.decompress(value))
        else:
            out.append(str(value).encode())
    return b"\t".join(out)


def files(folder: Path) -> Sinks:
    """The database's files byte by byte, what has been deleted in them included."""
    return {f"file {file.name}": file.read_bytes() for file in folder.glob("waterside.sqlite3*")}


def frames(people: Iterable[Player]) -> Sinks:
    """Every frame that each of them was sent."""
    return {f"frames of {player.name}": "\n".join(player.frames).encode() for player in people}


async def asked(app: Any, players: Sequence[Player], match: str) -> Sinks:
    """Every answer to every question, headers included, to a stranger and to each of these."""
    code = code_of(players[0])
    seen = list(_paths(app, code, match))
    sinks: Sinks = {}
    async with httpx.AsyncClient(base_url=players[0].url) as stranger:
        for who, http in (("a stranger", stranger), *((player.name, player.http) for player in players)):
            for path in seen:
                answer = await http.get(path, headers={"accept": "text/html,*/*"})
                head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
                sinks[f"GET {path} to {who}"] = head.encode() + b"\n\n" + answer.content
        numbers = await stranger.get("/metrics", headers={"authorization": f"Bearer {METRICS}"})
        sinks["metrics"] = numbers.content if numbers.status_code == 200 else b""
    return sinks


def _paths(app: Any, code: str, match: str) -> Iterator[str]:
    yield from addresses(app, code=code, match=match)
    yield from ("/api/leaderboard?game=waterhole", f"/api/matches/{match}/export?format=text", "/api/openapi.json")
    yield from ("/", f"/r/{code}", "/history", "/api", "/device", f"/matches/{match}", "/healthz", "/metrics")
    yield from (f"/api/matches/{match}/replay?seat={seat}" for seat in range(4))


def sessions(players: Iterable[Player]) -> list[Secret]:
    """The session of each, also as the bytes that it stands for."""
    made = []
    for player in players:
        token = session_of(player)
        made += [
            text_secret(f"session of {player.name}", token),
            raw_secret(f"session of {player.name}", base64.urlsafe_b64decode(token + "=")),
        ]
    return made
