"""A server behind a real proxy over TLS, by a file of deploy/ in which only addresses, ports and certificates change.

with behind("nginx", program, folder) as site:      site.url is what browsers see, site.server.url what the proxy sees
"""

from __future__ import annotations

import contextlib
import os
import re
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.services.postgres import free_port
from tests.services.server import HERE, LiveServer

DEPLOY = HERE / "deploy"
TOKEN = "whoever runs the server"
ROOT = "/cards"


class Site(NamedTuple):
    """A proxy with a server behind it.

    Attributes:
        url: what browsers are told, the sub-path included. certificate: the file of the one to be trusted.
    """

    url: str
    server: LiveServer
    certificate: Path


class Place(NamedTuple):
    """Where a proxy stands: its ports, the server's port, and where its certificate lies."""

    folder: Path
    tls: int
    plain: int
    server: int

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.pem"

    @property
    def key(self) -> Path:
        return self.folder / "key.pem"


def changed(name: str, changes: dict[str, str]) -> str:
    """A file of deploy/ with these words changed; each must stand there."""
    text = (DEPLOY / name).read_text("utf-8")
    for old, new in changes.items():
        if old not in text:
            raise AssertionError(f"deploy/{name} does not say {old}")
        text = text.replace(old, new)
    return text


def nginx(program: str, place: Place, root: str) -> list[str]:
    """nginx with deploy/nginx.conf, or with deploy/nginx-subpath.conf inside a server of its own."""
    certificates = f"ssl_certificate {place.certificate}; ssl_certificate_key {place.key};"
    if root:
        inside = changed("nginx-subpath.conf", {"127.0.0.1:8000": f"127.0.0.1:{place.server}"})
        site = f"server {{ listen 127.0.0.1:{place.tls} ssl; server_name localhost; {certificates}\n{inside} }}"
    else:
        lets = "/etc/letsencrypt/live/cards.example/"
        site = changed(
            "nginx.conf",
            {
                f"{lets}fullchain.pem": str(place.certificate),
                f"{lets}privkey.pem": str(place.key),
                "listen 443 ssl": f"listen 127.0.0.1:{place.tls} ssl",
                "listen 80": f"listen 127.0.0.1:{place.plain}",
                "127.0.0.1:8000": f"127.0.0.1:{place.server}",
                "cards.example": "localhost",
            },
        )
    user = "user root;\n" if os.geteuid() == 0 else ""
    folders = "".join(
        f"{kind}_temp_path {place.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (place.folder / "nginx.conf").write_text(
        f"{user}daemon off;\npid {place.folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{folders}{site}\n}}\n"
    )
    return [program, "-p", str(place.folder), "-e", "stderr", "-c", str(place.folder / "nginx.conf")]


def caddy(program: str, place: Place, root: str) -> list[str]:
    """Caddy with deploy/Caddyfile; for a sub-path with what stands there behind #."""
    site = changed("Caddyfile", {"127.0.0.1:8000": f"127.0.0.1:{place.server}"})
    if root:
        site = "\n".join(line.removeprefix("# ") for line in site.partition("# site.example {")[2].splitlines())
        site = f"site.example {{{site}"
    name = "site.example {" if root else "cards.example {"
    ours = f"https://localhost:{place.tls} {{\n\tbind 127.0.0.1\n\ttls {place.certificate} {place.key}"
    options = f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {place.folder}\n}}\n"
    (place.folder / "Caddyfile").write_text(options + site.replace(name, ours, 1))
    return [program, "run", "--adapter", "caddyfile", "--config", str(place.folder / "Caddyfile")]


def traefik(program: str, place: Place, root: str) -> list[str]:
    """Traefik with deploy/traefik.yml as the file of its dynamic configuration."""
    changes = {"127.0.0.1:8000": f"127.0.0.1:{place.server}", "tls: {certResolver: le}": "tls: {}"}
    text = changed("traefik.yml", changes)
    if root:
        (under,) = re.findall(r"# Under a sub-path.*?: (Host\(.*)", text)
        text = re.sub(r"rule: .*", lambda _: f"rule: {under}", text, count=1)
    text = text.replace("cards.example", "localhost").replace("site.example", "localhost")
    own = f"tls:\n  certificates:\n    - {{certFile: {place.certificate}, keyFile: {place.key}}}\n"
    (place.folder / "dynamic.yml").write_text(text + own)
    return [
        program,
        f"--entryPoints.websecure.address=127.0.0.1:{place.tls}",
        f"--providers.file.filename={place.folder}/dynamic.yml",
        "--global.checkNewVersion=false",
        "--global.sendAnonymousUsage=false",
    ]


KINDS = {"nginx": nginx, "caddy": caddy, "traefik": traefik}


@contextlib.contextmanager
def behind(kind: str, program: str, folder: Path, root: str = "") -> Iterator[Site]:
    """A server behind this proxy until the block ends."""
    place = Place(folder, free_port(), free_port(), free_port())
    subprocess.run(
        [
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost", "-keyout", str(place.key), "-out", str(place.certificate),
        ],
        check=True,
        capture_output=True,
    )  # fmt: skip
    url = f"https://localhost:{place.tls}{root}"
    settings = {
        "PUBLIC_URL": url,
        "WATERSIDE_ROOT_PATH": root,
        "WATERSIDE_TRUSTED_PROXIES": '["127.0.0.1"]',
        "WATERSIDE_SAYS_PER_MINUTE": "5",
        "WATERSIDE_METRICS_TOKEN": TOKEN,
    }
    with contextlib.ExitStack() as stack:
        server = LiveServer(folder / "data", **settings)
        server.port, server.url = place.server, f"http://127.0.0.1:{place.server}"
        stack.callback(lambda: server.alive() and server.stop())
        server.start()
        stack.enter_context(_running(KINDS[kind](program, place, root), folder, f"{url}/readyz"))
        yield Site(url, server, place.certificate)


@contextlib.contextmanager
def _running(command: list[str], folder: Path, asked: str) -> Iterator[None]:
    """The proxy, once the server behind it answers: some listen before they have read their certificate."""
    said = folder / "proxy.log"
    with said.open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "HOME": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    try:
        until = time.monotonic() + 20
        while not _answers(asked, folder):
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{command[0]} does not serve: {said.read_text(errors='replace')[-2000:]}")
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait(20)


def _answers(url: str, folder: Path) -> bool:
    trust = ssl.create_default_context(cafile=str(folder / "certificate.pem"))
    try:
        with urllib.request.urlopen(url, timeout=5, context=trust) as answer:  # noqa: S310 - our own address
            return int(answer.status) == 200
    except OSError:
        return False
