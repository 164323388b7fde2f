"""Programs that are measured: started on a processor of their own, and what they use as Linux counts it."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
OURS = ("WATERSIDE_", "DATABASE_URL", "PUBLIC_URL")
SERVER, LOADER = 0, 1  # the processor of each, where there are two
CORES: Sequence[int] = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else ()
FILES = 65_536


def many_files() -> None:
    """As many open sockets as the system allows."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def keep_to(core: int, pid: int = 0) -> None:
    """Keep a process (0: this one) on one processor, where there are two."""
    if len(CORES) > 1:
        os.sched_setaffinity(pid, {CORES[core]})


def free_port() -> int:
    """A port that nobody has just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Program:
    """A server on a port of this machine, and what it has used so far."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process = process
        self.port = port

    def cpu(self) -> float:
        """Seconds of processor time of all its threads."""
        spent = 0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(OSError):  # a thread may just have ended
                spent += int((task / "schedstat").read_text().split()[0])
        return spent / 1e9

    def kb(self) -> int:
        """Memory it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])


@contextlib.contextmanager
def running(*words: str, within: float = 30) -> Iterator[Program]:
    """`python WORDS PORT` while the block lasts, once it takes connections; its own words go to standard error."""
    port = free_port()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    process = subprocess.Popen(
        [sys.executable, *(word.format(port=port) for word in words)], cwd=ROOT, env=kept, stdout=sys.stderr
    )
    try:
        keep_to(SERVER, process.pid)
        _await(process, port, time.monotonic() + within)
        yield Program(process, port)
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await(process: subprocess.Popen[bytes], port: int, until: float) -> None:
    while True:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        if process.poll() is not None or time.monotonic() > until:
            raise RuntimeError(f"the server did not start ({process.returncode})")
        time.sleep(0.05)
