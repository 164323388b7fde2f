"""Point 9: rules for our own code; what comes from others is locked by hash, and looked up where there is a network."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import tasks

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def test_the_security_rules_are_part_of_lint() -> None:
    """flake8-bandit's, everywhere; tests may assert, throw dice and start processes, and nothing of the product may."""
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]
    assert "S" in lint["select"]
    assert not [rule for rule in lint["ignore"] if rule.startswith("S") and rule[1:].isdigit()]
    for files, rules in lint["per-file-ignores"].items():
        assert not (files.startswith(("app", "engine")) and any(re.fullmatch(r"S\d*", rule) for rule in rules)), files


def test_exceptions_are_made_by_the_line_and_say_why() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{nth}"
        for folder in ("app", "engine")
        for file in (ROOT / folder).rglob("*.py")
        for nth, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if re.search(r"# noqa: S\d+\b(?! - \w)", line) or re.search(r"# noqa(?!:)|# ruff: noqa", line)
    ]
    assert found == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_package_is_locked_with_hashes(lock: Path) -> None:
    text = lock.read_text()
    packages = re.split(r"\n(?=[a-zA-Z0-9])", text.strip())
    assert packages
    for package in packages:
        head = package.splitlines()[0]
        assert re.match(r"[A-Za-z0-9._\[\],-]+==[^ ]+", head), head
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", package), head
    assert not re.search(r"https?://|git\+|--index-url|--extra-index|--trusted-host", text)


def test_what_is_installed_is_checked_against_its_hash() -> None:
    """The set-up, and the image for a container."""
    assert "--require-hashes" in (ROOT / "tasks.py").read_text()
    assert "--require-hashes" in (ROOT / "Dockerfile").read_text()


def test_there_is_a_verb_for_those_who_have_a_network() -> None:
    assert (tasks.VERBS["audit"].__doc__ or "").startswith("Known holes")
    verbs = re.search(r"^VERBS = (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert verbs
    assert set(verbs[1].split()) == set(tasks.VERBS)
