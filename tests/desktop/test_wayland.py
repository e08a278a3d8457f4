"""A Wayland session without X11 programs: gridpilot says what it cannot do there, everywhere, and does what it can."""

import json
import subprocess

import pytest
from resident import gridpilot
from truth import PUZZLES
from virtual import desktop

pytestmark = pytest.mark.gui


@pytest.fixture
def desk():
    with desktop(wm="none") as started:
        del started.env["DISPLAY"]  # only its session bus and its home are used
        started.env |= {"WAYLAND_DISPLAY": "wayland-0", "XDG_SESSION_TYPE": "wayland"}
        yield started


def asked(desk, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(gridpilot(*words), env=desk.env, capture_output=True, text=True, timeout=120)


def test_terminal_icon_and_doctor_say_it_and_verbs_without_capture_work(desk):
    begun = desk.start(gridpilot("run"), stdout=subprocess.PIPE)
    assert begun.stdout is not None
    while b"Wayland" not in (line := begun.stdout.readline()):
        assert line, "it ended without saying so"
    status = json.loads(asked(desk, "status", "--json").stdout)
    assert (status["face"], status["worker"]["pid"]) == ("trouble", 0)
    assert "Wayland" in status["note"]
    checks = {check["name"]: check for check in json.loads(asked(desk, "doctor", "--json").stdout)["checks"]}
    assert checks["session"]["verdict"] == "fail"
    assert checks["session"]["fix"].endswith("solve --clipboard 2>&1)\"'")
    assert checks["reader"]["verdict"] == "ok"
    refused = asked(desk, "solve")
    assert (refused.returncode, "Wayland" in refused.stderr) == (3, True)
    solved = json.loads(asked(desk, "solve", "--text", PUZZLES[0].givens, "--json").stdout)
    assert solved["solution"] == PUZZLES[0].solution
    assert asked(desk, "quit").returncode == 0
    assert begun.wait(15) == 0
