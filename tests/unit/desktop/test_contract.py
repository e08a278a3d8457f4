"""One contract for all desktops. X11 itself and Windows under Wine keep it in tests/desktop and tests/windows."""

import importlib
import sys
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from fakes import contract
from fakes import desktop as fake
from fakes.elsewhere import macos, windows
from fakes.mac_calls import installed
from fakes.windows_calls import HWND, FakeWindows

from gridpilot.capture import Capture
from gridpilot.geometry import Rect, View
from gridpilot.outcome import StopReason
from gridpilot.window import Window

CTRL_ALT = 3
AREA = Rect(100, 50, 400, 300)
PIPE = Path("gridpilot-9.sock")


class Silent:
    """The listeners to a user who does nothing."""

    def __init__(self, _report, **_):
        pass

    def start(self): ...

    def stop(self): ...


class OnFake:
    def __init__(self, _patch):
        window = Window(HWND, "A game", "", "Game", 1, "", "", AREA)
        picture = lambda area: Capture(np.zeros((9, 9, 3), np.uint8), View(area, 9, 9))  # noqa: E731 - a parameter
        made = fake.FakeDesk(window, picture)
        self.focus, self.input, self.hotkeys, self.watch, self.screen = (
            *(made.focus, made.input, made.hotkeys, made.watch, made.screen),
        )

    def press(self):
        self.hotkeys.press("ctrl+alt+s")

    def move(self):
        self.watch.report(StopReason.WINDOW_MOVED)


class OnWindows:
    def __init__(self, _patch):
        self.system, made = FakeWindows(), windows()
        api = made.api.Api(self.system)
        self.focus, self.input = made.focus.WindowsFocus(api), made.input.WindowsInput(api)
        self.hotkeys, self.watch = made.hotkeys.WindowsHotkeys(api), made.interference.WindowsWatch(api, Silent)

    def press(self):
        self.system.press(CTRL_ALT, ord("S"))

    def move(self):
        self.system.rect = [9, 50, 400, 300]
        self.system.tick()


class OnMac:
    def __init__(self, patch):
        self.system, made = installed(patch), macos()
        self.focus, self.input = made.focus.MacFocus(), made.input.MacInput()
        self.hotkeys, self.watch = made.hotkeys.MacHotkeys(), made.interference.MacWatch(Silent)

    def press(self):
        self.system.press(CTRL_ALT, 1)

    def move(self):
        self.system.windows[0]["kCGWindowBounds"]["X"] = 9.0


@pytest.fixture(params=[OnFake, OnWindows, OnMac], ids=["fake", "windows on a fake", "macos on a fake"])
def desk(request, monkeypatch):
    return request.param(monkeypatch)


def test_focus(desk):
    contract.focus_tells_the_same_of_a_window_however_it_is_asked(desk.focus)


def test_input(desk):
    contract.the_pointer_is_where_it_was_sent(desk.input, AREA)


def test_hotkeys(desk):
    contract.hotkeys_are_bound_given_back_and_bound_again(desk.hotkeys, desk.press)


def test_watch(desk):
    contract.a_watch_is_quiet_until_the_window_moves_and_after_it_was_stopped(desk.watch, desk.focus, desk.move)


@pytest.mark.posix("a socket of the file system")
def test_a_line_that_is_a_socket():
    from gridpilot.desktop.shared import unix_socket

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "gridpilot-9.sock")
        line, call = (partial(each, path) for each in (unix_socket.line, unix_socket.call))
        contract.a_line_is_one_daemon_s_and_carries_requests_and_replies(line, call)


def test_a_line_that_is_a_pipe():
    system, made = FakeWindows(), windows()
    line, call = (partial(each, made.api.Api(system), PIPE) for each in (made.pipe.line, made.pipe.call))
    contract.a_line_is_one_daemon_s_and_carries_requests_and_replies(line, call)


CLASSES = {
    "windows": {
        "Autostart": "autostart.RunKey", "Focus": "focus.WindowsFocus", "Hotkeys": "hotkeys.WindowsHotkeys",
        "Input": "input.WindowsInput", "Launcher": "launcher.StartMenu",
        "Notices": ".shared.pystray_tray.IconNotices", "Screen": "screen.WindowsScreen",
        "Session": "session.WindowsSession", "Tray": ".shared.pystray_tray.PystrayTray",
        "Overlay": "overlay.WindowsOverlay", "UserWatch": "interference.WindowsWatch",
        "Connection": "pipe.PipeConnection", "Line": "pipe.PipeLine",
    },
    "macos": {
        "Autostart": "autostart.LaunchAgent", "Focus": "focus.MacFocus", "Hotkeys": "hotkeys.MacHotkeys",
        "Input": "input.MacInput", "Notices": ".shared.pystray_tray.IconNotices", "Screen": "screen.MacScreen",
        "Session": "session.MacSession", "Tray": "tray.MacTray", "UserWatch": "interference.MacWatch",
    },
    "x11": {
        "Autostart": ".linux.autostart.XdgAutostart", "Focus": "focus.X11Focus",
        "Follower": "focus_changes.X11Follower",
        "Hotkeys": "hotkeys.X11Hotkeys", "Input": "input.X11Input", "Launcher": ".linux.launcher.XdgLauncher",
        "Notices": ".linux.notices.BusNotices", "Overlay": "overlay.X11Overlay",
        "Screen": "screen.X11Screen", "Session": "session.X11Session", "Tray": ".linux.tray.LinuxTray",
        "UserWatch": "interference.X11Watch",
        "Connection": ".shared.unix_socket.SocketConnection", "Line": ".shared.unix_socket.SocketLine",
    },
    "wayland": {
        "Focus": "sway_focus.SwayFocus", "Follower": "sway_follower.SwayFollower",
        "Hotkeys": "sway_hotkeys.SwayHotkeys", "Input": "input.WaylandInput", "Screen": "screen.WaylandScreen",
        "Session": "session.WaylandSession", "UserWatch": "sway_watch.SwayWatch",
    },
    "fake": {
        "Focus": "focus.FakeFocus", "Hotkeys": "hotkeys.FakeHotkeys", "Input": "input.FakeInput",
        "Notices": "notices.FakeNotices", "Screen": "screen.FakeScreen", "Tray": "tray.FakeTray",
        "UserWatch": "interference.FakeWatch",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("system", "protocol", "name"), [(s, p, n) for s, classes in CLASSES.items() for p, n in classes.items()]
)
def test_a_class_has_every_method_of_its_protocol(system, protocol, name):
    if system in ("x11", "wayland") and sys.platform in ("win32", "darwin"):
        pytest.skip("X11")
    windows(), macos()
    module, _, kind = name.rpartition(".")
    folder = "fakes.desktop" if system == "fake" else f"gridpilot.desktop.{system}"
    loaded = importlib.import_module(f"gridpilot.desktop{module}" if module[0] == "." else f"{folder}.{module}")
    assert contract.lacking(getattr(loaded, kind), protocol) == []


def test_a_method_that_is_missing_is_found():
    assert "drag" in contract.lacking(fake.FakeFocus, "Input")
    assert set(CLASSES["x11"]) == set(contract.PROTOCOLS)
