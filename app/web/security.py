"""The doors' locks: headers on every answer, whose origin may speak, how large a body may be."""

from __future__ import annotations

import ipaddress
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


def own_origin(headers: Headers, scheme: str, settings: Settings) -> str | None:
    """The origin that this server's own pages have; None when no page of ours can have been asked for like this."""
    if settings.public_url:
        parts = urlsplit(settings.public_url)
        return f"{parts.scheme}://{parts.netloc}"
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
    """Whether the Origin header is exactly ours."""
    origin = headers.get("origin")
    return origin is not None and origin == own_origin(headers, scheme, settings)


def client_address(scope: Scope, settings: Settings) -> str:
    """Where a request comes from; a proxy's word is taken only from a proxy that is configured."""
    client = scope.get("client")
    address = str(client[0]) if client else ""
    if address in settings.trusted_proxies:
        forwarded = Headers(scope=scope).get("x-forwarded-for", "")
        return forwarded.rsplit(",", 1)[-1].strip() or address
    return address


def readable(host: str) -> bool:
    """Whether a Host header can be read at all."""
    try:
        return len(host) <= 255 and urlsplit(f"//{host}").port != -1
    except ValueError:
        return False


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
        if scope["type"] == "websocket" and not readable(Headers(scope=scope).get("host", "")):
            await send({"type": "websocket.close", "code": 4004})  # before accept: answered with 403
            return
        if scope.get("method") == "HEAD":
            # Whoever asks for the head only is told what GET would be; the server leaves the body out.
            scope = {**scope, "method": "GET"}
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self._headers]
            await send(message)

        if not readable(Headers(scope=scope).get("host", "")):
            await self._refuse(guarded, 400, "bad", "That did not work.")
            return
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdigit() or int(length) > self._limit:
            await self._refuse(guarded, 413, "large", "Too large")
            return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._limit:
                return {"type": "http.disconnect"}
            return message

        await self._app(scope, counted, guarded)

    async def _refuse(self, send: Send, status: int, code: str, title: str) -> None:
        body = f'{{"type":"about:blank","title":"{title}","status":{status},"code":"{code}","facts":{{}}}}'.encode()
        headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})
