"""The command line in a session with other variables than the desktop's, as over ssh or from cron."""

import json
import subprocess

import pytest
from resident import Resident, gridpilot
from virtual import desktop

pytestmark = pytest.mark.gui

LACKS = {"a runtime folder": ("XDG_RUNTIME_DIR",), "a display": ("DISPLAY",), "both": ("XDG_RUNTIME_DIR", "DISPLAY")}


@pytest.fixture(scope="module")
def desk():
    with desktop(wm="none", bus=False) as started:
        yield started


def ask(desk, lacks, *words):
    """With what there is without a session; the fallback for a runtime folder is in a place of the test's own."""
    env = {name: value for name, value in desk.env.items() if name not in LACKS[lacks]} | {"TMPDIR": str(desk.home)}
    done = subprocess.run(gridpilot(*words), env=env, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("lacks", LACKS)
def test_what_runs_is_found_and_no_second_one_starts(desk, lacks):
    assert ask(desk, lacks, "status")[0] == 4
    with Resident(desk) as resident:
        code, out, _ = ask(desk, lacks, "status", "--json")
        assert (code, json.loads(out)["pid"]) == (0, resident.pid)
        code, out, _ = ask(desk, lacks, "run")
        assert code == 0
        assert "already running" in out
        assert ask(desk, lacks, "pause")[0] == 0
        assert resident.ask("status")["paused"]
        assert ask(desk, lacks, "quit")[0] == 0
        assert resident.process.wait(30) == 0
    assert ask(desk, lacks, "status")[0] == 4


def test_of_several_on_other_displays_one_has_to_be_named(desk):
    with desktop(wm="none", bus=False) as other:
        other.env["XDG_CACHE_HOME"] = desk.env["XDG_CACHE_HOME"]
        with Resident(desk), Resident(other):
            code, _, said = ask(desk, "both", "status")
            assert code == 3
            assert "Set DISPLAY" in said
            assert ask(desk, "a runtime folder", "status")[0] == 0


def test_what_one_that_was_killed_has_noted_keeps_no_other_from_starting(desk):
    with Resident(desk) as resident:
        resident.process.kill()
        resident.process.wait(30)
    assert ask(desk, "both", "status")[0] == 4
    with Resident(desk) as again:
        code, out, _ = ask(desk, "both", "status", "--json")
        assert (code, json.loads(out)["pid"]) == (0, again.pid)
