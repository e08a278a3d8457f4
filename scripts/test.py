"""Sets up everything and runs all checks and all tests, those with real programs on virtual displays included.

    python3 scripts/test.py              everything; needs Debian packages (installed when run as root)
    python3 scripts/test.py --fast       no real programs, no wheel
    python3 scripts/test.py -k toggle    further words go to pytest

The tests get a home folder of their own and no display of yours. A test with real programs that failed is run once
more, alone, at the end: a busy machine may have kept a program waiting. More than three such fail the run, and so does
any other test. pytest's closing line comes last; after a second try, a line with both outcomes.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import check
import setup_debian
import setup_venv
from setup_debian import SetupError
from setup_venv import ROOT, say

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMIT = 3000  # seconds for pytest; 1,800 are asked for
AGAIN_LIMIT = 600  # seconds for the second try
REAL = ("tests/desktop/", "tests/windows/")
MOST_AGAIN = 3
FAILED = 1  # pytest's exit status where tests failed, and nothing else went wrong
SIDE_BY_SIDE = ("-n", "4", "--dist", "loadfile", "--no-loadscope-reorder")
"""Tests with real programs wait for them half of their time; each file has its own display. pyproject.toml names the
folders in the order in which they are begun, tests/conftest.py the files that come first in them.
"""
KEEP = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "SSL_CERT_FILE", "CI", "NUMBER_OF_PROCESSORS", "PATHEXT")


def environment(home: Path) -> dict[str, str]:
    """The tests' environment: their own folders, plain English, one thread per library, no display."""
    folders = {name: home / part for name, part in FOLDERS.items()}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    folders["XDG_RUNTIME_DIR"].chmod(0o700)
    kept = {name: os.environ[name] for name in KEEP if name in os.environ}
    kept["PATH"] = os.pathsep.join((kept.get("PATH", os.defpath), *GAMES))
    return {
        **kept,
        **{name: str(folder) for name, folder in folders.items()},
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "NO_AT_BRIDGE": "1",  # GTK programs ask for an accessibility bus otherwise, and wait for it
        "PYTHONUNBUFFERED": "1",
    }


GAMES = ("/usr/games",) if sys.platform.startswith("linux") else ()  # not on every root's PATH
FOLDERS = {
    "HOME": ".",
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
    "XDG_CACHE_HOME": ".cache",
    "XDG_RUNTIME_DIR": "run",
}


def selection(fast: bool) -> list[str]:
    if sys.platform.startswith("linux") and not fast:
        return []
    if not fast:
        say("Not Linux: the tests with real programs under X11 are left out; unit tests and checks run.")
    return ["-m", "not gui and not wheel" if fast else "not gui"]


def pytest(python: Path, words: list[str], home: Path, root: Path = ROOT) -> int:
    first = _pytest(python, [*SIDE_BY_SIDE, *words], root, home, LIMIT)
    failed = _failed(home) if first == FAILED else []
    again = second_try(failed)
    if not again:
        return first
    told = _told(home)
    say("\n".join(("Once more, alone:", *again)))
    second = _pytest(python, ["-v", *again], root, home, AGAIN_LIMIT)
    say(f"At first: {told}. Alone: {_told(home)}.")
    return second if again == failed else first


def second_try(failed: list[str]) -> list[str]:
    """Which of these tests are run once more."""
    real = [test for test in failed if test.startswith(REAL)]
    return real if len(real) <= MOST_AGAIN else []


def _pytest(python: Path, words: list[str], root: Path, home: Path, limit: int) -> int:
    fixed = ["-o", "faulthandler_timeout=480", "-o", f"cache_dir={home / 'cache'}", f"--junit-xml={home / 'junit.xml'}"]
    fixed += ["--durations=20", "--durations-min=10"]
    command = [str(python), "-m", "pytest", *fixed, *words]
    tests = subprocess.Popen(command, cwd=root, env=environment(home), start_new_session=True)
    try:
        return tests.wait(limit)
    except subprocess.TimeoutExpired:
        say(f"The tests did not finish in {limit} s.")
        return 3
    finally:
        end(tests)


def _failed(home: Path) -> list[str]:
    """The tests that failed in the last run."""
    file = home / "cache/v/cache/lastfailed"
    return sorted(json.loads(file.read_text("utf-8"))) if file.exists() else []


def _told(home: Path) -> str:
    """What the last run's closing line says."""
    suite = ET.parse(home / "junit.xml").getroot()[0].attrib
    every, *bad = (int(suite[name]) for name in ("tests", "failures", "errors", "skipped"))
    failed, broken, skipped = bad
    return f"{failed + broken} failed, {every - sum(bad)} passed, {skipped} skipped in {float(suite['time']):.0f} s"


def end(leader: subprocess.Popen[bytes]) -> None:
    """Ends the process and whatever it left behind in its group."""
    if sys.platform == "win32":
        leader.kill()
        return
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(leader.pid, number)
            leader.wait(5)
        except (ProcessLookupError, PermissionError):
            return
        except subprocess.TimeoutExpired:
            continue


def bring_programs() -> None:
    setup_debian.provide(list(setup_debian.TESTS), "The tests drive real programs on virtual displays")
    for packages, why in (
        (setup_debian.WINDOWS, "gridpilot for Windows is tested under Wine"),
        (setup_debian.PACKAGES, "The package for Linux is built and proven"),
        (setup_debian.WAYLAND, "What works on Wayland is tested in a session of sway"),
    ):
        try:
            setup_debian.provide(list(packages), why)
        except SetupError as fault:
            say(f"{fault}\nThose tests are skipped.")


@contextmanager
def windows_python(python: Path) -> Iterator[None]:
    """Makes Python for Windows beside the tests on X11; those that need it come after them, and wait for it in turn."""
    command = [str(python), "tests/windows/windows_python.py"]
    making = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        yield
    finally:
        end(making)


def main(words: list[str]) -> int:
    if {"-h", "--help"} & set(words):
        say(__doc__ or "")
        return 0
    fast = "--fast" in words
    words = [word for word in words if word != "--fast"]
    real = sys.platform.startswith("linux") and not fast
    with tempfile.TemporaryDirectory(prefix="gridpilot-tests-", ignore_cleanup_errors=True) as name:
        home = Path(name)
        try:
            python = setup_venv.ensure(("dev",))
            with ThreadPoolExecutor(1) as beside:
                brought = beside.submit(bring_programs) if real else None
                failed = check.static(python)
            if brought:
                brought.result()
        except SetupError as fault:
            say(f"gridpilot's set-up: {fault}")
            return 3
        if failed:
            say(f"Failed before the tests: {', '.join(failed)}")
        with windows_python(python) if real and not words else nullcontext():
            return pytest(python, [*selection(fast), *words], home) or (1 if failed else 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
