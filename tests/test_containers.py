"""The container's files: what lint holds of them and would notice, and that they agree with each other and the docs."""

from __future__ import annotations

import importlib
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import tasks

ROOT = Path(__file__).parents[1]
yaml: Any = importlib.import_module("yaml")
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
DOCKERFILE = (ROOT / "Dockerfile").read_text()
SETTINGS = re.compile(r"`(WATERSIDE_\w+|DATABASE_URL|PUBLIC_URL)`")


@pytest.mark.parametrize(
    ("name", "line", "spoilt"),
    [
        ("docker-compose.yml", "  read_only: true", "  privileged: true"),
        ("docker-compose.yml", "  read_only: true", "  read_olny: true"),
        ("docker-compose.yml", "security_opt: [", "network_mode: host\n  security_opt: ["),
        ("Dockerfile", "FROM python:3.13-slim\n", "FROM python:latest\n"),
        ("Dockerfile", "COPY app app", "ADD app app"),
    ],
)
def test_lint_notices(tmp_path: Path, name: str, line: str, spoilt: str) -> None:
    for file in ("docker-compose.yml", "Dockerfile"):
        shutil.copy(ROOT / file, tmp_path / file)
    tasks.containers(tmp_path)
    text = (ROOT / name).read_text()
    assert line in text
    (tmp_path / name).write_text(text.replace(line, spoilt, 1))
    with pytest.raises(SystemExit):
        tasks.containers(tmp_path)


def test_by_default_there_is_one_container_on_sqlite_that_only_this_machine_reaches() -> None:
    plain = {name: service for name, service in COMPOSE["services"].items() if "profiles" not in service}
    assert list(plain) == ["waterside"]
    (port,) = plain["waterside"]["ports"]
    assert port.startswith("127.0.0.1:")
    assert "DATABASE_URL" not in plain["waterside"]["environment"]
    assert {tuple(service.get("profiles", ())) for service in COMPOSE["services"].values()} == {(), ("scale",)}


def test_every_container_gives_its_rights_away() -> None:
    for name, service in COMPOSE["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["deploy"]["resources"]["limits"].keys() == {"cpus", "memory", "pids"}, name


def test_the_server_runs_as_the_user_who_owns_the_volume() -> None:
    user = COMPOSE["services"]["waterside"]["user"]
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", user)
    assert COMPOSE["services"]["app"]["user"] == user
    assert f"\nUSER {user}\nVOLUME /data\n" in DOCKERFILE
    assert f"mkdir /data && chown {user} /data" in DOCKERFILE
    assert COMPOSE["services"]["waterside"]["volumes"] == ["data:/data"]
    assert "WATERSIDE_DATA=/data" in DOCKERFILE


def test_one_process_on_sqlite_and_several_on_postgresql() -> None:
    """Replicas of `app` share a database and the server's key, and the proxy finds all of them by their name."""
    services = COMPOSE["services"]
    assert "replicas" not in services["waterside"]["deploy"]
    assert services["app"]["deploy"]["replicas"] >= 2
    assert services["app"]["environment"]["DATABASE_URL"].startswith("postgresql+asyncpg://")
    assert services["app"]["volumes"] == ["shared:/data"]
    assert "ports" not in services["app"]
    assert "name app\n" in (ROOT / "deploy" / "Caddyfile.scale").read_text()


def test_every_setting_that_is_named_is_one() -> None:
    from app.settings import Settings

    known = {f"WATERSIDE_{name}".upper() for name in Settings.model_fields} | {"DATABASE_URL", "PUBLIC_URL"}
    named = {name for service in COMPOSE["services"].values() for name in service.get("environment", {})}
    ours = {name for name in named if name.startswith(("WATERSIDE_", "PUBLIC_", "DATABASE_"))}
    told = set(SETTINGS.findall((ROOT / "docs" / "hosting.md").read_text()))
    assert len(told) > 20
    assert (ours | told) - known == set()
