"""What must be so behind any proxy: a match over its sockets, visitors told apart, what is the operators' kept in."""

from __future__ import annotations

import asyncio
import ssl
import sys
from urllib.parse import urlsplit

import httpx

from tests.app.player import play_out, started
from tests.proxies.behind import TOKEN, Site

# Linux has a whole network of this machine's own addresses, others have one.
VISITORS = ("127.0.0.1", "127.0.0.2") if sys.platform == "linux" else ("127.0.0.1",)


async def visit(site: Site) -> int:
    """Try all of it. Raises AssertionError where something is not so; the number of moves that were played."""
    await _addresses(site)
    await _doors(site)
    people = await started(site.url, "Mia", "Ben", deals=1)
    moves = await play_out(people)
    async with httpx.AsyncClient(base_url=site.url) as http:
        assert (await http.get(f"/api/matches/{people[0].table['match']}")).json()["result"] == "finished"
    for name, value in ((one.name, one) for one in people[0].http.cookies.jar):
        assert name == ("__Secure-sid" if urlsplit(site.url).path else "__Host-sid")
        assert value.secure
    restart = asyncio.create_task(asyncio.to_thread(site.server.restart))
    for player in people:
        assert await player.closed() == 1012, "the server's own goodbye comes through"
    await restart
    for player in people:
        await player.gone()
    return moves


async def _doors(site: Site) -> None:
    """Pages lead where they should, another site opens no socket, /metrics is not for visitors."""
    parts = urlsplit(site.url)
    async with httpx.AsyncClient(base_url=site.url) as http:
        page = await http.get("/")
        assert page.status_code == 200
        assert f'href="{parts.path}/rules"' in page.text
        assert f'content="{parts.scheme}://{parts.netloc}{parts.path}/static/art/og.png' in page.text
        build = page.text.partition('data-build="')[2].partition('"')[0]
        assert f'href="{parts.path}/static/{build}/css/tokens.css"' in page.text
        assert (await http.get(f"/static/{build}/css/tokens.css")).status_code == 200
        token = {"authorization": f"Bearer {TOKEN}"}
        assert (await http.get("/metrics", headers=token)).status_code == 404
        assert (await http.get("/readyz")).json()["ready"]
        strange = {"origin": "https://evil.example"}
        assert (await http.post("/api/guest", json={}, headers=strange)).status_code == 403
        assert (await http.post("/api/guest", json={"name": "x" * 70_000})).status_code == 413
    async with httpx.AsyncClient(base_url=site.server.url) as http:
        assert (await http.get("/metrics", headers=token)).status_code == 200


async def _addresses(site: Site) -> None:
    """Each visitor is counted by their own address, whatever they say it is."""
    trust = ssl.create_default_context(cafile=str(site.certificate))
    told: dict[str, list[int]] = {}
    for address in VISITORS:
        line = httpx.AsyncHTTPTransport(local_address=address, verify=trust)
        async with httpx.AsyncClient(base_url=site.url, transport=line) as http:
            told[address] = [
                (
                    await http.post("/api/say", json={"say": "ZZZ ZZZ"}, headers={"x-forwarded-for": f"10.9.8.{nth}"})
                ).status_code
                for nth in range(7)
            ]
    assert all(heard == [404] * 5 + [429] * 2 for heard in told.values()), told
