"""Another device by REST: a code, whose it is, and its picture; nothing else can be drawn."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.app.house import House, house
from tests.app.player import Player


async def test_a_code_by_rest_is_looked_at_and_then_used_once(served: House) -> None:
    mia = await Player(served.url, "Mia").arrive()
    answer = await mia.http.post("/api/guest/code", json={})
    assert answer.headers["cache-control"] == "no-store"
    code = answer.json()["code"]
    async with httpx.AsyncClient(base_url=served.url) as phone:
        for _ in range(2):
            told = await phone.post("/api/device", json={"code": f"{code[:4]} {code[4:].lower()}"})
            assert told.json() == {"name": "Mia"}
        assert "set-cookie" not in told.headers
        assert (await phone.post("/api/guest", json={"code": code})).json()["guest"] == mia.guest
        gone = await phone.post("/api/device", json={"code": code})
        assert (gone.status_code, gone.json()["facts"]) == (400, {"field": "code"})
    await mia.gone()


async def test_who_is_nobody_gets_no_code(served: House) -> None:
    async with httpx.AsyncClient(base_url=served.url) as http:
        assert (await http.post("/api/guest/code", json={})).status_code == 403


async def test_whose_code_it_is_cannot_be_tried_out(tmp_path: Any) -> None:
    async with house(tmp_path, says_per_minute=3) as running, httpx.AsyncClient(base_url=running.url) as http:
        answers = [(await http.post("/api/device", json={"code": f"0000000{nth}"})).status_code for nth in range(5)]
    assert answers == [400] * 3 + [429] * 2


async def test_a_link_to_the_device_page_is_drawn(served: House) -> None:
    async with httpx.AsyncClient(base_url=served.url) as http:
        for text in ("#4f7k2qxm", "#4F7K2QXM.6sz5n15xx8"):
            answer = await http.post("/api/qr", json={"text": f"{served.url}/device{text}"})
            assert answer.headers["content-type"].startswith("image/svg+xml")
            assert answer.headers["cache-control"] == "no-store"
            assert "style=" not in answer.text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{url}/device",
        "{url}/device#",
        "{url}/device#short",
        "{url}/device#4f7k2qxm.",
        "{url}/device#4f7k2qxm\n",
        "{url}/device#4f7k2qxm&to=elsewhere",
        "{url}/device?code=4f7k2qxm",
        "{url}/r/6sz5n15xx8",
        "https://elsewhere.example/device#4f7k2qxm",
        "{url}.elsewhere.example/device#4f7k2qxm",
        "javascript:alert(1)",
    ],
)
async def test_nothing_else_is_drawn(served: House, text: str) -> None:
    async with httpx.AsyncClient(base_url=served.url) as http:
        answer = await http.post("/api/qr", json={"text": text.format(url=served.url)})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad")


async def test_behind_a_proxy_under_a_sub_path(tmp_path: Any) -> None:
    ways: dict[str, Any] = {"public_url": "https://cards.example", "root_path": "/play"}
    async with house(tmp_path, **ways) as running, httpx.AsyncClient(base_url=running.url) as http:
        right = await http.post("/play/api/qr", json={"text": "https://cards.example/play/device#4f7k2qxm"})
        wrong = await http.post("/play/api/qr", json={"text": f"{running.url}/device#4f7k2qxm"})
    assert (right.status_code, wrong.status_code) == (200, 400)
