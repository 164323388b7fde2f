"""The verbs of whoever runs the server: import, backup, restore, and admin. Each answers with an exit code.

python -m app check                     what of the settings is wrong or risky here
python -m app import FILE...            finished matches from exported files
python -m app backup FILE               a consistent copy of the SQLite file, also while the server runs
python -m app restore FILE              put a copy in its place, while no server runs
python -m app notice TEXT [--de TEXT]   show a text on every page and at every table; --off: no longer
python -m app admin rooms               the rooms that there are
python -m app admin close CODE          close a room: its match is broken off
python -m app admin delete MATCH        delete a finished match
python -m app admin rename GUEST NAME   another name for a guest, also in finished matches
"""

from __future__ import annotations

import argparse
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import Any

from app import check, notice
from app.notice import BadNotice
from app.rooms import codes
from app.rooms.export import BadExport, read
from app.rooms.names import BadName
from app.rooms.record import stamp
from app.settings import Settings
from app.store import backup, care, database, errand, history, schema
from engine.games import SHELF

CLOSING_S = 15.0


def add_to(verbs: Any) -> None:
    """The verbs and their words."""
    verbs.add_parser("check", help="say what of the settings is wrong or risky here")
    taken = verbs.add_parser("import", help="take in finished matches from exported files")
    taken.add_argument("files", nargs="+", type=Path)
    copied = verbs.add_parser("backup", help="copy the SQLite file, also while the server runs")
    copied.add_argument("file", type=Path, help="the copy; must not be there yet")
    back = verbs.add_parser("restore", help="put a copy of the SQLite file back, while no server runs")
    back.add_argument("file", type=Path, help="the copy")
    said = verbs.add_parser("notice", help="show a text on every page and at every table")
    said.add_argument("text", nargs="?", default="")
    said.add_argument("--de", default="", help="the same in German")
    said.add_argument("--off", action="store_true", help="show nothing any more")
    of = verbs.add_parser("admin", help="look after rooms, matches and names").add_subparsers(
        dest="what", required=True
    )
    of.add_parser("rooms", help="list the rooms")
    of.add_parser("close", help="close a room").add_argument("code")
    of.add_parser("delete", help="delete a finished match").add_argument("match")
    renamed = of.add_parser("rename", help="give a guest another name, also in finished matches")
    renamed.add_argument("guest")
    renamed.add_argument("name")


def carry_out(asked: argparse.Namespace) -> int:
    """Carry one of these verbs out. Returns 0 where it was done, 1 where not."""
    if asked.verb == "check":
        return _check()
    settings = Settings()  # type: ignore[call-arg]
    url = database.address(settings.database_url, settings.data)
    try:
        if asked.verb == "import":
            return max(_import(url, file) for file in asked.files)
        if asked.verb in ("backup", "restore"):
            return _copy(asked.verb, url, asked.file)
        if asked.verb == "notice":
            return _notice(settings, asked)
        return _ADMIN[asked.what](url, asked)
    except (backup.BadBackup, database.Busy, schema.Newer, BadNotice) as error:
        return _no(str(error))
    except database.UNAVAILABLE as error:
        return _no(f"the database cannot be used: {type(error).__name__}")


def _say(line: str) -> int:
    sys.stdout.write(f"{line}\n")
    return 0


def _no(line: str) -> int:
    sys.stderr.write(f"{line}\n")
    return 1


def _check() -> int:
    found = check.check()
    for level, words in found:
        _say(f"{level:5} {words}")
    return int(any(level == "wrong" for level, _ in found))


def _import(url: Any, file: Path) -> int:
    try:
        finish = read(file.read_bytes(), SHELF)
        ended = round(datetime.fromisoformat(finish.record["ended_at"]).timestamp() * 1000)
    except OSError as error:
        return _no(f"{file}: {error.strerror}")
    except (BadExport, ValueError) as error:
        return _no(f"{file}: no match that can be taken in: {error}")
    taken = errand.carry_out(url, lambda connection: history.take_in(connection, finish, ended))
    match = finish.record["match"]
    if taken is None:
        return _no(f"{file}: another match is kept as {match}")
    return _say(f"{file}: {match} is in the history" if taken else f"{file}: {match} was there already")


def _copy(verb: str, url: Any, file: Path) -> int:
    if not database.is_sqlite(url):
        return _no("on PostgreSQL use pg_dump and pg_restore")
    kept = Path(url.database or "")
    if verb == "backup":
        backup.backup(kept, file)
        return _say(f"{file} is a whole copy of {kept}")
    before = backup.restore(file, kept)
    return _say(f"{kept} is {file} again" + (f"; what was there is kept as {before}" if before else ""))


def _notice(settings: Settings, asked: argparse.Namespace) -> int:
    if asked.text or asked.de or asked.off:
        notice.put(settings.data, {} if asked.off else {"en": asked.text, "de": asked.de})
    said = notice.Notice(settings.data).current()
    return _say("\n".join(f"{language}: {text}" for language, text in said.items()) or "there is no notice")


def _rooms(url: Any, asked: argparse.Namespace) -> int:
    for room in errand.carry_out(url, care.list_rooms):
        _say(f"{room.code}  made {stamp(room.made_at)}  last {stamp(room.last_at)}  rows {room.rows}")
    return 0


def _close(url: Any, asked: argparse.Namespace) -> int:
    code = codes.normalise(asked.code) or ""
    if not errand.carry_out(url, lambda connection: care.mark_closing(connection, code)):
        return _no("there is no such room")
    until = time.monotonic() + CLOSING_S
    while time.monotonic() < until:
        if not errand.carry_out(url, lambda connection: care.is_closing(connection, code)):
            return _say(f"{code} is closed")
        time.sleep(0.5)
    return _say(f"{code} will be closed as soon as a server runs")


def _delete(url: Any, asked: argparse.Namespace) -> int:
    deleted = errand.carry_out(url, lambda connection: care.delete_match(connection, asked.match))
    return _say(f"{asked.match} is deleted") if deleted else _no("there is no such match")


def _rename(url: Any, asked: argparse.Namespace) -> int:
    try:
        matches = errand.carry_out(url, lambda connection: care.rename(connection, asked.guest, asked.name))
    except BadName as error:
        return _no(f"this cannot be a name: {error.why}")
    if matches is None:
        return _no("there is no such guest")
    return _say(f"{asked.guest} has another name now, also in {matches} matches")


_ADMIN = {"rooms": _rooms, "close": _close, "delete": _delete, "rename": _rename}
