"""Typing by XTEST: the right character on each layout, in the right cell, with nothing left pressed."""

import shlex
import subprocess
import threading
import time

import pytest
from recorder import Recorder
from virtual import Desktop, desktop, nested, wait_for
from x11_client import start_client
from Xlib import XK, X
from Xlib.display import Display

from gridpilot.desktop.x11.display import GENERIC_EVENT, events, open_display
from gridpilot.desktop.x11.input import BARRIER_LIMIT, X11Input
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point
from gridpilot.outcome import StopReason

pytestmark = pytest.mark.gui

DIGITS = "123456789"


def set_layout(desk: Desktop, layout: str, *options: str) -> None:
    subprocess.run(["setxkbmap", "-layout", layout, "-option", "", *options], env=desk.env, check=True)


def type_all(typist: X11Input, keys: str) -> None:
    for key in keys:
        typist.press(key)
    typist.flush()


@pytest.fixture(scope="module")
def desk():
    with desktop(wm="openbox", bus=False) as started:
        yield started


@pytest.fixture(scope="module")
def client(desk):
    return start_client(desk)


@pytest.fixture
def typist(desk, client):
    client.clear()
    made = X11Input(desk.name)
    yield made
    made.close()
    set_layout(desk, "us")
    assert desk.hand.held() == []


def test_a_drag_is_a_press_a_way_and_a_release_at_its_end(client, typist):
    """First of all: openbox keeps clicks waiting for seconds while layouts change."""
    x, y, _, _ = client.desk.area(client.window)
    with Recorder(client.desk.name, (X.KeyPress, X.MotionNotify)) as recorder:
        wait_for(lambda: client.desk.hand.move(x + 50, y + 50) or recorder.events, what="the recorder")
        typist.drag(Point(x + 100, y + 200), Point(x + 300, y + 210))
        wait_for(lambda: any(event.kind == X.ButtonRelease for event in recorder.events), what="the release")

    def seen():
        lines = [line.split() for line in client.lines() if line.startswith(("click", "drag", "drop"))]
        return lines if lines and lines[-1][0] == "drop" else None

    first, *way, last = wait_for(seen, what="the end of the drag")
    assert (first, last) == (["click", "1", "100", "200"], ["drop", "1", "300", "210"])
    kinds = [event.kind for event in recorder.events]  # the server's: a busy client is told only where it ended
    pressed, released = kinds.index(X.ButtonPress), kinds.index(X.ButtonRelease)
    assert kinds[pressed + 1 : released].count(X.MotionNotify) >= 3
    assert [int(step[2]) for step in way] == sorted(int(step[2]) for step in way)


@pytest.mark.parametrize("locks", [(), ("capslock",), ("numlock",), ("capslock", "numlock")], ids="+".join)
@pytest.mark.parametrize("layout", ["us", "de", "fr", "cz", "ru", "us,ru", "ir"])
def test_digits_arrive_as_digits(desk, client, typist, layout, locks):
    set_layout(desk, layout)
    desk.hand.tap(*locks)
    try:
        type_all(typist, DIGITS)
        client.wait_keys(9)
        assert client.text() == DIGITS
    finally:
        desk.hand.tap(*locks)


@pytest.mark.parametrize("layout", ["us,ru", "us,fr", "fr,us", "us,ru,fr"])
def test_digits_are_right_in_each_group_of_a_layout(desk, client, typist, layout):
    set_layout(desk, layout, "-option", "grp:alt_shift_toggle")
    for _ in layout.split(","):
        client.clear()
        type_all(typist, DIGITS)
        client.wait_keys(9)
        assert client.text() == DIGITS
        desk.hand.hotkey("alt+shift", held=0.0)


def test_a_letter_is_small_with_capslock_too(desk, client, typist):
    desk.hand.tap("capslock")
    type_all(typist, "wasd")
    client.wait_keys(4)
    desk.hand.tap("capslock")
    type_all(typist, "wasd")
    client.wait_keys(8)
    assert client.text() == "wasdwasd"


def test_named_keys_are_known(client, typist):
    names = ["Left", "Right", "Up", "Down", "Delete", "BackSpace", "Tab", "Return", "Escape"]
    for name in names:
        typist.press(name)
    assert [key[0] for key in client.wait_keys(9)] == names


def test_a_character_that_the_layout_lacks_is_said_to_be_missing(desk, client, typist):
    set_layout(desk, "ru")
    typist.flush()
    with pytest.raises(EnvironmentFault, match="no key for 'q'"):
        typist.press("q")


def test_xterm_takes_the_digits(desk, typist):
    result = desk.home / "typed.txt"
    desk.start(["xterm", "-class", "Typed", "-e", "sh", "-c", f"head -n 1 > {shlex.quote(str(result))}"])
    window = desk.wait_window(class_name="Typed")
    desk.focus(window)
    set_layout(desk, "cz")
    type_all(typist, DIGITS)
    typist.press("Return")
    wait_for(lambda: result.exists() and result.read_text().strip(), what="xterm's line")
    assert result.read_text().strip() == DIGITS


@pytest.mark.parametrize("wm", ["openbox", "xfwm4", "none"])
def test_no_key_overtakes_a_click(wm):
    with desktop(wm=wm, bus=wm == "xfwm4") as desk:
        client = start_client(desk)
        typist = X11Input(desk.name)
        cells = [(row, col) for row in range(9) for col in range(9)]
        for row, col in cells:
            typist.click(Point(*client.at(row, col)))
            typist.press(str((row + col) % 9 + 1))
        typed = [(key[4], key[0]) for key in client.wait_keys(81)]
        typist.close()
    assert typed == [(str(cell), str(sum(cell) % 9 + 1)) for cell in cells]


def test_no_key_overtakes_a_click_that_a_busy_window_manager_holds_back():
    """It has every click first, as they do, and lets go of it after longer than a menu would be waited for."""
    with desktop(wm="none", bus=False) as desk:
        client = start_client(desk)
        typist = X11Input(desk.name)
        manager = Display(desk.name)
        held = (X.GrabModeSync, X.GrabModeAsync, X.NONE, X.NONE)
        manager.screen().root.grab_button(1, X.AnyModifier, False, X.ButtonPressMask, *held)
        manager.sync()

        def manage() -> None:
            manager.next_event()
            time.sleep(3 * BARRIER_LIMIT)
            manager.allow_events(X.ReplayPointer, X.CurrentTime)
            manager.sync()

        managing = threading.Thread(target=manage)
        managing.start()
        typist.click(Point(*client.at(2, 4)))
        typist.press("7")
        assert [(key[4], key[0]) for key in client.wait_keys(1)] == [("(2, 4)", "7")]
        managing.join()
        typist.close()


def test_a_click_counts_where_it_was_made_with_the_pointer_elsewhere_by_then(desk, client):
    """Where it was pressed, that is; and it is let go there, too, unless the window manager is too busy."""
    typist = X11Input(desk.name)
    elsewhere = Point(*client.at(7, 7))

    def let_go_there() -> bool:
        client.clear()
        typist.click(Point(*client.at(2, 4)), elsewhere)
        typist.press("7")
        assert [(key[4], key[0]) for key in client.wait_keys(1)] == [("(2, 4)", "7")]
        assert typist.pointer() == elsewhere
        clicks = [line.split()[1:] for line in client.lines() if line.startswith(("click", "drop"))]
        return len(clicks) > 1 and clicks[0] == clicks[1]

    wait_for(let_go_there, what="a click that is let go where it was made")
    typist.close()


def test_a_click_is_the_left_one_for_left_handed_users_too(desk, client):
    mapping = list(desk.display.get_pointer_mapping())
    desk.display.set_pointer_mapping([3, 2, 1, *mapping[3:]])
    try:
        client.clear()
        typist = X11Input(desk.name)
        typist.click(Point(*client.at(4, 4)))
        wait_for(client.lines, what="the click")
        typist.close()
        assert client.lines()[0].startswith("click 1 ")
    finally:
        desk.display.set_pointer_mapping(mapping)


def test_a_pointer_that_stays_grabbed_does_not_hang_a_click(desk, client, typist):
    other = Display(desk.name)
    other.screen().root.grab_pointer(True, 0, X.GrabModeAsync, X.GrabModeAsync, 0, 0, X.CurrentTime)
    other.sync()
    clicked = threading.Thread(target=typist.click, args=(Point(*client.at(1, 1)),))
    clicked.start()
    clicked.join(20)
    other.close()
    assert not clicked.is_alive()


def test_the_pointer_is_where_it_was_moved(typist):
    typist.move(Point(321, 123))
    assert typist.pointer() == Point(321, 123)


def test_everything_pressed_is_let_go_from_another_thread(desk, client, typist):
    typist._key(38, press=True)
    typist._button(1, press=True)
    typist.flush()
    assert desk.hand.held() == [38, -1]
    thread = threading.Thread(target=typist.release_all)
    thread.start()
    thread.join(20)
    wait_for(lambda: not desk.hand.held(), what="the release, which a window manager may hold back for a moment")


def test_a_lost_display_makes_release_all_no_trouble():
    with desktop(wm="none", bus=False) as gone:
        typist = X11Input(gone.name)
    with pytest.raises(EnvironmentFault, match="Display lost"):
        typist.press("5")
    typist.release_all()
    typist.close()


def test_nobody_holding_a_key_needs_no_wait(typist):
    assert typist.wait_released(timeout=60.0)


@pytest.fixture(scope="module")
def user():
    """A desktop in which the outer one's hand is the user's own keyboard: (outer, inner, client on the inner one)."""
    with desktop(wm="none", bus=False) as outer, nested(outer, wm="openbox", bus=False) as inner:
        outer.focus(outer.windows()[0])
        outer.hand.move(640, 512)
        yield outer, inner, start_client(inner)


def test_the_wait_ends_when_the_user_lets_go(user):
    outer, inner, client = user
    client.clear()
    typist = X11Input(inner.name)
    outer.hand.hold("ctrl", "alt")
    wait_for(lambda: len(inner.hand.held()) == 2, what="the modifiers")
    later = threading.Timer(0.3, outer.hand.release, ("ctrl", "alt"))
    later.start()
    assert typist.wait_released(timeout=30.0)
    later.join()
    typist.press("5")
    assert client.wait_keys(1)[0][:3] == ["5", "'5'", "0"]
    typist.close()


def test_modifiers_that_stay_held_are_released_and_not_pressed_again(user):
    outer, inner, client = user
    client.clear()
    typist = X11Input(inner.name)
    outer.hand.hold("ctrl", "alt", "shift")
    wait_for(lambda: len(inner.hand.held()) == 3, what="the modifiers")
    assert typist.wait_released(timeout=0.2)
    for digit in DIGITS:
        typist.press(digit)
    assert [key[1:3] for key in client.wait_keys(9)] == [[f"'{digit}'", "0"] for digit in DIGITS]
    outer.hand.release("ctrl", "alt", "shift")
    typist.press("5")
    assert client.wait_keys(10)[9][1:3] == ["'5'", "0"]
    assert inner.hand.held() == []
    typist.close()


def test_a_held_letter_is_reported_and_left_alone(user):
    outer, inner, _ = user
    typist = X11Input(inner.name)
    outer.hand.hold("ctrl", "q")
    wait_for(lambda: len(inner.hand.held()) == 2, what="the keys")
    assert not typist.wait_released(timeout=0.2)
    outer.hand.release("ctrl", "q")
    wait_for(lambda: not inner.hand.held(), what="the release")
    assert typist.wait_released(timeout=30.0)
    typist.close()


def test_a_key_lost_to_the_users_own_is_followed_by_none_that_would_land_elsewhere(user):
    """As a fill by arrows loses one while Esc is down, which the watch has grabbed."""
    outer, inner, client = user
    client.clear()
    typist = X11Input(inner.name)
    grabber = Display(inner.name)
    escape = grabber.keysym_to_keycode(XK.XK_Escape)
    grabber.screen().root.grab_key(escape, 0, True, X.GrabModeAsync, X.GrabModeAsync)
    grabber.sync()
    try:
        assert typist.wait_released(timeout=30.0)
        assert typist.press("Right") is None
        client.wait_keys(1)
        outer.hand.hold("esc")
        wait_for(inner.hand.held, what="Esc")
        assert typist.press("Right") is StopReason.USER_KEY
        outer.hand.release("esc")
        wait_for(lambda: not inner.hand.held(), what="the release")
        assert typist.press("5") is StopReason.USER_KEY
        client.settle()
        assert [key[0] for key in client.typed()] == ["Right", "End"]
        assert typist.wait_released(timeout=30.0)
        assert typist.press("5") is None
    finally:
        outer.hand.release("esc")
        grabber.close()
        typist.close()


@pytest.fixture
def armed(user):
    """The user's hand, what is typed into, and an input that notices the user's keys from now on."""
    outer, inner, client = user
    client.clear()
    typist = X11Input(inner.name)
    assert typist.wait_released(timeout=30.0)
    yield outer.hand, client, typist
    typist.close()


def test_a_digit_is_not_typed_after_an_escape_that_was_over_before_anybody_saw_it(armed):
    hand, client, typist = armed
    hand.tap("esc")
    assert client.wait_keys(1)[0][0] == "Escape"
    assert typist.press("5") is StopReason.USER_KEY


def test_no_click_follows_a_key_of_the_users(armed):
    """It may have moved the selection that the digit of a button goes to."""
    hand, client, typist = armed
    hand.tap("right")
    assert client.wait_keys(1)[0][0] == "Right"
    x, y, _, _ = client.desk.area(client.window)
    assert typist.click(Point(x + 100, y + 100)) is StopReason.USER_KEY
    assert typist.drag(Point(x + 100, y + 100), Point(x + 200, y + 100)) is StopReason.USER_KEY
    client.settle()
    assert not any(line.startswith(("click", "drag")) for line in client.lines())


def test_no_key_follows_a_click_of_the_users(armed):
    hand, client, typist = armed
    x, y, _, _ = client.desk.area(client.window)
    hand.click(x + 60, y + 60)
    wait_for(lambda: any(line.startswith("click") for line in client.lines()), what="the user's click")
    assert typist.press("5") is StopReason.USER_POINTER
    client.settle()
    assert [key[0] for key in client.typed()] == ["End"]


def test_an_error_of_the_server_leaves_the_connection_usable(desk):
    display = open_display(desk.name)
    display.screen().root.xinput_select_events([])  # BadValue
    display.sync()
    assert display.screen().root.query_pointer().root_x >= 0
    display.close()


def test_what_the_user_types_between_jobs_does_not_heap_up(armed):
    hand, client, typist = armed
    typist.release_all()
    hand.tap("a")
    client.wait_keys(1)
    assert GENERIC_EVENT not in {event.type for event in events(typist._display)}
    assert typist.press("5") is None


def test_a_new_layout_is_followed_at_once(desk, client, typist):
    for layout in ("fr", "us", "cz", "ru"):
        set_layout(desk, layout)
        client.clear()
        time.sleep(0.1)  # the announcement reaches the typist's connection on its own time
        type_all(typist, DIGITS)
        client.wait_keys(9)
        assert client.text() == DIGITS
