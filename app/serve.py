"""Serving: uvicorn with the house's settings, its addresses said aloud, and a goodbye before it closes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
import sys
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from app import garbage, logs
from app.lines import Line, StockLine
from app.main import create_app
from app.settings import Settings
from app.store import database

TICK_S = 0.05


class Server(uvicorn.Server):
    """uvicorn, saying goodbye before it closes: every page is told when to come back."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        garbage.settle()
        logs.LINES.open = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app = self.config.app
        if isinstance(app, FastAPI) and (hub := getattr(app.state, "rooms", None)):
            app.state.closing = True  # /readyz says so: whoever sends visitors sends them elsewhere
            await self._drain(app.state.settings.drain_ms / 1000)
            for server in self.servers:
                server.close()
            hub.close(lambda: secrets.randbelow(400))
            await asyncio.sleep(0.1)
        await super().shutdown(sockets)

    async def _drain(self, seconds: float) -> None:
        """Go on serving for a while; a second Ctrl+C ends it."""
        for _ in range(round(seconds / TICK_S)):
            if self.force_exit:
                return
            await asyncio.sleep(TICK_S)


def _addresses(host: str, port: int) -> list[str]:
    """How this machine, and friends on the same network, reach the server."""
    found = [f"http://localhost:{port}"]
    if host in ("0.0.0.0", "::"):  # noqa: S104 - that is the question
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # no packet is sent; the system tells which address it would use
            found.append(f"http://{probe.getsockname()[0]}:{port}")
    return found


class Quiet(logging.Filter):
    """Leaves out the traceback that uvicorn logs of a frame which is not UTF-8: it closes with 1007 and is no fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not str(record.msg).startswith("Invalid UTF-8 sequence")


QUIET = Quiet()
FILES = 65_536


def config(app: FastAPI, settings: Settings, host: str, port: int) -> uvicorn.Config:
    """How uvicorn serves the house: the sans-IO WebSockets, small frames, no compression, no log of its own."""
    found = uvicorn.Config(
        app,
        host=host,
        port=port,
        ws=StockLine if settings.stock_sockets else Line,
        ws_max_size=settings.frame_bytes,
        ws_per_message_deflate=False,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=5,
    )
    logging.getLogger("uvicorn.error").addFilter(QUIET)
    return found


def _many_files() -> None:
    """As many open sockets as the system allows: the usual 1,024 would be used up by one visitor with ill will."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def serve(host: str, port: int) -> None:
    """Serve until told to stop."""
    logs.set_up()
    _many_files()
    settings = Settings()  # type: ignore[call-arg]
    url = database.address(settings.database_url, settings.data)
    if database.is_sqlite(url):  # asked before uvicorn starts, which would hide the reason in a traceback
        try:
            database.take(Path(url.database or "")).close()
        except database.Busy as error:
            sys.exit(str(error))
    app = create_app(settings)
    server = Server(config(app, settings, host, port))
    here, *network = _addresses(host, port)
    app.state.network = network[0] if network else ""
    print(f"Waterside is open at {here}", file=sys.stderr)
    for friends in network:
        print(f"Friends on your network: {friends}", file=sys.stderr)
    server.run()
