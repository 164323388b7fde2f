"""The doors' locks: headers on every answer, whose origin may speak, how large a body may be."""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.settings import Settings

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}

_HOST = re.compile(r"(?:[A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::([0-9]{1,5}))?")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def at_home(host: str) -> bool:
    """Whether a Host names this machine or the home network: an IP literal, localhost or a .local name."""
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost" or name.endswith(".local"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=8)
def origin_of(url: str) -> str:
    """The origin of an address as browsers write it: small letters, no name or password, no port that goes without."""
    parts = urlsplit(url)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
    plain = parts.port is None or parts.port == _DEFAULT_PORTS.get(parts.scheme)
    return f"{parts.scheme}://{host}" if plain else f"{parts.scheme}://{host}:{parts.port}"


def own_origin(headers: Headers, scheme: str, settings: Settings) -> str | None:
    """The origin that this server's own pages have; None when no page of ours can have been asked for like this."""
    if settings.public_url:
        return origin_of(settings.public_url)
    host = headers.get("host", "")
    return f"{scheme}://{host}" if at_home(host) else None


def origin_for_friends(headers: Headers, scheme: str, settings: Settings, network: str) -> str:
    """The origin an invitation must name: somebody at the server itself sees localhost, where no friend finds it.

    Args:
        network: how this machine is reached on its own network, "" where it is not.
    """
    own = own_origin(headers, scheme, settings) or ""
    name = urlsplit(own).hostname or ""
    alone = name in ("localhost", "::1") or name.startswith("127.")
    return network if network and alone and not settings.public_url else own


def from_our_page(headers: Headers, scheme: str, settings: Settings) -> bool:
    """Whether there is one Origin header, and it is exactly ours."""
    own = own_origin(headers, scheme, settings)
    return own is not None and headers.getlist("origin") == [own]


def may_change(headers: Headers, scheme: str, settings: Settings) -> bool:
    """Whether a request may change something: it is asked by a page of ours, or by a program that is no browser.

    A browser says with every POST where the page is from. Under a name that could be anybody's (DNS rebinding) nobody
    may change anything.
    """
    if own_origin(headers, scheme, settings) is None:
        return False
    if "origin" in headers:
        return from_our_page(headers, scheme, settings)
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


def client_address(scope: Scope, settings: Settings) -> str:
    """From where a request comes, for counting; a proxy's word is taken only from a proxy that is configured."""
    client = scope.get("client")
    address = str(client[0]) if client else ""
    if address in settings.trusted_proxies:
        forwarded = Headers(scope=scope).get("x-forwarded-for", "")
        address = forwarded.rsplit(",", 1)[-1].strip() or address
    return _counted(address)


def _counted(address: str) -> str:
    """One household: an IPv6 network of 64 bits is one, since it has more addresses than there are codes to try."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def readable(headers: Headers) -> bool:
    """Whether there is one Host header at most, and it is a name or an address with or without a port."""
    hosts = headers.getlist("host")
    if hosts in ([], [""]):
        return True
    found = _HOST.fullmatch(hosts[0])
    return len(hosts) == 1 and found is not None and int(found[1] or 0) < 65536


class Locks:
    """ASGI middleware: security headers on every answer, a limit on every body, and the sub-path it is all under."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._limit = settings.body_bytes
        self._root = settings.root_path.rstrip("/")
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        if settings.public_url.startswith("https://"):
            self._headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._root:
            # Whether the proxy leaves the sub-path on or takes it off, routes are found below it.
            scope = {**scope, "root_path": self._root}
        if scope["type"] == "websocket" and not readable(Headers(scope=scope)):
            await send({"type": "websocket.close", "code": 4004})  # before accept: answered with 403
            return
        if scope.get("method") == "HEAD":
            # Whoever asks for the head only is told what GET would be; the server leaves the body out.
            scope = {**scope, "method": "GET"}

        async def guarded(message: Message) -> None:
            # A socket that is refused before it opens may be answered with a page's words, too.
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message.get("headers", []), *self._headers]
            await send(message)

        if scope["type"] != "http":
            await self._app(scope, receive, guarded)
        elif not readable(Headers(scope=scope)):
            await self._refuse(guarded, 400, "bad", "That did not work.")
        elif not self._fits(Headers(scope=scope).get("content-length", "0")):
            await self._refuse(guarded, 413, "large", "Too large")
        else:
            await self._counted(scope, receive, guarded)

    def _fits(self, length: str) -> bool:
        return length.isascii() and length.isdigit() and len(length) < 16 and int(length) <= self._limit

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request in, and count its body: one that says no length may not be larger, either."""
        seen, large, answered = 0, False, False

        async def counted() -> Message:
            nonlocal seen, large
            message = await receive()
            seen += len(message.get("body", b""))
            large = large or (seen > self._limit and not answered)
            return {"type": "http.disconnect"} if seen > self._limit else message

        async def told(message: Message) -> None:
            nonlocal answered
            if not large:  # what the house makes of a body that was cut off is not the answer
                answered = True
                await send(message)

        await self._app(scope, counted, told)
        if large:
            await self._refuse(send, 413, "large", "Too large")

    async def _refuse(self, send: Send, status: int, code: str, title: str) -> None:
        body = f'{{"type":"about:blank","title":"{title}","status":{status},"code":"{code}","facts":{{}}}}'.encode()
        headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})
