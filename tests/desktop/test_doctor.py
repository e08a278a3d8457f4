"""`gridpilot doctor` on a real desktop: ill as it is, and with the resident program beside it."""

import json
import subprocess

import pytest
from resident import Resident, gridpilot
from virtual import desktop

pytestmark = pytest.mark.gui


@pytest.fixture
def desk():
    with desktop(wm="openbox", tray=True) as started:
        yield started


def checks(desk, *words: str, code: int = 0) -> dict[str, dict[str, str]]:
    done = subprocess.run(
        gridpilot("doctor", "--json", *words), env=desk.env, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == code, done.stdout + done.stderr
    return {check["name"]: check for check in json.loads(done.stdout)["checks"]}


def windows(desk) -> list[str]:
    """The classes of all windows but the tray's own."""
    return [name for window in desk.windows() if (name := desk.class_name(window)) != "trayer"]


def test_beside_a_running_gridpilot_all_is_well_and_no_window_was_opened(desk):
    with Resident(desk):
        found = checks(desk)
    names = (
        "session",
        "program",
        "socket",
        "key solve",
        "key play",
        "tray",
        "settings",
        "profiles",
        "reader",
        "scale",
        "overlay",
    )
    assert [found[name]["verdict"] for name in names] == ["ok"] * len(names), found
    assert windows(desk) == []


def test_the_self_test_fills_a_board_of_its_own_and_leaves_no_window_behind(desk):
    desk.start(gridpilot("practice", "sudoku"))
    desk.focus(desk.wait_window(class_name="Gridpilot-practice"))
    done = checks(desk, "--self-test")
    assert done["hotkey"]["verdict"] == "ok", done["hotkey"]
    found = done["self-test"]
    assert found["verdict"] == "ok", found
    assert "within 0 px, after" in found["text"]
    assert done["pace"]["verdict"] == "ok", done["pace"]
    assert done["pace"]["text"].startswith("fastest safe pace: ")
    assert windows(desk) == ["Gridpilot-practice"]


def test_a_taken_hotkey_is_found_and_the_exit_code_says_so(desk):
    from Xlib import X

    s = desk.display.keysym_to_keycode(ord("s"))
    desk.root.grab_key(s, X.ControlMask | X.Mod1Mask, False, X.GrabModeAsync, X.GrabModeAsync)
    desk.display.sync()
    found = checks(desk, code=3)
    assert found["key solve"]["verdict"] == "fail"
    assert "ctrl+alt+s is taken" in found["key solve"]["text"]
    assert found["key play"]["verdict"] == "ok"
    with Resident(desk):
        assert "super+s, which is free" in checks(desk, code=3)["key solve"]["fix"]


def test_without_a_display_the_rest_is_still_examined(desk):
    desk.env["DISPLAY"] = ":4711"
    found = checks(desk, code=3)
    assert {name for name, check in found.items() if check["verdict"] == "fail"} >= {"session", "key solve", "capture"}
    assert found["reader"]["verdict"] == "ok"
