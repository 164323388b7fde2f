"""Point 4: how large a body may be, and what may be in it; endless numbers and deep nesting by REST and by socket."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.app.house import House
from tests.app.player import seated
from tests.doors.knock import knock

ROOM = {"game": "waterhole", "options": {"deals": 1}}


async def test_a_body_of_sixty_four_kibibytes(home: House) -> None:
    """With a length, with none, and with a wrong one."""

    async def pieces(size: int) -> AsyncIterator[bytes]:
        yield b'{"name":"Mia"'
        for _ in range(size // 1024):
            yield b" " * 1024
        yield b"}"

    json_ = {"content-type": "application/json"}
    async with httpx.AsyncClient(base_url=home.url, headers=json_) as http:
        for size, status in ((60, 200), (66, 413), (500, 413)):
            whole = b"".join([piece async for piece in pieces(size * 1024)])
            assert (await http.post("/api/guest", content=whole)).status_code == status
            answer = await http.post("/api/guest", content=pieces(size * 1024))
            assert answer.status_code == status
            assert "content-security-policy" in answer.headers
    for length in ("-1", "1e9", "99999999999999999999999", "0x10", "\xb2"):
        answer_ = await _with_length(home.url, length)
        assert answer_ in (400, 413), length


async def _with_length(url: str, length: str) -> int:
    return (await knock(url, "x", [("Content-Length", length)])).status


@pytest.mark.parametrize(
    "body",
    [
        '{"name":"Mia","admin":true}',
        '{"__proto__":{"name":"Mia"}}',
        '{"name":' + "9" * 5000 + "}",
        '{"name":1e400}',
        '{"name":NaN}',
        '{"name":' + "[" * 30_000 + "]" * 30_000 + "}",
        '{"a":' * 10_000 + "1" + "}" * 10_000,
        '{"name":"\\ud800"}',
        '{"\\udfff":1}',
        '["name"]',
        "null",
        "",
        '{"name":"Mia"',
    ],
)
async def test_bodies_that_no_page_of_ours_sends(home: House, body: str) -> None:
    json_ = {"content-type": "application/json"}
    async with httpx.AsyncClient(base_url=home.url, headers=json_) as http:
        for path, verbs in home.app.openapi()["paths"].items():
            if "requestBody" in verbs.get("post", {}):
                answer = await http.post(path, content=body.encode())
                assert answer.status_code in (400, 403), path
                assert answer.json()["code"] in ("bad", "role")


@pytest.mark.parametrize("number", [10**15, 2**53, 2**63, 2**64, 10**40, 10**400, -1, 0.5, 1e308])
async def test_numbers_have_an_end(home: House, number: float) -> None:
    (mia,) = await seated(home.url, "Mia")
    for body in ({"options": {"deals": number}}, {"house": {"clock": number}}):
        answer = await mia.http.post("/api/rooms", content=json.dumps({**ROOM, **body, "key": "12345678"}))
        assert answer.status_code == 415, "httpx says no type by itself"
        answer = await mia.http.post("/api/rooms", json={**ROOM, **body, "key": "12345678"})
        assert answer.status_code == 400
    commands: list[dict[str, Any]] = [
        {"do": "sit", "seat": number},
        {"do": "seat_order", "seats": [number]},
        {"do": "options", "options": {"deals": number}},
    ]
    for fields in commands:
        assert (await mia.ask({"t": "cmd", **fields}))["code"] in ("bad", "illegal", "full")
    await mia.gone()
