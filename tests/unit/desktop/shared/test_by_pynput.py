"""What pynput's listeners and pystray's icon are used for on Windows and macOS, on stand-ins for both."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from gridpilot.desktop import TrayState
from gridpilot.desktop.shared.by_pynput import LeavingListeners, UserListeners
from gridpilot.desktop.shared.pystray_tray import TEXT, TITLE, TOOLTIP, IconNotices, PystrayTray
from gridpilot.outcome import StopReason


class Listener:
    made: "list[Listener]"

    def __init__(self, *callbacks, win32_event_filter=None):
        self.callbacks, self.running, self.passes = callbacks, False, win32_event_filter
        Listener.made.append(self)

    def start(self):
        self.running = True

    def wait(self): ...

    def stop(self):
        self.running = False


@pytest.fixture
def pynput(monkeypatch):
    Listener.made = []
    module = ModuleType("pynput")
    module.mouse = SimpleNamespace(Listener=Listener, Controller=lambda: SimpleNamespace(position=(100, 100)))
    module.keyboard = SimpleNamespace(Listener=Listener)
    monkeypatch.setitem(sys.modules, "pynput", module)


def test_the_users_own_events_are_told_and_injected_ones_are_not(pynput):
    reports = []
    listeners = UserListeners(reports.append)
    mouse, keyboard = Listener.made
    assert not mouse.running
    assert not keyboard.running
    listeners.start()
    assert mouse.running
    assert keyboard.running
    moved, clicked, scrolled = mouse.callbacks
    (pressed,) = keyboard.callbacks
    moved(900, 900, True)
    clicked(900, 900, "left", True, True)
    scrolled(900, 900, 0, 1, True)
    pressed("s", True)
    assert reports == []
    moved(903, 900, False)
    assert reports == [], "a bump of the table"
    moved(960, 900, False)
    clicked(960, 900, "left", True, False)
    scrolled(960, 900, 0, 1, False)
    pressed("s", False)
    assert reports == [*[StopReason.USER_POINTER] * 3, StopReason.USER_KEY]
    listeners.stop()
    assert not any(each.running for each in Listener.made)


def test_an_overlay_leaves_at_keys_and_the_wheel_alone(pynput):
    reports = []
    LeavingListeners(reports.append).start()
    mouse, keyboard = Listener.made
    moved, clicked, scrolled = mouse.callbacks
    (pressed,) = keyboard.callbacks
    moved(900, 900, False)
    clicked(900, 900, "left", True, False)
    for name in ("ctrl_l", "alt_gr", "shift_r", "cmd", "caps_lock"):
        pressed(SimpleNamespace(name=name), False)
    assert reports == []
    scrolled(900, 900, 0, 1, False)
    pressed(SimpleNamespace(name="esc"), False)
    pressed(SimpleNamespace(char="h"), False)
    assert reports == [StopReason.USER_POINTER, StopReason.USER_KEY, StopReason.USER_KEY]


def test_on_windows_keys_of_programs_go_no_further_than_the_filter(pynput):
    UserListeners(print)
    mouse, keyboard = Listener.made
    assert mouse.passes is None, "where our own clicks put the pointer is needed"
    assert not keyboard.passes(0x100, SimpleNamespace(flags=0x10))
    assert keyboard.passes(0x100, SimpleNamespace(flags=0x80))


def test_without_keys_no_keyboard_is_listened_to(pynput):
    UserListeners(print, keys=False)
    assert len(Listener.made) == 1


class Icon:
    def __init__(self, _name, _picture, title, _menu):
        self.title, self.notices = title, []

    def run(self, setup):
        setup(self)

    def notify(self, text, title):
        self.notices.append((text, title))

    def update_menu(self): ...


@pytest.fixture
def pystray(monkeypatch):
    monkeypatch.setattr(PystrayTray, "shown", None)
    monkeypatch.setitem(sys.modules, "pystray", SimpleNamespace(Menu=lambda lines: lines, Icon=Icon))


def test_notices_are_the_icon_s_own_and_as_short_as_windows_has_room_for(pystray):
    notices = IconNotices()
    notices.show("t", "said before there is an icon", "ready")
    tray = PystrayTray()
    tray.run(TrayState("ready", "long " * 50, ()), print, print)
    notices.show("title " * 50, "text " * 100, "trouble")
    early, (text, title) = PystrayTray.shown.notices
    assert early == ("said before there is an icon", "t")
    assert (len(text), len(title)) == (TEXT, TITLE)
    assert len(PystrayTray.shown.title) == TOOLTIP
    tray.update(TrayState("ready", "other " * 50, ()))
    assert PystrayTray.shown.title == ("other " * 50)[:TOOLTIP]


def test_an_icon_that_cannot_show_notices_stops_nothing(pystray):
    tray = PystrayTray()
    tray.run(TrayState("ready", "Ready", ()), print, print)
    PystrayTray.shown.notify = None
    IconNotices().show("t", "text", "ready")
