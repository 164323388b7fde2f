"""WebSocket frames as a client writes and reads them: small, whole, and nothing else."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator

MASK = b"\x12\x9f\x33\x71"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


def handshake(path: str, port: int, headers: str) -> bytes:
    """What opens a socket."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
    ).encode()


def frame(data: bytes, op: int = TEXT) -> bytes:
    """One frame of a client."""
    n = len(data)
    size = bytes((0x80 | n,)) if n < 126 else b"\xfe" + n.to_bytes(2, "big")
    mask = (MASK * (n // 4 + 1))[:n]
    masked = (int.from_bytes(data, "big") ^ int.from_bytes(mask, "big")).to_bytes(n, "big")
    return bytes((0x80 | op,)) + size + MASK + masked


def frames(data: bytes) -> Iterator[tuple[int, bytes, int]]:
    """The whole frames of a server that begin these bytes: opcode, payload, and where the next one begins."""
    at, n = 0, len(data)
    while n - at >= 2:
        size, head = data[at + 1] & 127, 2
        if size > 125:
            head = 4 if size == 126 else 10
            if n - at < head:
                return
            size = int.from_bytes(data[at + 2 : at + head], "big")
        end = at + head + size
        if end > n:
            return
        yield data[at] & 15, data[at + head : end], end
        at = end
