"""Who this browser is: its session cookie."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.settings import Settings
from app.store.guests import Guest

DAYS_400 = 400 * 24 * 3600


def cookie_name(connection: HTTPConnection, settings: Settings) -> str:
    """The session cookie's name: bound to the host over TLS, told apart by port at home."""
    if settings.public_url.startswith("https://"):
        return "__Secure-sid" if settings.root_path else "__Host-sid"
    port = urlsplit(f"//{connection.headers.get('host', '')}").port
    return f"sid_{port or 80}"


def token(connection: HTTPConnection, settings: Settings) -> str | None:
    """The session this browser sent."""
    return connection.cookies.get(cookie_name(connection, settings))


async def known(connection: HTTPConnection) -> Guest | None:
    """The guest of this browser's session, if it has a valid one."""
    state = connection.app.state
    guest: Guest | None = await state.guests.by_session(token(connection, state.settings))
    return guest


def remember(response: Response, connection: HTTPConnection, settings: Settings, session: str) -> None:
    """Set the session cookie, for 400 days from now."""
    response.set_cookie(
        cookie_name(connection, settings),
        session,
        max_age=DAYS_400,
        path=settings.root_path or "/",
        secure=settings.public_url.startswith("https://"),
        httponly=True,
        samesite="lax",
    )


def forget(response: Response, connection: HTTPConnection, settings: Settings) -> None:
    """Take the session cookie away."""
    response.delete_cookie(
        cookie_name(connection, settings),
        path=settings.root_path or "/",
        secure=settings.public_url.startswith("https://"),
        httponly=True,
        samesite="lax",
    )
