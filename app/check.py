"""`python -m app check`: what of the settings is wrong or risky on this machine, in plain words. It changes nothing.

wrong   the server would not start, or not do what is meant
risk    it runs, and somebody should know
ok      looked at, and as it should be
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from pydantic import ValidationError
from pydantic_settings import SettingsError

from app.settings import Settings
from app.store import database, readiness, schema
from app.web import pages
from app.web.security import at_home

GIB = 1 << 30
LITTLE, NONE = 2 * GIB, GIB // 10  # of free space
OLDEST = 15  # PostgreSQL
SHORT = 16  # letters of a token


class Finding(NamedTuple):
    """One thing that was looked at: wrong, risk or ok."""

    level: str
    words: str


Findings = Iterator[Finding]


def check(environment: Mapping[str, str] = os.environ) -> list[Finding]:
    """Everything there is to say about the settings of this environment."""
    found = list(_unknown(environment))
    try:
        settings = Settings()  # type: ignore[call-arg]
    except ValidationError as error:  # its own words would quote what was given, a password perhaps
        wrong = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
        return [*found, *(Finding("wrong", f"setting {words}") for words in wrong)]
    except SettingsError as error:
        return [*found, Finding("wrong", f'{error}: lists are written as JSON, for instance ["127.0.0.1"]')]
    for look in (_address, _sub_path, _proxies, _folder, _space, _database, _durability, _metrics, _slots, _files):
        found += look(settings)
    return found


def _unknown(environment: Mapping[str, str]) -> Findings:
    known = {f"WATERSIDE_{name}".upper() for name in Settings.model_fields}
    for name in sorted(environment):
        if name.startswith("WATERSIDE_") and name not in known:
            yield Finding("risk", f"{name} is no setting: misspelt?")


def _address(settings: Settings) -> Findings:
    url = settings.public_url
    if not url:
        yield Finding("ok", "no PUBLIC_URL: visitors come by IP address, localhost or a .local name, at home")
        return
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        yield Finding("wrong", "PUBLIC_URL must look like https://cards.example: nobody could sit down otherwise")
    elif parts.path.rstrip("/") != settings.root_path.rstrip("/"):
        yield Finding("wrong", "the path of PUBLIC_URL and WATERSIDE_ROOT_PATH must be the same: browsers ask there")
    elif parts.scheme == "http" and not at_home(parts.netloc):
        yield Finding("risk", "PUBLIC_URL is http: whoever is on the way can listen and take a seat; use TLS")
    else:
        yield Finding("ok", "PUBLIC_URL is an address that browsers can use")


def _sub_path(settings: Settings) -> Findings:
    root = settings.root_path
    if root and (not root.startswith("/") or "//" in root or not root.isascii() or set(root) & set('?#"<> ')):
        yield Finding("wrong", "WATERSIDE_ROOT_PATH must look like /cards")


def _proxies(settings: Settings) -> Findings:
    for one in settings.trusted_proxies:
        try:
            ipaddress.ip_address(one)
        except ValueError:
            yield Finding("wrong", "WATERSIDE_TRUSTED_PROXIES takes addresses one by one: no names, networks or *")
            return
    if settings.public_url.startswith("https://") and not settings.trusted_proxies:
        yield Finding(
            "risk",
            "https and no WATERSIDE_TRUSTED_PROXIES: all visitors of the proxy count as one household "
            "(10 rooms an hour, 5 tries at a code a minute for all of them together)",
        )


def _folder(settings: Settings) -> Findings:
    try:
        with tempfile.TemporaryFile(dir=_there(settings.data)) as file:
            file.write(b"x")
        key = settings.data / "key"
        if key.exists():
            key.read_bytes()
    except OSError as error:
        who = f" as user {os.getuid()}" if hasattr(os, "getuid") else ""
        yield Finding("wrong", f"the data folder {settings.data} cannot be used{who}: {error.strerror}")
    else:
        yield Finding("ok", f"the data folder {settings.data} can be written")


def _there(folder: Path) -> Path:
    """The folder, or the nearest above it that is there: in it the server will make what is missing."""
    return next((one for one in (folder.absolute(), *folder.absolute().parents) if one.exists()), folder)


def _space(settings: Settings) -> Findings:
    with contextlib.suppress(OSError):
        free, kept = shutil.disk_usage(_there(settings.data)).free, _size(settings)
        words = f"{free / GIB:.1f} GiB free where the data lies"
        if free < NONE:
            yield Finding("wrong", f"only {words}: soon nothing can be stored")
        elif free < LITTLE or free < 2 * kept:
            yield Finding("risk", f"only {words}: a copy of the database needs as much as it has")
        else:
            yield Finding("ok", words)


def _size(settings: Settings) -> int:
    """Bytes of the SQLite file, 0 without one."""
    if settings.database_url:
        return 0
    url = database.address("", settings.data)
    file = Path(url.database or "")
    return file.stat().st_size if file.exists() else 0


def _database(settings: Settings) -> Findings:
    try:
        url = database.address(settings.database_url, settings.data)
        if url.get_backend_name() not in ("sqlite", "postgresql"):
            yield Finding("wrong", "DATABASE_URL must begin with postgresql+asyncpg://, or be empty for SQLite")
            return
        if database.is_sqlite(url) and not Path(url.database or "").exists():
            yield Finding("ok", f"no database yet: the first start makes {url.database}")
            return
        found = asyncio.run(_look(url.render_as_string(hide_password=False)))
    except (*database.UNAVAILABLE, ValueError) as error:
        yield Finding("wrong", f"DATABASE_URL cannot be read: {type(error).__name__}")
        return
    if not found.database:
        yield Finding("wrong", f"the database does not answer ({found.error}): is it there, and is DATABASE_URL right?")
        return
    if not database.is_sqlite(url) and found.server < OLDEST:
        yield Finding("wrong", f"PostgreSQL {found.server} is too old: {OLDEST} or newer")
    if found.shape is None:
        yield Finding("ok", "the database answers and is empty: the first start fills it")
    elif found.shape > schema.NEWEST:
        yield Finding("wrong", f"the database comes from a newer Waterside ({found.shape}): use that one")
    elif found.shape < schema.NEWEST:
        yield Finding(
            "risk", f"the next start brings the database from {found.shape} to {schema.NEWEST}: copy it first"
        )
    else:
        yield Finding("ok", f"the database answers and has the newest shape ({found.shape})")


async def _look(url: str) -> readiness.Found:
    engine = database.reader(database.address(url, Path()))
    try:
        return await readiness.look(engine)
    finally:
        await engine.dispose()


def _durability(settings: Settings) -> Findings:
    if settings.synchronous != "FULL" and not settings.database_url:
        yield Finding("risk", "WATERSIDE_SYNCHRONOUS=NORMAL: a power cut may take the last moves")


def _metrics(settings: Settings) -> Findings:
    token = settings.metrics_token.get_secret_value()
    if token and len(token) < SHORT:
        yield Finding("risk", f"WATERSIDE_METRICS_TOKEN has fewer than {SHORT} letters: it can be guessed")


def _slots(settings: Settings) -> Findings:
    for name, given in (("IMPRINT", settings.imprint), ("PRIVACY", settings.privacy)):
        if given and not pages.is_address(given) and not os.access(given, os.R_OK):
            yield Finding("wrong", f"WATERSIDE_{name} is neither an address nor a file that can be read")


def _files(settings: Settings) -> Findings:
    with contextlib.suppress(ImportError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if most != resource.RLIM_INFINITY and most < settings.sockets + 200:
            yield Finding("risk", f"the system allows {most} open files, fewer than WATERSIDE_SOCKETS: raise it")
