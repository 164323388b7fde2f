"""Point 2: whose page may open a socket. Everything but our own origin is refused before the socket opens."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.app.house import House, house
from tests.app.player import Player, seated
from tests.doors.knock import code_of, cookie_of, knock

PUBLIC = "https://cards.example"


async def test_only_our_own_pages_open_a_socket(home: House) -> None:
    (mia,) = await seated(home.url, "Mia")
    code, cookie = code_of(mia), ("Cookie", cookie_of(mia))
    port = urlsplit(home.url).port
    foreign = [
        "https://evil.example",
        "null",
        "",
        home.url.replace("http", "https"),
        home.url + "/",
        home.url.upper(),
        f"http://127.0.0.1.:{port}",
        f"http://127.0.0.1:{(port or 0) + 1}",
        "http://127.0.0.1",
        f"http://localhost:{port}",
        f"http://mia@127.0.0.1:{port}",
        f"http://127.0.0.1:{port}@evil.example",
        f"{home.url}, https://evil.example",
        f"{home.url} https://evil.example",
        f"{home.url}.evil.example",
    ]
    for origin in foreign:
        assert (await knock(home.url, code, [cookie, ("Origin", origin)])).status == 403, origin
    assert (await knock(home.url, code, [cookie])).status == 403, "without any"
    for two in ([home.url, "https://evil.example"], ["https://evil.example", home.url], [home.url, home.url]):
        assert (await knock(home.url, code, [cookie, *(("Origin", one) for one in two)])).status in (400, 403)
    assert (await knock(home.url, code, [cookie, ("Origin", home.url)])).status == 101, "and ours does"
    await mia.gone()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:{port}", 101),
        ("waterside.local", 101),
        ("192.168.7.7:8000", 101),
        ("[::1]:8000", 101),
        ("cards.example", 403),
        ("localhost.evil.example", 403),
        ("evil.local.example", 403),
        ("127.0.0.1.nip.example", 403),
        ("0x7f000001", 403),
        ("localhost.", 403),
        ("evil.example@localhost", 403),
        ("localhost/evil.example", 403),
        ("local", 403),
    ],
)
async def test_at_home_only_names_that_are_nobody_elses(home: House, host: str, status: int) -> None:
    """A page of evil.example whose name is led to this machine (DNS rebinding) has its own name as Host and Origin."""
    (mia,) = await seated(home.url, "Mia")
    host = host.format(port=urlsplit(home.url).port)
    knocked = await knock(home.url, code_of(mia), [("Origin", f"http://{host}"), ("Cookie", cookie_of(mia))], host)
    assert knocked.status == status
    await mia.gone()


async def test_two_hosts_are_none(home: House) -> None:
    (mia,) = await seated(home.url, "Mia")
    asked = [("Host", "evil.example"), ("Origin", home.url), ("Cookie", cookie_of(mia))]
    assert (await knock(home.url, code_of(mia), asked)).status in (400, 403)
    await mia.gone()


@pytest.mark.parametrize(
    "written", [PUBLIC, PUBLIC + "/", "https://Cards.Example:443", "https://mia:pw@cards.example/x"]
)
async def test_with_a_public_address_its_origin_alone(tmp_path: Path, written: str) -> None:
    async with house(tmp_path, public_url=written) as running:
        mia = Player(running.url, "Mia")
        mia.http.headers["origin"] = PUBLIC
        answer = await mia.http.post("/api/guest", json={"name": "Mia"})
        assert answer.status_code == 200
        cookie = ("Cookie", answer.headers["set-cookie"].split(";")[0])
        for origin, status in (
            (PUBLIC, 101),
            (running.url, 403),
            ("http://cards.example", 403),
            ("https://cards.example:8443", 403),
            ("https://cards.example.", 403),
            ("https://www.cards.example", 403),
            ("https://CARDS.example", 403),
            ("null", 403),
        ):
            assert (await knock(running.url, "0000000000", [cookie, ("Origin", origin)])).status == status, origin
        assert (await knock(running.url, "0000000000", [cookie, ("Host", "cards.example")])).status in (400, 403)
        await mia.gone()


async def test_a_replays_socket_has_the_same_door(home: House) -> None:
    (mia,) = await seated(home.url, "Mia")
    cookie = ("Cookie", cookie_of(mia))
    for origin, status in ((home.url, 101), ("https://evil.example", 403), ("null", 403), (None, 403)):
        headers = [cookie, *([("Origin", origin)] if origin else [])]
        assert (await knock(home.url, "m_0000", headers, where="matches")).status == status, origin
    await mia.gone()
