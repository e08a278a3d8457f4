"""A Wayland session of which nothing answers: gridpilot says so everywhere, and does what it can. And what was copied
in a real one, of sway, without and with X programs.
"""

import json
import subprocess
import time
from pathlib import Path

import pytest
import wayland
from resident import gridpilot
from truth import PUZZLES
from virtual import desktop, wait_for
from virtual_sway import missing, sway_desktop

pytestmark = pytest.mark.gui

PUZZLE = PUZZLES[0]


@pytest.fixture
def named():
    with desktop(wm="none") as started:
        del started.env["DISPLAY"]  # only its session bus and its home are used
        started.env |= {"WAYLAND_DISPLAY": "wayland-0", "XDG_SESSION_TYPE": "wayland"}
        yield started


@pytest.fixture
def real(request):
    """A parameter says whether there are X programs in it."""
    if why := missing():
        pytest.skip(why)
    with sway_desktop(x_programs=request.param) as started:
        yield started


def asked(desk, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(gridpilot(*words), env=desk.env | env, capture_output=True, text=True, timeout=120)


def test_terminal_icon_and_doctor_say_it_and_verbs_without_capture_work(named):
    desk = named
    said = desk.home / "said"
    with said.open("wb") as output:
        begun = desk.start(gridpilot("run"), stdout=output)
    wait_for(lambda: "Wayland" in said.read_text("utf-8"), what="the terminal to say it")
    status = json.loads(asked(desk, "status", "--json").stdout)
    assert (status["face"], status["worker"]["pid"]) == ("trouble", 0)
    assert "Wayland" in status["note"]
    assert status["tray"]["shown"] is False
    assert "there is no StatusNotifierWatcher" in status["tray"]["reason"]
    assert "the X display has no tray" not in status["tray"]["reason"]
    checks = {check["name"]: check for check in json.loads(asked(desk, "doctor", "--json").stdout)["checks"]}
    assert checks["session"]["verdict"] == "fail"
    assert checks["session"]["fix"].endswith("solve --clipboard 2>&1)\"'")
    assert checks["tray"]["text"] == status["tray"]["reason"]
    assert "gridpilot status, pause" in checks["tray"]["fix"]
    assert checks["reader"]["verdict"] == "ok"
    refused = asked(desk, "solve")
    assert (refused.returncode, "Wayland" in refused.stderr) == (3, True)
    solved = json.loads(asked(desk, "solve", "--text", PUZZLE.givens, "--json").stdout)
    assert solved["solution"] == PUZZLE.solution
    assert asked(desk, "quit").returncode == 0
    assert begun.wait(15) == 0


@pytest.mark.parametrize("real", [True, False], ids=["with X programs", "without"], indirect=True)
def test_what_was_copied_is_solved(real):
    """A picture that the desktop's own screenshot tool took where there is a window to be seen, and a text."""
    assert asked(real, "solve", "--clipboard").returncode == 1, "nothing was copied yet"
    if "DISPLAY" in real.env:
        board = real.start(gridpilot("practice", "sudoku", "--puzzle", PUZZLE.givens))
        end = time.monotonic() + 180
        while (said := solved_screenshot(real)).get("solution") != PUZZLE.solution:
            assert board.poll() is None, (real.home / f"{Path(board.args[0]).name}.log").read_text("utf-8")
            assert time.monotonic() < end, said
    text = real.home / "puzzle.txt"
    text.write_text(PUZZLE.givens, "ascii")
    wayland.copied(real, text, "text/plain")
    wait_for(lambda: solved_clipboard(real).get("board") == PUZZLE.givens, what="the copied text to be solved")


def solved_screenshot(desk):
    shot = desk.home / "shot.png"
    subprocess.run(["grim", str(shot)], env=desk.env, check=True, timeout=60)
    wayland.copied(desk, shot, "image/png")
    return solved_clipboard(desk)


def solved_clipboard(desk):
    return json.loads(asked(desk, "solve", "--clipboard", "--json").stdout)


def test_without_the_program_that_asks_the_clipboard_it_is_named_with_its_package(named):
    done = asked(named, "solve", "--clipboard", PATH="/nowhere")
    assert (done.returncode, done.stdout) == (3, "")
    assert "wl-paste, which is not installed. Install the package wl-clipboard;" in done.stderr
    assert "gridpilot solve --image FILE" in done.stderr
