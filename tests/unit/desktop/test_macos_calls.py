"""The macOS back end on frameworks that only answer: what it calls, and what it says when a permission is missing."""

import plistlib
import threading

import pytest
from fakes.elsewhere import macos
from fakes.mac_calls import PID, FakeMac, installed

from gridpilot.desktop import TrayState
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, Rect
from gridpilot.outcome import StopReason

CTRL_ALT = 3


@pytest.fixture
def mac(monkeypatch) -> FakeMac:
    return installed(monkeypatch)


@pytest.fixture
def made():
    return macos()


def test_the_front_window_of_another_program_is_the_focused_one(mac, made):
    mac.windows = [mac.facts(1, "the menu bar", 9, layer=25), *mac.windows, mac.facts(78, "behind", 9)]
    window = made.focus.MacFocus().focused()
    assert (window.handle, window.title, window.class_name, window.pid) == (77, "A game", "Game", PID)
    assert window.executable.endswith("/MacOS/Game")
    assert window.content == Rect(100, 50, 400, 300)
    assert [each.handle for each in made.focus.MacFocus().visible()] == [77, 78]
    assert made.focus.MacFocus().window(5) is None


def test_a_missing_permission_to_type_is_said_with_its_pane_before_anything_is_typed(mac, made):
    mac.may_type = False
    with pytest.raises(EnvironmentFault) as told:
        made.input.MacInput().wait_released(0.0)
    assert "Privacy & Security > Accessibility" in told.value.fix
    assert mac.typed == []
    with pytest.raises(EnvironmentFault):
        made.session.MacSession().describe()


def test_a_missing_permission_to_look_is_found_out_by_a_real_picture(mac, made):
    made.permissions.may_look()
    mac.may_look = False
    made.permissions.may_look()  # the system says no of some programs that it lets look
    mac.sees_windows = False
    with pytest.raises(EnvironmentFault) as told:
        made.screen.MacScreen().capture(Rect(0, 0, 10, 10))
    assert "Screen & System Audio Recording" in told.value.fix


def test_held_keys_are_waited_for_and_let_go_never_pressed(mac, made):
    mac.down = {59}  # left Control
    assert made.input.MacInput().wait_released(0.0)
    assert {kind for kind, _ in mac.typed} == {"release"}
    mac.down = {1}
    assert not made.input.MacInput().wait_released(0.0)


def test_clicks_and_keys_go_out_one_by_one(mac, made):
    hand = made.input.MacInput()
    assert not hand.at_once
    hand.click(Point(30, 40))
    hand.press("5")
    hand.press("Left")
    hand.press("KP_8")
    assert hand.pointer() == Point(30, 40)
    assert mac.typed == [("press", "left"), ("release", "left"), ("tap", "5"), ("tap", "<left>"), ("tap", "<code 91>")]


def test_hotkeys_are_carbon_s_and_given_back(mac, made):
    presses, hotkeys = [], made.hotkeys.MacHotkeys()
    states = hotkeys.start({"solve": "ctrl+alt+s", "play": "ctrl+alt+pause", "stop": "nonsense"}, presses.append)
    assert [state.live for state in states] == [True, False, False]
    assert all(state.reason for state in states[1:])
    assert mac.press(CTRL_ALT, 1)
    hotkeys.release()
    assert not mac.press(CTRL_ALT, 1)
    hotkeys.bind()
    assert mac.press(CTRL_ALT, 1)
    hotkeys.stop()
    assert not mac.press(CTRL_ALT, 1)
    assert presses == ["solve", "solve"]


def test_off_the_main_thread_carbon_is_asked_through_the_main_loop(mac, made):
    hotkeys = made.hotkeys.MacHotkeys()
    thread = threading.Thread(target=hotkeys.start, args=({"solve": "ctrl+alt+s"}, print))
    thread.start()
    thread.join()
    assert mac.registered == {}
    for call, *arguments in mac.later:
        call(*arguments)
    assert mac.press(CTRL_ALT, 1)


def test_the_icon_is_changed_on_the_main_loop_only(mac, made):
    tray = made.tray.MacTray.__new__(made.tray.MacTray)
    tray.update(TrayState("ready", "Ready", ()))
    tray.stop()
    assert len(mac.later) == 2


class Listeners:
    newest: "Listeners"

    def __init__(self, report, *, keys):
        assert not keys, "pynput's keyboard listener crashes here"
        self.report = report

    def start(self):
        Listeners.newest = self

    def stop(self): ...


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda mac: vars(mac).update(keys_pressed=1), StopReason.USER_KEY),
        (lambda mac: vars(mac).update(keys_pressed=1, down={53}), StopReason.ESCAPE),
        (lambda mac: vars(mac).update(windows=[]), StopReason.WINDOW_CLOSED),
        (lambda mac: mac.windows[0]["kCGWindowBounds"].update(X=9.0), StopReason.WINDOW_MOVED),
        (lambda mac: mac.windows.insert(0, mac.facts(5, "other", 9)), StopReason.FOCUS_LOST),
        (lambda _: Listeners.newest.report(StopReason.USER_POINTER), StopReason.USER_POINTER),
    ],
)
def test_the_watch_tells_of_each_interference_once(mac, made, change, reason):
    reports, told = [], threading.Event()
    watch = made.interference.MacWatch(Listeners)
    watch.start(made.focus.MacFocus().focused(), lambda why: (reports.append(why), told.set()))
    change(mac)
    assert told.wait(30)
    watch.stop()
    assert reports == [reason]


def test_the_start_at_login_is_a_launch_agent_that_comes_back_after_a_crash_only(made, tmp_path, monkeypatch):
    monkeypatch.setattr(made.autostart.LaunchAgent, "place", str(tmp_path / "agents" / "gridpilot.plist"))
    entry = made.autostart.LaunchAgent()
    assert entry.command() == ""
    entry.on(["/usr/bin/python3", "-m", "gridpilot", "run"])
    agent = plistlib.loads((tmp_path / "agents" / "gridpilot.plist").read_bytes())
    assert agent["RunAtLoad"]
    assert agent["KeepAlive"] == {"SuccessfulExit": False}
    assert entry.command() == "/usr/bin/python3 -m gridpilot run"
    entry.off()
    assert entry.command() == ""
