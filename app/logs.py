"""What the server writes down: one line of JSON each, of a closed list of fields. Never what somebody sent.

A fault is told by its kind and by where it happened. Its words are left out, and so are local variables: a library's
sentence may quote whatever it choked on, a cookie or a card. Only before the house is open, when nobody can have sent
anything, whoever starts it is told in full why it does not start.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import MutableMapping
from types import TracebackType
from typing import Any, TextIO

import orjson
import structlog

FIELDS = ("at", "level", "event", "logger", "error", "where", "rooms", "matches", "waiting")
DEEP = 8  # frames of a fault, the innermost last
Fault = BaseException | None
_stamp = structlog.processors.TimeStamper(fmt="iso", key="at")


def place(tb: TracebackType | None) -> list[str]:
    """Where a fault happened: file, line and function, no source and no values."""
    frames = traceback.extract_tb(tb)[-DEEP:]
    return [f"{'/'.join(frame.filename.split('/')[-2:])}:{frame.lineno} {frame.name}" for frame in frames]


def _fault(given: Any) -> Fault:
    """The exception of `exc_info=`, in each of the ways in which it is said."""
    if isinstance(given, tuple):
        given = given[1]
    return given if isinstance(given, BaseException) else sys.exc_info()[1] if given else None


def allowed(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> dict[str, Any]:
    """A structlog processor: only the fields of the list, a fault as its kind and place."""
    if fault := _fault(line.get("exc_info")):
        line = {**line, "error": type(fault).__name__, "where": place(fault.__traceback__)}
    return {name: line[name] for name in FIELDS if name in line}


def written(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> str:
    """A structlog renderer: JSON."""
    return orjson.dumps(line, default=lambda value: type(value).__name__).decode()


class Lines(logging.Formatter):
    """What libraries log, by the same rule: their sentence without what they would put into it.

    Attributes:
        open: whether the house is open.
    """

    open = False

    def format(self, record: logging.LogRecord) -> str:
        said: Any = record.msg
        if isinstance(said, BaseException) and not isinstance(said, OSError):  # an OSError is about files and ports
            said = type(said).__name__
        line = {
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": str(said).partition("\n")[0] if self.open else str(said),
            "exc_info": record.exc_info,
        }
        return written(None, "", allowed(None, "", _stamp(None, "", line)))


LINES = Lines()


def set_up(out: TextIO | None = None) -> None:
    """From now on everything of this process is logged like this, to standard error."""
    out = out or sys.stderr
    handler = logging.StreamHandler(out)
    handler.setFormatter(LINES)
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    structlog.configure(
        processors=[structlog.processors.add_log_level, _stamp, allowed, written],
        logger_factory=structlog.WriteLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
