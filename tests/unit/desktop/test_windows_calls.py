"""The Windows back end on functions that only answer: which calls it makes, and what it says when they fail."""

import queue
import threading

import pytest
from fakes.elsewhere import windows
from fakes.windows_calls import HWND, PID, FakeWindows
from programs import wait_for

from gridpilot.drawing import Drawing
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, Rect
from gridpilot.outcome import StopReason
from gridpilot.service.daemon.hotkeys import with_alternatives

CTRL_ALT, CTRL_SHIFT_ALT, SHIFT = 3, 7, 0xA0
OURS = 0x67726964


@pytest.fixture
def system():
    return FakeWindows()


@pytest.fixture
def made(system):
    modules = windows()
    modules.it = modules.api.Api(system)
    return modules


def keys(events):
    """Of the keyboard's events: the code, or the character, and the flags."""
    return [(event.ki.wVk or chr(event.ki.wScan), event.ki.dwFlags) for event in events if event.type == 1]


def test_every_function_says_what_goes_in_and_what_comes_back(system, made):
    declared = {f"{library}.{name}" for library, functions in made.api.FUNCTIONS.items() for name in functions}
    assert set(system.functions) == declared
    for name, function in system.functions.items():
        assert function.restype is not None, name
        assert all(hasattr(each, "from_param") for each in function.argtypes), name


def test_a_windows_that_lacks_a_function_is_said_to_be_too_old(made):
    with pytest.raises(EnvironmentFault, match="SetProcessDpiAwarenessContext") as told:
        made.api.Api(FakeWindows(missing="SetProcessDpiAwarenessContext"))
    assert "Windows 10" in told.value.fix


def test_a_cell_s_click_and_key_are_one_call_and_each_click_says_where(system, made):
    made.input.WindowsInput(made.it).click_and_press(Point(960, 540), "7")
    assert len(system.sent) == 1
    mouse, keyboard = system.sent[0][:3], system.sent[0][3:]
    assert [event.mi.dwFlags for event in mouse] == [0xC001, 0xC003, 0xC005]
    assert len({(event.mi.dx, event.mi.dy) for event in mouse}) == 1
    assert system.pointer == (960, 540)
    assert keys(keyboard) == [(ord("7"), 0), (ord("7"), 2)]
    assert {event.mi.dwExtraInfo for event in mouse} | {event.ki.dwExtraInfo for event in keyboard} == {OURS}


@pytest.mark.parametrize("screen", [(0, 0, 1366, 768), (-1920, -200, 5760, 1400), (0, 0, 16000, 9000)])
def test_the_pointer_goes_to_the_very_pixel_on_every_monitor(system, made, screen):
    system.screen = dict(zip((76, 77, 78, 79), screen, strict=True))
    left, top, wide, high = screen
    hand = made.input.WindowsInput(made.it)
    for x in (left, left + 1, left + wide // 3, left + wide - 1):
        for y in (top, top + high // 2, top + high - 1):
            hand.move(Point(x, y))
            assert hand.pointer() == Point(x, y)


def test_a_left_handed_user_s_left_button_is_pressed(system, made):
    system.screen[23] = 1
    made.input.WindowsInput(made.it).click(Point(5, 5))
    assert [event.mi.dwFlags & 0xFF for event in system.sent[0]] == [1, 9, 17]


def test_digits_are_typed_as_the_layout_has_them(system, made):
    hand = made.input.WindowsInput(made.it)
    system.typed = {(ord("7"), True): "7", (ord("7"), False): "è"}
    hand.press("7")
    assert keys(system.sent[-1]) == [(SHIFT, 0), (ord("7"), 0), (ord("7"), 2), (SHIFT, 2)]
    system.typed = {}
    hand.press("7")
    assert keys(system.sent[-1]) == [(96 + 7, 0), (96 + 7, 2)], "the keypad's, where no key has the digit"
    hand.press("KP_7")
    assert keys(system.sent[-1]) == [(96 + 7, 0), (96 + 7, 2)], "the keypad's, where just that is asked for"
    hand.press("b")
    assert keys(system.sent[-1]) == [("b", 4), ("b", 6)], "as a character, where no key has that at all"
    hand.press("Left")
    assert keys(system.sent[-1]) == [(37, 1), (37, 3)], "not the keypad's arrow"


@pytest.mark.parametrize("taken", [0, 2])
def test_input_that_windows_does_not_take_is_told(system, made, taken):
    system.answers["SendInput"], system.error = lambda *_: taken, 5
    with pytest.raises(EnvironmentFault, match=rf"{taken} of 5 .*error 5") as told:
        made.input.WindowsInput(made.it).click_and_press(Point(1, 1), "7")
    assert told.value.fix


def test_held_modifiers_are_let_go_alt_first_and_never_pressed_again(system, made):
    system.down = {17, 18, 162, 164}
    send = system._SendInput

    def let_go(count, events, size):
        system.down -= {17, 18, 162, 164}
        return send(count, events, size)

    system.answers["SendInput"] = let_go
    assert made.input.WindowsInput(made.it).wait_released(0.0)
    assert keys(system.sent[0]) == [(164, 2), (162, 2)]
    assert len(system.sent) == 1


def test_a_key_that_is_not_let_go_is_reported(system, made):
    system.down = {ord("S")}
    assert not made.input.WindowsInput(made.it).wait_released(0.0)
    assert system.sent == []


def test_a_drag_lets_go_of_its_button_whatever_happens(system, made):
    hand = made.input.WindowsInput(made.it)
    hand.drag(Point(10, 10), Point(110, 10))
    flags = [event.mi.dwFlags & 6 for events in system.sent for event in events]
    assert (flags.count(2), flags.count(4), flags[-1]) == (1, 1, 4)
    hand.release_all()
    assert flags == [event.mi.dwFlags & 6 for events in system.sent for event in events]


def test_a_window_is_told_with_its_program_and_its_content_in_pixels(made):
    window = made.focus.WindowsFocus(made.it).focused()
    assert (window.handle, window.title, window.class_name, window.pid) == (HWND, "A game", "Game", PID)
    assert window.executable == r"C:\Games\game.exe"
    assert window.content == Rect(100, 50, 400, 300)
    assert window.obstacle == ""


def test_the_desktop_and_the_task_bar_are_no_windows_for_games(system, made):
    system.class_name = "Progman"
    assert made.focus.WindowsFocus(made.it).focused() is None


def test_a_program_above_us_and_a_hidden_window_are_told_as_obstacles(system, made):
    focus = made.focus.WindowsFocus(made.it)
    system.elevated = {PID: True}
    assert "administrator" in focus.focused().obstacle
    system.elevated = {PID: True, 1: True}  # GetCurrentProcess answers 1
    assert focus.focused().obstacle == "", "we are as high"
    system.elevated, system.cloaked = {}, 2
    assert "another desktop" in focus.focused().obstacle
    system.cloaked, system.error = 0, 5
    system.answers["OpenProcessToken"] = lambda process, *_: process == 1
    assert "administrator" in focus.focused().obstacle, "who may not even be asked is above us"


def test_a_taken_key_is_told_with_one_that_is_free(system, made):
    system.taken = {(CTRL_ALT, ord("S")), (CTRL_SHIFT_ALT, ord("S"))}
    hotkeys = made.hotkeys.WindowsHotkeys(made.it)
    states = hotkeys.start({"solve": "ctrl+alt+s", "play": "ctrl+alt+2", "stop": "ctrl+alt+2"}, lambda _: None)
    hotkeys.stop()
    states = with_alternatives(states, lambda: made.hotkeys.WindowsHotkeys(made.it))
    assert [state.live for state in states] == [False, True, False]
    assert "taken by another program" in states[0].reason
    assert states[0].instead == "super+s"
    assert "already the key for 'play'" in states[2].reason


def test_a_key_that_types_a_character_works_and_says_what_is_lost(system, made):
    system.altgr = {ord("S"): "ś"}
    hotkeys = made.hotkeys.WindowsHotkeys(made.it)
    states = hotkeys.start({"solve": "ctrl+alt+s"}, lambda _: None)
    hotkeys.stop()
    (state,) = with_alternatives(states, lambda: made.hotkeys.WindowsHotkeys(made.it))
    assert state.live
    assert "'ś'" in state.reason
    assert state.instead == "ctrl+shift+alt+s"


def test_a_digit_s_hotkey_has_its_twin_on_the_keypad_and_all_are_given_back(system, made):
    presses, hotkeys = [], made.hotkeys.WindowsHotkeys(made.it)
    heard = threading.Event()
    hotkeys.start({"play": "ctrl+alt+2"}, lambda action: (presses.append(action), heard.set()))
    assert all(words[2] & 0x4000 for name, words in system.calls if name == "RegisterHotKey"), "no repeats"
    assert system.press(CTRL_ALT, 96 + 2)
    assert heard.wait(30)
    hotkeys.release()
    assert not system.press(CTRL_ALT, ord("2"))
    hotkeys.bind()
    assert system.press(CTRL_ALT, ord("2"))
    hotkeys.stop()
    assert not system.press(CTRL_ALT, ord("2"))
    assert not hotkeys.alive()


class Listeners:
    """The user's own keys and mouse; a test calls `report`."""

    newest: "Listeners"
    """Of those that were started: the next ones are made beforehand."""

    def __init__(self, report):
        self.report, self.stopped = report, False

    def start(self):
        Listeners.newest = self

    def stop(self):
        self.stopped = True


def watched(system, made, do):
    """What a watch on the window reports when that happens."""
    reports, told = [], threading.Event()
    watch = made.interference.WindowsWatch(made.it, Listeners)
    watch.start(made.focus.WindowsFocus(made.it).focused(), lambda reason: (reports.append(reason), told.set()))
    do()
    system.tick()
    told.wait(0.2 if do is nothing else 30)
    watch.stop()
    assert Listeners.newest.stopped
    assert not system.press(0, 27), "Esc belongs to the programs again"
    return reports


def nothing():
    """The user keeps his hands off."""


def change(system, **facts):
    """Some looks long: no window at all may have the focus while Windows switches."""
    return lambda: (vars(system).update(facts), [system.tick() for _ in range(5)])


def test_the_watch_tells_of_each_interference_once(system, made):
    assert watched(system, made, change(system, rect=[101, 50, 400, 300])) == [StopReason.WINDOW_MOVED]
    system.rect = [100, 50, 400, 300]
    assert watched(system, made, change(system, foreground=HWND + 1)) == [StopReason.FOCUS_LOST]
    system.foreground = HWND
    assert watched(system, made, change(system, foreground=0)) == [StopReason.FOCUS_LOST]
    system.foreground = HWND
    assert watched(system, made, lambda: system.press(0, 27)) == [StopReason.ESCAPE]
    assert watched(system, made, lambda: Listeners.newest.report(StopReason.USER_KEY)) == [StopReason.USER_KEY]
    assert watched(system, made, change(system, rect=[])) == [StopReason.WINDOW_CLOSED]


def test_listeners_are_made_before_the_job_that_needs_them(system, made):
    begun = []

    class Made(Listeners):
        def __init__(self, report):
            super().__init__(report)
            begun.append(self)

    watch = made.interference.WindowsWatch(made.it, Made)
    for job in (1, 2):
        wait_for(lambda job=job: len(begun) == job, what="the next listeners")
        watch.start(made.focus.WindowsFocus(made.it).focused(), print)
        assert Listeners.newest is begun[job - 1]
        watch.stop()


def drawing():
    return Drawing(Rect(120, 60, 90, 90), "Look at row 1.", ((250, 0, 250), (0, 250, 0)), 18)


def test_an_overlay_is_one_window_that_is_gone_before_the_next_and_before_its_end_is_told(system, made):
    overlay, gone = made.overlay.WindowsOverlay(made.it, Listeners), queue.SimpleQueue()
    target = made.focus.WindowsFocus(made.it).focused()
    system.answers["CreateWindowExW"] = lambda *_: 99
    for _ in range(2):
        overlay.show(drawing(), target, 60, gone.put)
    assert overlay.shown()
    assert [name for name in system.names() if name in {"CreateWindowExW", "DestroyWindow"}] == [
        *("CreateWindowExW", "DestroyWindow", "CreateWindowExW")
    ]
    Listeners.newest.report(StopReason.USER_KEY)
    assert gone.get(timeout=30) is StopReason.USER_KEY
    assert not overlay.shown()
    assert system.names().count("DestroyWindow") == 2
    overlay.hide()
    assert gone.empty()


@pytest.mark.parametrize("refused", ["CreateWindowExW", "UpdateLayeredWindow"])
def test_where_windows_shows_no_overlay_it_says_so_and_nothing_is_left(system, made, refused):
    overlay = made.overlay.WindowsOverlay(made.it, Listeners)
    system.answers[refused], system.error = lambda *_: 0, 5
    with pytest.raises(EnvironmentFault, match="error 5") as told:
        overlay.show(drawing(), made.focus.WindowsFocus(made.it).focused(), 60, print)
    assert told.value.fix
    assert not overlay.shown()


def test_the_watch_says_nothing_where_nothing_happens(system, made):
    assert watched(system, made, nothing) == []


def test_a_process_whose_pixels_are_scaled_is_told(system, made):
    session = made.session.WindowsSession(made.it)
    assert "each monitor's scale" in session.describe()
    system.awareness = 0
    with pytest.raises(EnvironmentFault, match="unaware"):
        session.describe()


def test_whatever_is_down_is_let_go_after_a_crash(system, made):
    system.down = {1, ord("5"), 162}
    made.session.WindowsSession(made.it).release_everything()
    assert sorted(keys(system.sent[0])) == [(ord("5"), 2), (162, 2)]
    assert [event.mi.dwFlags for event in system.sent[1]] == [4]


def test_a_folder_is_made_the_user_s_own_once_with_what_lies_there(system, made, tmp_path):
    (tmp_path / "settings").touch()
    made.rights.keep_private(made.it, tmp_path)
    assert system.rights == ["D:P" + "".join(f"(A;OICI;FA;;;{who})" for who in ("S-1-5-32-544", "SY", "BA"))]
    assert system.names().count("SetFileSecurityW") == 2
    system.protected = True
    made.rights.keep_private(made.it, tmp_path)
    assert system.names().count("SetFileSecurityW") == 2


@pytest.mark.parametrize(("function", "failed"), [("GetNamedSecurityInfoW", 1), ("SetFileSecurityW", 0)])
def test_a_disk_without_such_rights_is_an_error_that_says_so(system, made, tmp_path, function, failed):
    system.answers[function] = lambda *_: failed
    with pytest.raises(OSError, match=function):
        made.rights.keep_private(made.it, tmp_path)


def test_the_start_at_login_is_a_value_of_the_run_key_without_a_console(made, monkeypatch):
    registry, values = made.autostart.winreg, {}

    class Key:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

    def query(_key, name):
        if name not in values:
            raise FileNotFoundError(name)
        return values[name], 1

    stand_in = {
        "HKEY_CURRENT_USER": 1,
        "REG_SZ": 1,
        "KEY_SET_VALUE": 2,
        "QueryValueEx": query,
        "DeleteValue": lambda _key, name: values.pop(name),
        "OpenKey": lambda *_: Key(),
        "CreateKey": lambda *_: Key(),
        "SetValueEx": lambda _key, name, _zero, _kind, value: values.update({name: value}),
    }
    for name, each in stand_in.items():
        monkeypatch.setattr(registry, name, each, raising=False)
    entry = made.autostart.RunKey()
    assert entry.command() == ""
    entry.on([r"C:\Program Files\Python\python.exe", "-m", "gridpilot", "run"])
    assert entry.command() == r'"C:\Program Files\Python\pythonw.exe" -m gridpilot run'
    entry.off()
    assert entry.command() == ""
