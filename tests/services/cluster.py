"""Two processes of the real server over one PostgreSQL, and a balancer without stickiness in front: `make cluster`.

HAProxy with deploy/haproxy.cfg where there is one, else a balancer of our own that does the same.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.services import postgres
from tests.services.postgres import free_port
from tests.services.server import HERE, LiveServer, live_server


class Cluster:
    """What stands.

    Attributes:
        url: of the balancer. servers: the processes behind it. database: their PostgreSQL, if it was started here.
        database_url: where that is.
    """

    def __init__(
        self, url: str, servers: list[LiveServer], database_url: str, database: postgres.Server | None
    ) -> None:
        self.url = url
        self.servers = servers
        self.database_url = database_url
        self.database = database


@contextlib.contextmanager
def cluster(folder: Path, port: int = 0, database_url: str = "", **settings: Any) -> Iterator[Cluster]:
    """All of it, until the block ends."""
    with contextlib.ExitStack() as stack:
        database = None if database_url else stack.enter_context(postgres.private())
        where = database_url or (database.url if database else "")
        trusted = {"WATERSIDE_TRUSTED_PROXIES": '["127.0.0.1"]', "WATERSIDE_DRAIN_MS": "1000"} | settings
        servers = [stack.enter_context(live_server(folder / name, where, **trusted)) for name in ("one", "two")]
        port = port or free_port()
        stack.enter_context(_balancer(folder, port, [server.port for server in servers]))
        yield Cluster(f"http://127.0.0.1:{port}", servers, where, database)


@contextlib.contextmanager
def _balancer(folder: Path, port: int, servers: list[int]) -> Iterator[None]:
    with (folder / "balancer.log").open("wb") as log:
        process = subprocess.Popen(
            command(folder, port, servers), cwd=HERE, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        until = time.monotonic() + 20
        while not _answers(f"http://127.0.0.1:{port}/readyz"):
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"no balancer: {(folder / 'balancer.log').read_text(errors='replace')[-2000:]}")
            time.sleep(0.02)
        time.sleep(0.3)  # both are up
        yield
    finally:
        process.terminate()
        process.wait(20)


def command(folder: Path, port: int, servers: list[int]) -> list[str]:
    """What is run in front."""
    haproxy = shutil.which("haproxy")
    if not haproxy:
        return [sys.executable, "-m", "tests.services.balancer", str(port), *map(str, servers)]
    text = (HERE / "deploy" / "haproxy.cfg").read_text("utf-8")
    for old, new in zip(("8080", "8001", "8002"), (port, *servers), strict=True):
        if f"127.0.0.1:{old}" not in text:
            raise RuntimeError(f"deploy/haproxy.cfg does not say 127.0.0.1:{old}")
        text = text.replace(f"127.0.0.1:{old}", f"127.0.0.1:{new}")
    (folder / "haproxy.cfg").write_text(text, "utf-8")
    return [haproxy, "-db", "-f", str(folder / "haproxy.cfg")]


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 - our own address
            return int(answer.status) == 200
    except OSError:
        return False


def main() -> None:
    """Until Ctrl+C."""
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    port = int(os.environ.get("PORT") or 8080)
    plain = {"WATERSIDE_BOT_MS": "600", "WATERSIDE_BOT_SPREAD_MS": "900", "WATERSIDE_AWAY_MS": "25000"}
    with (
        contextlib.suppress(KeyboardInterrupt),
        tempfile.TemporaryDirectory() as folder,
        cluster(Path(folder), port, os.environ.get("DATABASE_URL", ""), **plain) as one,
    ):
        behind = " and ".join(server.url for server in one.servers)
        sys.stderr.write(
            f"{one.url} in front of {behind}, over {one.database_url.rpartition('@')[2]}; Ctrl+C ends it\n"
        )
        ended.wait()


if __name__ == "__main__":
    main()
