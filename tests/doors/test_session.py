"""Point 1: a session is one opaque cookie. What it is called, where it is kept, and that nobody makes up one."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.app.house import House, house
from tests.app.player import Player, play_out, started
from tests.doors.knock import addresses, code_of, session_of

DAYS_400 = 400 * 24 * 3600
WAYS: list[tuple[str, str, str, set[str]]] = [
    ("https://cards.example", "", "__Host-sid", {"Path=/", "Secure"}),
    ("https://cards.example", "/play", "__Secure-sid", {"Path=/play", "Secure"}),
    ("http://192.168.7.7:8000", "", "sid_{port}", {"Path=/"}),
    ("", "", "sid_{port}", {"Path=/"}),
    ("", "/play", "sid_{port}", {"Path=/play"}),
]


@pytest.mark.parametrize(("public", "root", "name", "extra"), WAYS)
async def test_the_cookie_is_bound_as_tightly_as_the_house_allows(
    tmp_path: Path, public: str, root: str, name: str, extra: set[str]
) -> None:
    async with (
        house(tmp_path, public_url=public, root_path=root) as running,
        httpx.AsyncClient(base_url=running.url) as http,
    ):
        answer = await http.post(f"{root}/api/guest", json={"name": "Mia"}, headers={"origin": public or running.url})
        cookie, *attributes = answer.headers["set-cookie"].split("; ")
    assert cookie.split("=")[0] == name.format(port=running.url.rsplit(":", 1)[1])
    assert set(attributes) == {"HttpOnly", "SameSite=lax", f"Max-Age={DAYS_400}", *extra}, "and no Domain"
    assert len(base64.urlsafe_b64decode(cookie.split("=", 1)[1] + "=")) == 32


async def test_it_is_renewed_and_stays_the_same(home: House) -> None:
    mia = await Player(home.url, "Mia").arrive()
    before = session_of(mia)
    again = (await mia.http.post("/api/guest", json={})).headers["set-cookie"]
    assert before in again
    assert f"Max-Age={DAYS_400}" in again
    await mia.gone()


def _written(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob("waterside.sqlite3*"))


async def test_only_hashes_are_stored(tmp_path: Path) -> None:
    """The bytes of the database's files hold no session and no device code, in no spelling; the hash they do hold."""
    async with house(tmp_path) as running:
        mia = await Player(running.url, "Mia").arrive()
        device = (await mia.http.post("/api/guest/code", json={})).json()["code"].lower()
        secret = session_of(mia)
        async with httpx.AsyncClient(base_url=running.url) as phone:
            await phone.post("/api/guest", json={"code": device})
            sessions = [secret, *phone.cookies.values()]
        await mia.gone()
        stored = _written(tmp_path)
    assert len(sessions) == 2
    for token in sessions:
        raw = base64.urlsafe_b64decode(token + "=")
        assert hashlib.sha256(token.encode()).digest() in stored, "the search reaches what is stored"
        for spelling in (token.encode(), raw, raw.hex().encode(), base64.b64encode(raw)):
            assert spelling not in stored
    assert device.encode() not in stored.lower()


async def test_it_stands_in_no_page_no_answer_and_no_frame(home: House) -> None:
    mia, ben = await started(home.url, "Mia", "Ben", deals=1)
    code, secret = code_of(mia), session_of(mia)
    await play_out([mia, ben])
    match = mia.table["match"]
    pages = ["/", f"/r/{code}", "/device", "/history", "/api", f"/matches/{match}", "/nowhere"]
    for path in [*pages, *addresses(home.app, code=code, match=match)]:
        for accept in ("text/html", "*/*"):
            answer = await mia.http.get(path, headers={"accept": accept})
            assert secret not in answer.text
            assert secret not in str(answer.headers)
            assert secret not in str(answer.url)
    assert all(secret not in frame for player in (mia, ben) for frame in player.frames)
    for player in (mia, ben):
        await player.gone()


MADE_UP = ["", "0", "x" * 43, "A" * 101, "A" * 3000, "%00", "null", "'; DROP TABLE sessions; --"]


@pytest.mark.parametrize("token", MADE_UP)
async def test_nobody_makes_up_a_session(home: House, token: str) -> None:
    """It is nobody's, and it does not become somebody's: no session is ever taken over from outside."""
    mia = await Player(home.url, "Mia").arrive()
    (name,) = mia.http.cookies
    async with httpx.AsyncClient(base_url=home.url, headers={"cookie": f'{name}="{token}"'}) as thief:
        assert (await thief.get("/api/tables")).json() == []
        assert (await thief.post("/api/guest/code", json={})).status_code == 403
        answer = await thief.post("/api/guest", json={})
    assert answer.json()["guest"] != mia.guest
    given = answer.headers["set-cookie"].split(";")[0].split("=", 1)[1]
    assert given not in (token, session_of(mia))
    await mia.gone()


async def test_what_is_stored_of_a_session_is_no_session(home: House) -> None:
    """Whoever reads the table of sessions still cannot become a guest."""
    mia = await Player(home.url, "Mia").arrive()
    (name,) = mia.http.cookies
    kept = hashlib.sha256(session_of(mia).encode()).digest()
    for token in (kept.hex(), base64.urlsafe_b64encode(kept).decode().rstrip("=")):
        async with httpx.AsyncClient(base_url=home.url, cookies={name: token}) as thief:
            assert (await thief.post("/api/guest", json={})).json()["guest"] != mia.guest
    await mia.gone()


async def test_another_name_or_another_port_is_another_cookie(home: House) -> None:
    mia = await Player(home.url, "Mia").arrive()
    (name,) = mia.http.cookies
    ways: dict[str, Any] = {"sid": {}, "__Host-sid": {}, name: {"host": "127.0.0.1:1"}, name.upper(): {}}
    for called, headers in ways.items():
        async with httpx.AsyncClient(base_url=home.url, cookies={called: session_of(mia)}) as thief:
            assert (await thief.post("/api/guest/code", json={}, headers=headers)).status_code == 403, called
    await mia.gone()
