"""What the doctor says of desktops and files that are well, ill, or not there."""

import contextlib
import json
from dataclasses import replace

import numpy as np
import pytest
from fakes.desktop import FakeFocus, FakeHotkeys, FakeInput

from gridpilot.capture import Capture
from gridpilot.desktop import HotkeyState
from gridpilot.doctor import Verdict, desktop_checks, examine, ok, own_checks, selftest
from gridpilot.errors import EnvironmentFault, Problem
from gridpilot.geometry import Rect, View
from gridpilot.pilot.pace_test import Pass
from gridpilot.window import Window

AREA = Rect(10, 20, 4, 3)


def plain(states, _make):
    return states


WINDOW = Window(
    handle=1, title="Sudoku", instance="", class_name="", pid=0, executable="", command_line="", content=AREA
)


class OneWindow:
    def __init__(self, window):
        self.found = window

    def focused(self):
        return self.found


class Pictures:
    asks = False

    def __init__(self, grey, ratio=1):
        self.grey, self.ratio = grey, ratio

    def capture(self, area):
        width, height = area.width * self.ratio, area.height * self.ratio
        return Capture(np.full((height, width, 3), self.grey, np.uint8), View(area, width, height))


class Keys:
    def __init__(self, *states):
        self.states, self.bound = states, False

    def start(self, bindings, on_press):
        self.bound = True
        return self.states

    def stop(self):
        self.bound = False


def status(**changed):
    return {
        "paused": False, "note": "", "version": "1", "pid": 7, "worker": {"ready": True},
        "hotkeys": [{"action": "solve", "combination": "ctrl+alt+s", "live": True, "reason": "", "instead": ""}],
        "tray": {"kind": "sni", "shown": True, "reason": ""},
    } | changed  # fmt: skip


def test_a_check_that_raises_is_a_finding_with_the_way_out_and_the_next_one_is_still_done():
    def blocked():
        raise EnvironmentFault("t", "The system says no.", "Allow it.")

    def buggy():
        raise ZeroDivisionError("oops")

    checks = list(examine({"one": blocked, "two": buggy, "three": lambda: ok("fine")}))
    assert [(check.verdict, check.text) for check in checks] == [
        (Verdict.FAIL, "The system says no."), (Verdict.FAIL, "ZeroDivisionError: oops"), (Verdict.OK, "fine"),
    ]  # fmt: skip
    assert checks[0].fix == "Allow it."
    assert "report" in checks[1].fix


def test_a_session_that_works_is_named():
    class Session:
        def describe(self):
            return "X11, display :5"

    assert desktop_checks.session(Session) == ok("X11, display :5")


def test_a_black_picture_of_a_window_is_suspicious():
    verdict, text, _ = desktop_checks.capture(lambda: OneWindow(WINDOW), lambda: Pictures(0))
    assert verdict is Verdict.WARN
    assert "black" in text


@pytest.mark.parametrize(("window", "grey"), [(WINDOW, 9), (None, 0)])
def test_any_other_picture_is_told_with_its_size_and_the_scale_is_measured_from_it(window, grey):
    verdict, text, _ = desktop_checks.capture(lambda: OneWindow(window), lambda: Pictures(grey, ratio=2))
    assert verdict is Verdict.OK
    assert text.endswith("pixels")
    assert desktop_checks.scale(lambda: OneWindow(window), lambda: Pictures(grey, ratio=2)) == ok("2 pixels a point")


def test_no_picture_is_taken_where_the_desktop_would_ask_its_user():
    class Asking(Pictures):
        asks = True

    found = [
        check(lambda: OneWindow(WINDOW), lambda: Asking(1)) for check in (desktop_checks.capture, desktop_checks.scale)
    ]
    assert [each[0] for each in found] == [Verdict.SKIPPED, Verdict.SKIPPED]


def test_a_scale_that_differs_by_direction_is_suspicious():
    class Stretched(Pictures):
        def capture(self, area):
            return Capture(np.ones((area.height * 2, area.width, 3), np.uint8), View(area, area.width, area.height * 2))

    assert desktop_checks.scale(lambda: OneWindow(WINDOW), lambda: Stretched(1))[0] is Verdict.WARN


def test_without_a_running_gridpilot_each_hotkey_is_tried_and_given_back():
    keys = Keys(
        HotkeyState("solve", "ctrl+alt+s", live=False, reason="another program has it"),
        HotkeyState("play", "ctrl+alt+2", live=True),
    )
    found = desktop_checks.hotkeys(None, lambda: keys, {"solve": "ctrl+alt+s", "play": "ctrl+alt+2"}, plain)
    assert found["solve"][:2] == (Verdict.FAIL, "another program has it")
    assert "config edit" in found["solve"][2]
    assert found["play"] == ok("ctrl+alt+2")
    assert not keys.bound


def test_the_hotkeys_of_a_running_gridpilot_are_asked_for_not_taken_and_a_free_one_is_proposed():
    def never():
        raise AssertionError("taken away from the running one")

    assert desktop_checks.hotkeys(status(), never, {"solve": "ctrl+alt+s"}, plain)["solve"][0] is Verdict.OK
    assert desktop_checks.hotkeys(status(paused=True), never, {"solve": "f5"}, plain)["solve"][0] is Verdict.SKIPPED
    dead = {"action": "solve", "combination": "f5", "live": False, "reason": "taken", "instead": "super+s"}
    verdict, text, fix = desktop_checks.hotkeys(status(hotkeys=[dead]), never, {}, plain)["solve"]
    assert (verdict, text) == (Verdict.FAIL, "taken")
    assert "super+s" in fix


def test_an_icon_that_nobody_shows_is_a_warning_with_the_reason():
    assert desktop_checks.tray(None)[0] is Verdict.SKIPPED
    assert desktop_checks.tray(status())[0] is Verdict.OK
    unseen = status(tray={"kind": "xembed", "shown": False, "reason": "no tray was found."})
    assert desktop_checks.tray(unseen)[:2] == (Verdict.WARN, "no tray was found.")


class Entry:
    place = "somewhere"

    def __init__(self, command):
        self._command = command

    def command(self):
        return self._command


def test_a_start_at_login_of_another_gridpilot_is_a_warning():
    assert desktop_checks.autostart(lambda: Entry("/elsewhere/python -m gridpilot run"))[0] is Verdict.WARN
    assert desktop_checks.autostart(lambda: Entry(""))[0] is Verdict.OK


@pytest.mark.posix("modes of files")
def test_a_socket_that_others_may_use_is_a_failure(tmp_path):
    socket = tmp_path / "socket"
    socket.touch(0o600)
    assert own_checks.socket(status(), socket, str(socket))[0] is Verdict.OK
    socket.chmod(0o666)
    assert own_checks.socket(status(), socket, str(socket))[0] is Verdict.FAIL


def test_a_pipe_that_answers_is_well_although_it_is_no_file(tmp_path):
    assert own_checks.socket(status(), tmp_path / "none", r"\\.\pipe\gridpilot")[0] is Verdict.OK


def test_a_stale_socket_is_told_from_no_gridpilot_at_all(tmp_path):
    assert own_checks.running(None)[0] is Verdict.SKIPPED
    assert own_checks.socket(None, tmp_path / "none", "none")[0] is Verdict.SKIPPED
    (tmp_path / "stale").touch()
    assert own_checks.socket(None, tmp_path / "stale", "stale")[0] is Verdict.WARN


def test_a_worker_that_is_not_ready_and_trouble_of_the_program_are_warnings():
    assert own_checks.running(status(worker={"ready": False}))[0] is Verdict.WARN
    assert own_checks.running(status(note="The worker crashed."))[:2] == (Verdict.WARN, "The worker crashed.")


def test_faults_in_files_are_told_with_file_and_line(tmp_path):
    path = tmp_path / "config.toml"
    error = Problem(str(path), 4, "error", "no such key")
    verdict, text, fix = own_checks.files("settings", path, [error])
    assert verdict is Verdict.FAIL
    assert "config.toml:4" in text
    assert "config check" in fix
    assert own_checks.files("settings", path, [])[0] is Verdict.OK


def test_a_reader_that_reads_wrong_is_a_failure():
    assert own_checks.reader(lambda: "123", "123")[0] is Verdict.OK
    assert own_checks.reader(lambda: "124", "123")[0] is Verdict.FAIL


def test_a_search_that_was_not_built_is_told_with_what_mends_it():
    def missing():
        raise ImportError("the fast search is not built")

    verdict, text, fix = own_checks.search(missing)
    assert verdict is Verdict.WARN
    assert "Monte Carlo" in text
    assert "C compiler" in fix
    assert own_checks.search(object)[0] is Verdict.OK


def test_a_missing_tesseract_is_nothing_to_worry_about():
    def missing():
        raise EnvironmentFault("t", "m", "Install it.")

    assert own_checks.tesseract(missing)[0] is Verdict.SKIPPED
    assert own_checks.tesseract(lambda: "tesseract 5") == ok("tesseract 5")


@pytest.mark.parametrize(
    ("taken", "arrives", "verdict"),
    [((), True, Verdict.OK), ((), False, Verdict.FAIL), (("pause",), True, Verdict.SKIPPED)],
)
def test_a_hotkey_s_way_is_tried_by_pressing_one(monkeypatch, taken, arrives, verdict):
    monkeypatch.setattr(selftest, "HEARD", 0.01)
    hotkeys = FakeHotkeys(taken)
    hand = FakeInput(lambda event: arrives and hotkeys.press(event.key.lower()))
    assert selftest.hotkey_trip(lambda: hotkeys, lambda: hand)[0] is verdict
    assert hotkeys.stopped
    assert hand.closed


@pytest.mark.parametrize(
    ("passes", "verdict", "words"),
    [
        ([(0.04, 0), (0.0, 0)], Verdict.OK, "no cell was lost at the fastest, 0 ms between cells"),
        (
            [(0.04, 0), (0.02, 0), (0.01, 3)],
            Verdict.OK,
            "fastest safe pace: 20 ms between cells, 21.0 ms a cell; at 10 ms between cells 3 of 51 were lost",
        ),
        ([(0.04, 51)], Verdict.FAIL, "at 40 ms between cells 51 of 51 were lost"),
    ],
)
def test_the_fastest_safe_pace_is_told_with_what_is_too_fast(passes, verdict, words):
    board = contextlib.nullcontext((WINDOW, lambda: True))
    tried = [Pass(wait, 51, wait + 0.001, lost) for wait, lost in passes]
    found, text, fix = selftest.pace(board, lambda _window: tried)
    assert (found, bool(fix)) == (verdict, verdict is Verdict.FAIL)
    assert words in text


def test_the_self_test_tells_its_board_from_the_users_own_and_from_the_last_one(tmp_path):
    state, looks = tmp_path / "state.json", []
    users, own = replace(WINDOW, handle=7, pid=70), replace(WINDOW, handle=8, pid=80)
    focus = FakeFocus(users, own)

    def wait(_seconds: float) -> None:
        looks.append(focus.active)
        if len(looks) == 1:
            state.write_text(json.dumps({"process": own.pid, "solved": False}), encoding="utf-8")
        else:
            focus.active = own.handle

    assert selftest._appeared(focus, state, wait) == own
    assert looks == [users.handle, users.handle]


def test_a_key_that_works_at_a_price_is_a_warning():
    keys = Keys(HotkeyState("solve", "ctrl+alt+s", live=True, reason="types a letter", instead="ctrl+super+s"))
    verdict, text, fix = desktop_checks.hotkeys(None, lambda: keys, {"solve": "ctrl+alt+s"}, plain)["solve"]
    assert (verdict, text) == (Verdict.WARN, "types a letter")
    assert "ctrl+super+s" in fix


class Drawn:
    def describe(self):
        return "a window cut to what is drawn"


def no_overlay():
    raise EnvironmentFault("t", "The X server has no SHAPE extension.", "A notice tells the same.")


def test_an_overlay_is_told_how_it_is_drawn_and_that_one_is_lacking_is_no_failure():
    assert desktop_checks.overlay(Drawn) == ok("a window cut to what is drawn")
    verdict, text, fix = desktop_checks.overlay(no_overlay)
    assert (verdict, "SHAPE" in text, "notice" in fix) == (Verdict.WARN, True, True)
