"""Point 7: what is written down is a closed list of fields; a fault is told by kind and place, never in its words."""

from __future__ import annotations

import ast
import io
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from app import logs
from tests.app.player import Player
from tests.services.server import LiveServer

APP = Path(__file__).parents[2] / "app"
SECRET = "s3cr3t-4b5c"


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[Any]]]:
    """Logging as a running server has it; what it wrote, line by line."""
    written = io.StringIO()
    monkeypatch.setattr(logs.LINES, "open", True)
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    logs.set_up(written)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    structlog.reset_defaults()


Said = Callable[[], list[Any]]


def broken(card: str) -> None:
    """A fault whose words, source line and local variables hold a secret."""
    held = f"{card}!"
    raise ValueError(f"cannot read {held}")


def test_only_fields_of_the_list(said: Said) -> None:
    structlog.get_logger().warning("sweep_failed", error="OSError", body=SECRET, cookie=SECRET, seed=SECRET, order=[1])
    (line,) = said()
    assert set(line) <= set(logs.FIELDS)
    assert (line["event"], line["level"], line["error"]) == ("sweep_failed", "warning", "OSError")


def test_a_fault_without_its_words(said: Said) -> None:
    try:
        broken(SECRET)
    except ValueError as error:
        structlog.get_logger().exception("socket_failed", error=type(error).__name__)
        logging.getLogger("uvicorn.error").error("Exception in ASGI application\n", exc_info=error)
        logging.getLogger("asyncio").error(f"Task exception was never retrieved\nfuture: {error!r}", exc_info=error)
        logging.getLogger("library").error("no such thing: %s", SECRET)
        logging.getLogger("library").error(error)
    told = said()
    assert SECRET not in json.dumps(told)
    assert [line["event"] for line in told] == [
        "socket_failed",
        "Exception in ASGI application",
        "Task exception was never retrieved",
        "no such thing: %s",
        "ValueError",
    ]
    for line in told[:3]:
        assert line["error"] == "ValueError"
        assert line["where"][-1].startswith("doors/test_logs.py:")
        assert line["where"][-1].endswith(" broken")


def test_who_starts_it_is_told_why_it_does_not_start(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs.LINES, "open", False)
    logging.getLogger("uvicorn.error").error("Traceback ...\nsqlalchemy.exc.NoSuchModuleError: no such database: bad")
    assert "no such database: bad" in said()[0]["event"]


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call in the server's own code by which something is said."""
    for file in APP.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                if name.startswith(("_note.", "logging.", "structlog.", "sys.std", "warnings.")) or name == "print":
                    yield f"{file.relative_to(APP)}:{node.lineno} {name}", node


def test_our_own_lines_name_their_event_and_give_no_other_field() -> None:
    notes = [(where, call) for where, call in calls() if " _note." in where]
    assert len(notes) >= 8
    for where, call in notes:
        (event,) = call.args
        assert isinstance(event, ast.Constant), f"{where}: an event is a word, not a sentence with values in it"
        assert {keyword.arg for keyword in call.keywords} <= set(logs.FIELDS), where
        for keyword in call.keywords:
            if keyword.arg == "error":
                assert ast.unparse(keyword.value).startswith("type("), where
    elsewhere = {where.split(":")[0] for where, _ in calls() if " print" in where or " sys.std" in where}
    said = "the address at the start, what `verify` found, and what the verbs of whoever runs the server answer"
    assert elsewhere <= {"serve.py", "__main__.py", "admin.py"}, said


async def test_a_real_server_logs_like_this(start_server: Callable[..., LiveServer], tmp_path: Path) -> None:
    """Something breaks in a running server while a cookie and a body are in its hands."""
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\n"
        "from app.rooms import room\n"
        "def broken(state, command, *more):\n"
        f"    raise ValueError('{SECRET} ' + repr(command))\n"
        "room.receive = broken\n"
        "from app.__main__ import main\n"
        "main(sys.argv[1:])\n"
    )
    server = start_server()
    server.restart(str(program), PYTHONPATH=str(APP.parent))
    mia = await Player(server.url, "Mia").arrive()
    await mia.enter(await mia.open_room())
    await mia.until(lambda m: m["t"] == "room")
    await mia.say({"t": "cmd", "id": "a", "do": "sit"})
    assert await mia.closed() == 1013
    await mia.gone()
    lines = [line for line in server.log().splitlines() if line.startswith("{")]
    first = json.loads(lines[0])
    assert (first["event"], first["error"]) == ("socket_failed", "ValueError")
    assert SECRET not in server.log()
    assert "Traceback" not in server.log()
