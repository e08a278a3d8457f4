"""Sets up gridpilot in this checkout and starts it.

    python3 scripts/run.py                 with a display: the tray program (and, the first time, a practice board)
    python3 scripts/run.py solve --text T  further words go to gridpilot
    python3 scripts/run.py --headless      the demonstration on a virtual display, even if there is a real one
    python3 scripts/run.py --set-up-only   no start

Without a display (DISPLAY opens nothing) it demonstrates itself: a virtual display, the real hotkey, a practice
sudoku, pictures before and after. Exit 0 means: filled in and verified; 1: not; 3: something is missing, said above.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import setup_debian
import setup_venv
from setup_debian import SetupError
from setup_venv import CACHE, say

DEMO_LIMIT = 150  # seconds
PICTURES = CACHE / "demo"

UNPROVEN = {
    "win32": "Windows: all of it is written and runs under Wine, but nobody has run it on Windows itself yet.",
    "darwin": "macOS: all of it is written, but nobody has run it there yet.",
}


def say_where(python: Path) -> None:
    command = python.with_name("gridpilot")
    say(f"gridpilot's command is {command}")
    say(f"To have it on your PATH and in your desktop's menu: {command} install")


def demonstrate(python: Path) -> int:
    """Runs the demonstration in a process group of its own, so that nothing of it can stay behind."""
    setup_debian.provide(list(setup_debian.DEMO), "There is no display here, so gridpilot is shown on a virtual one")
    say("No display here: showing gridpilot on a virtual one.")
    script = Path(__file__).with_name("demo.py")
    command = [str(python), str(script), "--out", str(PICTURES)]
    demo = subprocess.Popen(command, env=setup_venv.environment(), start_new_session=True)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(1))
    try:
        return 0 if demo.wait(DEMO_LIMIT) == 0 else 1
    except subprocess.TimeoutExpired:
        say(f"The demonstration did not end in {DEMO_LIMIT} s.")
        return 1
    finally:
        end(demo)


def end(leader: subprocess.Popen[bytes]) -> None:
    """Lets the demonstration clean up after itself, then ends what is left of its process group."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(leader.pid, number)
            leader.wait(15)
        except (ProcessLookupError, PermissionError):
            return
        except subprocess.TimeoutExpired:
            continue


def start(python: Path, words: list[str]) -> int:
    """Hands over to gridpilot on the user's own display; when this ends, so does all that was started."""
    command = [str(python), "-m", "gridpilot", *words]
    if not words:
        say_where(python)
        say("Ctrl+C here ends it.")
    resident = not words  # other verbs may need the terminal
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(0))
    gridpilot = subprocess.Popen(command, env=setup_venv.environment(), start_new_session=resident)
    try:
        return gridpilot.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        if resident:
            end(gridpilot)
        elif gridpilot.poll() is None:
            gridpilot.terminate()


def main(words: list[str]) -> int:
    if words[:1] in (["-h"], ["--help"]):
        say(__doc__ or "")
        return 0
    ours = {"--headless", "--set-up-only"} & set(words[:1])
    words = words[1:] if ours else words
    try:
        python = setup_venv.ensure()
        if "--set-up-only" in ours:
            say_where(python)
            return 0
        if sys.platform in UNPROVEN:
            say(UNPROVEN[sys.platform])
            return start(python, words)
        seen = "--headless" not in ours and setup_venv.opens(python, os.environ.get("DISPLAY"))
        if seen or words:
            return start(python, words)
        try:
            return demonstrate(python)
        finally:
            say_where(python)
    except SetupError as fault:
        say(f"gridpilot's set-up: {fault}")
        return 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
