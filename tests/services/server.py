"""The real server as a process of its own, to be killed and started again: `python -m app` on a free port."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.services.postgres import free_port

HERE = Path(__file__).parents[2]
OURS = ("WATERSIDE_", "DATABASE_URL", "PUBLIC_URL", "HOST", "PORT")
WAY = "WATERSIDE_STOCK_SOCKETS"  # the one setting that a server has from its surroundings

# Nobody is exempt from the limits by address, so servers that tests start have them raised. Bots do not dawdle.
RAISED = {
    "WATERSIDE_COMMANDS_PER_SECOND": "100000",
    "WATERSIDE_COMMANDS_BURST": "100000",
    "WATERSIDE_CHAT_PER_SECOND": "100000",
    "WATERSIDE_CHAT_BURST": "100000",
    "WATERSIDE_ROOMS_PER_HOUR": "100000",
    "WATERSIDE_SAYS_PER_MINUTE": "100000",
    "WATERSIDE_ANALYSES_PER_HOUR": "100000",
    "WATERSIDE_BOT_MS": "0",
    "WATERSIDE_AWAY_MS": "0",
    "WATERSIDE_BOT_SPREAD_MS": "1",
}


class LiveServer:
    """A server process.

    Attributes:
        url: where it is, the same after a restart. data: its data folder. environment: its settings.
        words: what Python is asked to run. process: the one that runs now, or ran last.
    """

    process: subprocess.Popen[bytes]
    words: tuple[str, ...] = ("-m", "app")

    def __init__(self, data: Path, database_url: str = "", **environment: str) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {**RAISED, "WATERSIDE_DATA": str(data), "DATABASE_URL": database_url, **environment}
        self._log = data / "server.log"

    def start(self, within: float = 30) -> LiveServer:
        """Start it and wait until it is healthy. Raises with its output when it ends instead."""
        self.data.mkdir(parents=True, exist_ok=True)
        inherited = {name: value for name, value in os.environ.items() if name == WAY or not name.startswith(OURS)}
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.words, "--host", "127.0.0.1", "--port", str(self.port)],
                cwd=HERE,
                env={**inherited, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self._wait(time.monotonic() + within)
        return self

    def stop(self, within: float = 20) -> int:
        """Ask it to end (SIGTERM), and wait for it; its exit code."""
        self.process.terminate()
        return self.process.wait(within)

    def kill9(self) -> None:
        """End it without a word: SIGKILL."""
        self.process.kill()
        self.process.wait(20)

    def restart(self, *words: str, **environment: str) -> LiveServer:
        """Start it again on the same port and data, with further settings; one that runs is stopped first.

        `words`: another program than the product's own for this start, say `-m tests.services.dying POINT`.
        """
        if self.alive():
            self.stop()
        self.words = words or LiveServer.words
        self.environment |= environment
        return self.start()

    def alive(self) -> bool:
        """Whether the process runs."""
        return self.process.poll() is None

    def log(self) -> str:
        """All that it said, of every start."""
        return self._log.read_text(errors="replace")

    def _wait(self, until: float) -> None:
        while not self._healthy():
            if not self.alive():
                raise RuntimeError(f"the server ended with {self.process.returncode}:\n{self.log()[-4000:]}")
            if time.monotonic() > until:
                self.kill9()
                raise RuntimeError(f"the server did not become healthy:\n{self.log()[-4000:]}")
            time.sleep(0.02)

    def _healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:  # noqa: S310 - our own address
                return int(answer.status) == 200
        except urllib.error.HTTPError as refused:
            refused.close()
            return False
        except OSError:
            return False


@contextlib.contextmanager
def live_server(data: Path, database_url: str = "", **environment: Any) -> Iterator[LiveServer]:
    """A running server, and none afterwards."""
    server = LiveServer(data, database_url, **{name: str(value) for name, value in environment.items()})
    try:
        yield server.start()
    finally:
        if server.alive():
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.stop()
        if server.alive():
            server.kill9()
