"""Services that tests of any folder may ask for, and two rules for all of them: no surroundings, no skipping."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.services import chromium, postgres, server
from tests.services.modules import ModuleFile, ModuleTest

BROWSER = Path(__file__).parent / "browser"


def pytest_configure() -> None:
    """The server's settings come from the tests alone, whatever the person at the terminal has set. Only how frames
    travel may be chosen for a whole run, which must come out the same.

    Bots think on one core, as in the house: threads of two workers would wait for each other.
    """
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # read when numpy is loaded, which is later
    for name in list(os.environ):
        ours = name.startswith("WATERSIDE_") or name in ("DATABASE_URL", "PUBLIC_URL")
        if ours and name != server.WAY:
            del os.environ[name]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the browser modules' unit tests, too."""
    return ModuleFile.from_parent(parent, path=file_path) if file_path.name.endswith(".test.mjs") else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a service, so that SKIP=pg,browser can leave it out: by its folder, or by what it asks for.

    How frames travel has nothing to do with the database: both ways are tried on SQLite, one on the other.
    """
    items[:] = [item for item in items if not {"stock", "postgres"} <= chosen(item)]
    for item in items:
        asked = getattr(item, "fixturenames", ())
        if BROWSER in item.path.parents and not isinstance(item, ModuleTest):
            item.add_marker("browser")
        if "postgres_server" in asked:
            item.add_marker("pg")


def chosen(item: pytest.Item) -> set[object]:
    """What of the words that fixtures have to choose from this test has got."""
    spec = vars(item).get("callspec")
    return {word for word in spec.params.values() if isinstance(word, str)} if spec else set()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A test that skips itself has not passed: the run fails."""
    reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and reporter.stats.get("skipped") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say on which database how much passed, and why a run without a failure is red."""
    on = {name: passed_on(terminalreporter, name) for name in ("sqlite", "postgres")}
    if all(on.values()):
        terminalreporter.write_line(f"The same tests passed on SQLite {on['sqlite']}, on PostgreSQL {on['postgres']}.")
    if terminalreporter.stats.get("skipped"):
        terminalreporter.write_line("Tests were skipped; a skipped test counts as a failure here.", red=True)


def passed_on(reporter: Any, database: str) -> int:
    """How many tests that run on both databases passed on this one. Those of the stock way have no twin."""
    words = (report.nodeid.partition("[")[2].rstrip("]").split("-") for report in reporter.stats.get("passed", ()))
    return sum(database in some and "stock" not in some for some in words)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a running PostgreSQL, one for all test processes; `postgres.database(url)` makes fresh databases."""
    with postgres.server() as url:
        yield url


@pytest.fixture(params=["short", "stock"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How frames travel on the servers of this test; for whatever looks closely at sockets."""
    monkeypatch.setenv(server.WAY, str(request.param == "stock"))
    return str(request.param)


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., server.LiveServer]]:
    """Starts real server processes: `start_server(database_url="", WATERSIDE_...="...")`, stopped afterwards."""
    with contextlib.ExitStack() as stack:
        started: list[server.LiveServer] = []

        def start(database_url: str = "", *, data: Path | None = None, **environment: Any) -> server.LiveServer:
            folder = data or tmp_path / f"server{len(started)}"
            started.append(stack.enter_context(server.live_server(folder, database_url, **environment)))
            return started[-1]

        yield start


@pytest.fixture(scope="session")
def chromium_launch() -> dict[str, object]:
    """Keyword arguments for Playwright's `chromium.launch`."""
    return chromium.launch()
