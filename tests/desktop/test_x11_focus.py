"""Facts about windows: which one has the focus, whose it is, and where its content lies."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from virtual import desktop, wait_for
from x11_client import start_client
from Xlib import X, Xatom
from Xlib.display import Display

from gridpilot.desktop.x11.focus import X11Focus
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, Rect

pytestmark = pytest.mark.gui

TITLE = "Sudoku \N{EN DASH} à 9"


@pytest.fixture(scope="module", params=["openbox", "xfwm4", "none"])
def desk(request):
    with desktop(wm=request.param, bus=request.param == "xfwm4") as started:
        yield started


@pytest.fixture
def focus(desk):
    made = X11Focus(desk.name)
    yield made
    made.close()


@pytest.fixture
def client(desk):
    made = start_client(desk, title=TITLE)
    yield made
    desk.display.create_resource_object("window", made.window).kill_client()
    desk.display.sync()
    wait_for(lambda: made.window not in desk.windows(), what="the client to go")


def foreign_window(display, **properties):
    """A window of this very process, with raw properties: (type, format, value)."""
    root = display.screen().root
    window = root.create_window(300, 200, 320, 240, 0, display.screen().root_depth)
    for name, (kind, size, value) in properties.items():
        window.change_property(display.intern_atom(name), kind, size, value)
    window.map()
    display.sync()
    wait_for(lambda: window.get_attributes().map_state == X.IsViewable, what="the window")
    return window


@pytest.fixture
def other(desk):
    """A connection for windows of our own; they go with it."""
    made = Display(desk.name)
    yield made
    made.close()


def test_the_focused_window_is_told_with_all_its_facts(desk, focus, client):
    window = focus.focused()
    assert window is not None
    assert window.handle == client.window
    assert window.title == TITLE
    assert (window.instance, window.class_name) == ("logger", "Logger")
    assert Path(window.executable).samefile(sys.executable)
    assert str(client.log) in window.command_line
    assert window.content == Rect(*desk.area(client.window))
    assert (window.content.width, window.content.height) == (450, 450)


def test_the_process_is_known_without_any_property(desk, focus, client):
    assert desk.property(client.window, "_NET_WM_PID") is None  # Tk sets none; the server knows
    window = focus.window(client.window)
    assert window is not None
    assert str(Path(f"/proc/{window.pid}/exe").readlink()) == window.executable


def test_the_focus_follows_the_user(desk, focus, client):
    second = start_client(desk, name="Second")
    assert focus.focused().handle == second.window
    desk.focus(client.window)
    assert focus.focused().handle == client.window
    desk.display.create_resource_object("window", second.window).kill_client()
    desk.display.sync()


def test_a_window_holds_until_it_moves_or_loses_the_focus_or_another_programs_lies_over_it(desk, focus, client, other):
    window = focus.focused()
    at = Point(window.content.x + 100, window.content.y + 100)
    beside = Point(window.content.x + 300, window.content.y + 300)
    assert not focus.hindrance(window)
    assert not focus.hindrance(window, at)
    assert focus.hindrance(window, Point(1279, 1023)), "there is nothing"
    notice = other.screen().root.create_window(at.x - 50, at.y - 50, 100, 100, 0, 24, override_redirect=True)
    notice.map()
    other.sync()
    wait_for(lambda: focus.hindrance(window, at), what="the notice")
    assert not focus.hindrance(window)
    assert not focus.hindrance(window, beside)
    notice.destroy()
    other.sync()
    wait_for(lambda: not focus.hindrance(window, at), what="the notice's end")
    desk.move_window(window.handle, 9, 60)
    wait_for(lambda: focus.hindrance(window), what="the move")
    moved = wait_for(lambda: (now := focus.focused()) and not focus.hindrance(now) and now, what="the end of the move")
    assert not focus.hindrance(moved, Point(moved.content.x + 1, moved.content.y + 1))
    second = start_client(desk, name="Second")
    assert focus.hindrance(moved)
    desk.display.create_resource_object("window", second.window).kill_client()
    desk.display.sync()


def test_all_windows_are_listed_and_the_topmost_is_first(desk, focus, client):
    second = start_client(desk, name="Second")
    desk.focus(second.window)
    wait_for(lambda: focus.visible()[0].handle == second.window, what="the second to be on top")
    assert [window.handle for window in focus.visible()][:2] == [second.window, client.window]
    desk.display.create_resource_object("window", second.window).kill_client()
    desk.display.sync()


def test_a_window_that_is_gone_or_hidden_is_none(desk, focus, other):
    window = foreign_window(other)
    assert focus.window(window.id) is not None
    window.unmap()
    other.sync()
    wait_for(lambda: window.get_attributes().map_state != X.IsViewable, what="the unmapping")
    assert focus.window(window.id) is None
    window.destroy()
    other.sync()
    assert focus.window(window.id) is None
    assert focus.window(0x7FFFFFF) is None


def test_a_remote_programs_number_is_not_looked_up_here(desk, focus, other):
    machine = (Xatom.STRING, 8, b"far-away.example")
    window = foreign_window(other, WM_CLIENT_MACHINE=machine, _NET_WM_PID=(Xatom.CARDINAL, 32, [os.getpid()]))
    found = focus.window(window.id)
    assert (found.pid, found.executable, found.command_line) == (0, "", "")
    window.destroy()


def test_a_wrong_pid_property_does_not_deceive(desk, focus, other):
    """In a sandbox (Flatpak) programs state the number that they have in there; the server knows the real one."""
    window = foreign_window(other, _NET_WM_PID=(Xatom.CARDINAL, 32, [1]))
    assert focus.window(window.id).pid == os.getpid()
    window.destroy()


@pytest.mark.parametrize("title", [b"Sudoku \xe9", b"\xff\xfe\x00junk\x1b", b"", b"\x1b%GSudoku \xe2\x80\x93\x1b%@ 9"])
def test_no_title_is_too_odd(desk, focus, other, title):
    window = foreign_window(other, WM_NAME=(other.intern_atom("COMPOUND_TEXT"), 8, title))
    assert isinstance(focus.window(window.id).title, str)
    window.destroy()


def test_a_terminals_title_is_read(desk, focus):
    desk.start(["xterm", "-class", "Titled", "-T", TITLE])
    handle = desk.wait_window(class_name="Titled")
    window = focus.window(handle)
    assert window.title == TITLE
    assert window.executable.endswith("/xterm")
    desk.display.create_resource_object("window", handle).kill_client()
    desk.display.sync()


def test_the_shadow_is_not_part_of_the_content(desk, focus, other):
    window = foreign_window(other, _GTK_FRAME_EXTENTS=(Xatom.CARDINAL, 32, [26, 24, 23, 29]))
    x, y, width, height = desk.area(window.id)
    assert focus.window(window.id).content == Rect(x + 26, y + 23, width - 50, height - 52)
    window.destroy()


def test_a_shadow_larger_than_the_window_is_not_believed(desk, focus, other):
    window = foreign_window(other, _GTK_FRAME_EXTENTS=(Xatom.CARDINAL, 32, [200, 200, 200, 200]))
    assert focus.window(window.id).content == Rect(*desk.area(window.id))
    window.destroy()


def test_a_gtk_programs_shadow_is_taken_off():
    with desktop(wm="xfwm4") as desk:
        desk.start(["gnome-sudoku"])
        handle = desk.wait_window(class_name="Gnome-sudoku")
        extents = wait_for(lambda: desk.property(handle, "_GTK_FRAME_EXTENTS"), what="the shadow")
        x, y, width, height = desk.area(handle)
        window = X11Focus(desk.name).window(handle)
    left, right, top, bottom = extents
    assert sum(extents) > 0
    assert window.content == Rect(x + left, y + top, width - left - right, height - top - bottom)


def test_the_desktop_itself_is_no_window_for_games(desk, focus, other):
    kind = (Xatom.ATOM, 32, [other.intern_atom("_NET_WM_WINDOW_TYPE_DESKTOP")])
    window = foreign_window(other, _NET_WM_WINDOW_TYPE=kind)
    desk.focus(window.id)
    assert focus.focused() is None
    window.destroy()


@pytest.mark.parametrize("wm", ["openbox", "xfwm4", "none"])
def test_nothing_in_focus_is_none(wm):
    with desktop(wm=wm, bus=wm == "xfwm4") as desk:
        assert X11Focus(desk.name).focused() is None


def test_the_window_under_the_pointer_counts_where_no_manager_gives_the_focus():
    with desktop(wm="none", bus=False) as desk:
        client = start_client(desk)
        desk.display.set_input_focus(X.PointerRoot, X.RevertToPointerRoot, X.CurrentTime)
        desk.display.sync()
        desk.hand.move(*client.at(4, 4))
        focus = X11Focus(desk.name)
        inside = focus.focused()
        desk.hand.move(900, 900)
        outside = focus.focused()
    assert inside.handle == client.window
    assert outside is None


def test_a_dead_managers_last_word_is_not_believed():
    with desktop(wm="none", bus=False) as desk:
        manager = desk.start(["openbox"])
        wait_for(lambda: desk.property(desk.root.id, "_NET_SUPPORTING_WM_CHECK"), what="openbox")
        first, second = start_client(desk), start_client(desk, name="Second")
        manager.kill()
        manager.wait()
        focus, window = X11Focus(desk.name), desk.display.create_resource_object("window", first.window)

        def told() -> bool:
            """The server takes the focus away once more while it unwraps the dead one's windows."""
            window.set_input_focus(X.RevertToParent, X.CurrentTime)
            desk.display.sync()
            found = focus.focused()
            return found is not None and found.handle == first.window

        wait_for(told, what="the window in focus")
        assert desk.active() == second.window  # as the dead one has left it


def test_a_lost_display_is_told():
    with desktop(wm="none", bus=False) as gone:
        focus = X11Focus(gone.name)
    with pytest.raises(EnvironmentFault, match="Display lost"):
        focus.focused()


def test_the_display_is_asked_by_name_and_faults_are_told(tmp_path):
    code = "from gridpilot.desktop.x11.focus import X11Focus; X11Focus()"
    env = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env |= {"PYTHONPATH": os.pathsep.join(sys.path), "DISPLAY": ":4095", "XAUTHORITY": str(tmp_path / "none")}
    failed = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert "EnvironmentFault: No display: The X server :4095 cannot be reached" in failed.stderr
    assert failed.stdout == ""
