"""Sets up everything and runs all checks and all tests, those with real programs on virtual displays included.

    python3 scripts/test.py              everything; needs Debian packages (installed when run as root)
    python3 scripts/test.py --fast       no real programs, no wheel
    python3 scripts/test.py -k toggle    further words go to pytest

pytest's closing line comes last. The tests get a home folder of their own and no display of yours.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import check
import setup_debian
import setup_venv
from setup_debian import SetupError
from setup_venv import ROOT, say

LIMIT = 1170  # seconds for pytest; the whole must stay under 20 minutes
SIDE_BY_SIDE = ("-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")
"""Tests wait for programs most of their time; each file has its own display. In their order the longest comes early."""
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
        "PYTHONDONTWRITEBYTECODE": "1",
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


def pytest(python: Path, words: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="gridpilot-tests-", ignore_cleanup_errors=True) as home:
        fixed = ["-o", "faulthandler_timeout=480", "-p", "no:cacheprovider", *SIDE_BY_SIDE]
        command = [str(python), "-m", "pytest", *fixed, *words]
        tests = subprocess.Popen(command, cwd=ROOT, env=environment(Path(home)), start_new_session=True)
        try:
            return tests.wait(LIMIT)
        except subprocess.TimeoutExpired:
            say(f"The tests did not finish in {LIMIT} s.")
            return 1
        finally:
            end(tests)


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


def bring_others() -> None:
    """What is as well left out."""
    for packages, why in (
        (setup_debian.WINDOWS, "The Windows back end is tested under Wine"),
        (setup_debian.WAYLAND, "What works on Wayland is tested in a session of sway"),
    ):
        try:
            setup_debian.provide(list(packages), why)
        except SetupError as fault:
            say(f"{fault}\nThose tests are skipped.")


def main(words: list[str]) -> int:
    if {"-h", "--help"} & set(words):
        say(__doc__ or "")
        return 0
    fast = "--fast" in words
    words = [word for word in words if word != "--fast"]
    try:
        if sys.platform.startswith("linux") and not fast:
            setup_debian.provide(list(setup_debian.TESTS), "The tests drive real programs on virtual displays")
            bring_others()
        python = setup_venv.ensure(("dev",))
    except SetupError as fault:
        say(f"gridpilot's set-up: {fault}")
        return 3
    if failed := check.static(python):
        say(f"Failed before the tests: {', '.join(failed)}")
    return pytest(python, [*selection(fast), *words]) or (1 if failed else 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
