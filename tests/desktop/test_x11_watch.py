"""The watch: each interference is reported with its reason, once, and what we inject is none."""

import queue
import sys
from typing import Self

import pytest
from virtual import desktop, nested, wait_for
from x11_client import Client, start_client
from Xlib import X
from Xlib.display import Display

from gridpilot.desktop.x11.focus import X11Focus
from gridpilot.desktop.x11.input import X11Input
from gridpilot.desktop.x11.interference import X11Watch
from gridpilot.geometry import Point
from gridpilot.outcome import StopReason

pytestmark = pytest.mark.gui

HANG = 20.0


class Watching:
    """A watch over a client's window, for the time of a `with`."""

    def __init__(self, client) -> None:
        self.client = client
        self.reports: queue.SimpleQueue[StopReason] = queue.SimpleQueue()
        self.watch = X11Watch(client.desk.name)

    def __enter__(self) -> Self:
        self.client.desk.focus(self.client.window)
        focus = X11Focus(self.client.desk.name)
        self.window = focus.window(self.client.window)
        focus.close()
        self.watch.start(self.window, self.reports.put)
        return self

    def __exit__(self, *_: object) -> None:
        self.watch.stop()

    def next(self) -> StopReason:
        return self.reports.get(timeout=HANG)

    def quiet(self) -> bool:
        """Nothing was reported until now: an Esc that follows is the first thing."""
        self.client.desk.hand.tap("esc")
        return self.next() is StopReason.ESCAPE and self.reports.empty()


@pytest.fixture(scope="module", params=["openbox", "xfwm4", "none"])
def desk(request):
    """A desktop whose user is the hand of the outer one."""
    bus = request.param == "xfwm4"
    with desktop(wm="none", bus=False) as outer, nested(outer, wm=request.param, bus=bus) as inner:
        outer.focus(outer.windows()[0])
        outer.hand.move(700, 700)
        inner.user = outer.hand
        yield inner


@pytest.fixture
def client(desk):
    made = start_client(desk)
    yield made
    wait_for(lambda: not desk.hand.held(), what="all keys to be up")
    if made.window in desk.windows():
        desk.display.create_resource_object("window", made.window).kill_client()
        desk.display.sync()
        wait_for(lambda: made.window not in desk.windows(), what="the client to go")


def test_what_we_type_and_click_is_no_interference(desk, client):
    typist = X11Input(desk.name)
    with Watching(client) as watching:
        for cell in range(9):
            typist.click(Point(*client.at(cell, cell)))
            typist.press("5")
        typist.move(Point(5, 5))
        client.wait_keys(9)
        assert watching.quiet()
    typist.close()


def test_escape_is_reported_and_swallowed(desk, client):
    with Watching(client) as watching:
        desk.user.tap("esc")
        assert watching.next() is StopReason.ESCAPE
    client.settle()
    assert "Escape" not in [key[0] for key in client.typed()]


def test_escape_stops_whatever_the_locks_are(desk, client):
    with Watching(client) as watching:
        desk.hand.tap("capslock", "numlock")
        desk.hand.tap("esc")
        assert watching.next() is StopReason.ESCAPE
        desk.hand.tap("capslock", "numlock")


def test_escape_is_the_programs_again_afterwards(desk, client):
    with Watching(client):
        pass
    desk.hand.tap("esc")
    client.settle()
    assert [key[0] for key in client.typed()] == ["Escape", "End"]


def test_escape_stops_although_another_program_has_alt_escape(desk, client):
    other = Display(desk.name)
    other.screen().root.grab_key(9, X.ShiftMask, True, X.GrabModeAsync, X.GrabModeAsync)
    other.sync()
    with Watching(client) as watching:
        desk.hand.tap("esc")
        assert watching.next() is StopReason.ESCAPE
    other.close()


def test_a_key_of_the_user_is_reported(desk, client):
    with Watching(client) as watching:
        desk.user.tap("x")
        assert watching.next() is StopReason.USER_KEY


def test_a_button_of_the_user_is_reported(desk, client):
    desk.user.move(700, 700)
    with Watching(client) as watching:
        desk.user.button(down=True)
        desk.user.button(down=False)
        assert watching.next() is StopReason.USER_POINTER


def test_a_moved_mouse_is_reported(desk, client):
    desk.user.move(700, 700)
    with Watching(client) as watching:
        for step in range(20):
            desk.user.move(700 + step, 700 + step)
        assert watching.next() is StopReason.USER_POINTER


def test_a_mouse_is_noticed_while_a_program_has_grabbed_the_pointer(desk, client):
    desk.user.move(700, 700)
    other = Display(desk.name)
    other.screen().root.grab_pointer(True, 0, X.GrabModeAsync, X.GrabModeAsync, 0, 0, X.CurrentTime)
    other.sync()
    with Watching(client) as watching:
        for step in range(20):
            desk.user.move(700 - step, 700 - step)
        assert watching.next() is StopReason.USER_POINTER
    other.close()


def test_a_bumped_mouse_is_let_pass(desk, client):
    desk.user.move(700, 700)
    with Watching(client) as watching:
        desk.user.move(701, 701)
        assert watching.quiet()


def test_only_the_first_interference_is_reported(desk, client):
    with Watching(client) as watching:
        desk.user.tap("x", "y", "esc")
        assert watching.next() is StopReason.USER_KEY
    assert watching.reports.empty()


def test_a_moved_window_is_reported(desk, client):
    with Watching(client) as watching:
        desk.move_window(client.window, 200, 150)
        assert watching.next() is StopReason.WINDOW_MOVED


def test_a_resized_window_is_reported(desk, client):
    with Watching(client) as watching:
        desk.display.create_resource_object("window", client.window).configure(width=500, height=470)
        desk.display.sync()
        assert watching.next() is StopReason.WINDOW_MOVED


def test_a_window_that_moved_before_the_start_is_reported(desk, client):
    with Watching(client) as watching:
        pass
    desk.move_window(client.window, 210, 160)
    wait_for(lambda: X11Focus(desk.name).window(client.window) != watching.window, what="the move")
    watching.watch.start(watching.window, watching.reports.put)
    assert watching.next() is StopReason.WINDOW_MOVED
    watching.watch.stop()


def test_a_closed_window_is_reported(desk, client):
    with Watching(client) as watching:
        desk.display.create_resource_object("window", client.window).kill_client()
        desk.display.sync()
        assert watching.next() is StopReason.WINDOW_CLOSED


def test_a_window_that_is_gone_already_is_reported(desk, client):
    with Watching(client) as watching:
        pass
    desk.display.create_resource_object("window", client.window).kill_client()
    desk.display.sync()
    wait_for(lambda: client.window not in desk.windows(), what="the end of the window")
    watching.watch.start(watching.window, watching.reports.put)
    assert watching.next() is StopReason.WINDOW_CLOSED
    watching.watch.stop()


def test_a_hidden_window_is_reported(desk, client):
    with Watching(client) as watching:
        desk.display.create_resource_object("window", client.window).unmap()
        desk.display.sync()
        assert watching.next() in (StopReason.WINDOW_CLOSED, StopReason.FOCUS_LOST)


def test_a_lost_focus_is_reported(desk, client):
    other = start_client(desk, name="Other")
    with Watching(client) as watching:
        desk.focus(other.window)
        assert watching.next() is StopReason.FOCUS_LOST
    desk.display.create_resource_object("window", other.window).kill_client()
    desk.display.sync()


DIALOG = """
import sys, tkinter
root = tkinter.Tk(className="Withdialog")
root.geometry("300x300+60+40")
def open(event):
    top = tkinter.Toplevel(root, width=120, height=80)
    top.overrideredirect(sys.argv[1] == "popup")
    top.geometry("+100+100")
    if sys.argv[1] == "dialog":
        top.transient(root)
        top.focus_force()
    else:
        top.bind("<Map>", lambda event: root.after(300, top.destroy))
        top.bind("<Destroy>", lambda event: root.title("popped up"))
root.bind("o", open)
root.mainloop()
"""


@pytest.mark.parametrize("kind", ["popup", "dialog"])
def test_a_popup_is_let_pass_and_a_dialog_is_not(desk, kind):
    process = desk.start([sys.executable, "-c", DIALOG, kind])
    client = Client(desk, desk.wait_window(class_name="Withdialog"), desk.home / "unused")
    typist = X11Input(desk.name)
    with Watching(client) as watching:
        typist.press("o")
        if kind == "dialog":
            assert watching.next() is StopReason.FOCUS_LOST
        else:
            wait_for(lambda: desk.title(client.window) == "popped up", what="the popup")
            assert watching.quiet()
    typist.close()
    process.kill()
    process.wait()


def test_a_watch_can_be_stopped_twice_and_started_again(desk, client):
    with Watching(client) as watching:
        watching.watch.stop()
        watching.watch.start(watching.window, watching.reports.put)
        assert watching.quiet()
    watching.watch.stop()


def test_a_lost_display_is_reported():
    with desktop(wm="openbox", bus=False) as gone:
        watching = Watching(start_client(gone)).__enter__()
    assert watching.next() in (StopReason.CRASHED, StopReason.WINDOW_CLOSED, StopReason.FOCUS_LOST)
    watching.watch.stop()
