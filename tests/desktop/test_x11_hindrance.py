"""What is meant for a window reaches no other one, whatever comes in between; and the server serves everybody again."""

import random
import threading
import time
from contextlib import closing

import pytest
from virtual import desktop, wait_for
from x11_client import start_client
from Xlib import X
from Xlib.display import Display

from gridpilot.desktop.x11.focus import X11Focus
from gridpilot.desktop.x11.input import X11Input
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point
from gridpilot.outcome import StopReason

pytestmark = pytest.mark.gui


@pytest.fixture(scope="module", params=["openbox", "none"])
def desk(request):
    with desktop(wm=request.param, bus=False) as started:
        yield started


@pytest.fixture(scope="module")
def client(desk):
    return start_client(desk)


@pytest.fixture
def typist(desk, client):
    desk.focus(client.window)
    client.clear()
    with closing(X11Input(desk.name)) as made:
        yield made
    assert desk.hand.held() == []


@pytest.fixture
def window(desk, client):
    desk.focus(client.window)
    with closing(X11Focus(desk.name)) as focus:
        return focus.window(client.window)


class Other:
    """Another program's window beside the client's, or over all of the screen; it notes the keys that it gets."""

    def __init__(self, desk, place=(900, 40, 200, 150), *, managed=False):
        self.display = Display(desk.name)
        self.root = self.display.screen().root
        mask = X.KeyPressMask | X.ButtonPressMask
        self.window = self.root.create_window(
            *place, 0, X.CopyFromParent, override_redirect=not managed, event_mask=mask
        )
        self.window.map()
        self.display.sync()
        wait_for(lambda: self.window.get_attributes().map_state == X.IsViewable, what="the other window")

    def take_focus(self):
        self.window.set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
        self.display.sync()

    def grab(self, where):
        both = X.GrabModeAsync, X.GrabModeAsync
        wait_for(lambda: where.grab_keyboard(False, *both, X.CurrentTime) == X.GrabSuccess, what="the keyboard")

    def got(self):
        """Keys and clicks so far."""
        self.display.sync()
        return [self.display.next_event().type for _ in range(self.display.pending_events())]

    def close(self):
        self.display.close()


@pytest.fixture
def other(desk):
    with closing(Other(desk)) as made:
        yield made


def presses(kinds):
    return [kind for kind in kinds if kind in {X.KeyPress, X.ButtonPress}]


def test_keys_of_one_piece_all_come_or_none(client, typist, window):
    assert typist.press("Right", "Down", "5", into=window) is None
    assert [key[0] for key in client.wait_keys(3)] == ["Right", "Down", "5"]


def test_no_key_goes_to_a_window_that_takes_the_focus_at_any_moment(desk, client, typist, window, other):
    """While two programs take it from one another as fast as they can."""
    chance, over = random.Random(1), threading.Event()

    def steal():
        with closing(Display(desk.name)) as thief:
            mine, theirs = (thief.create_resource_object("window", each) for each in (window.handle, other.window.id))
            while not over.is_set():
                for each in (theirs, mine):
                    each.set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
                    thief.sync()
                    time.sleep(chance.uniform(0.0, 0.002))

    stealing = threading.Thread(target=steal)
    stealing.start()
    reasons = []
    try:
        while reasons.count(None) < 200 or reasons.count(StopReason.FOCUS_LOST) < 50:
            reasons.append(typist.press("Left", "5", into=window))
            assert len(reasons) < 20_000, {reason: reasons.count(reason) for reason in reasons}
    finally:
        over.set()
        stealing.join()
    assert {*reasons} == {None, StopReason.FOCUS_LOST}
    typist.flush()
    assert presses(other.got()) == []
    assert len(client.wait_keys(2 * reasons.count(None))) == 2 * reasons.count(None)


def test_a_keyboard_that_another_program_has_taken_gets_no_key_and_the_game_is_not_told_of_the_question(
    desk, client, typist, window, other
):
    watched = other.display.create_resource_object("window", window.handle)
    watched.change_attributes(event_mask=X.FocusChangeMask)
    assert typist.press("5", into=window) is None
    client.wait_keys(1)
    assert {X.FocusIn, X.FocusOut}.isdisjoint(other.got())
    other.grab(other.root)
    assert X.FocusOut in other.got(), "as a program is told that really takes it"
    assert typist.press("6", into=window) is StopReason.GRABBED
    assert presses(other.got()) == []
    other.display.ungrab_keyboard(X.CurrentTime)
    other.display.sync()
    assert typist.press("7", into=window) is None
    assert [key[0] for key in client.wait_keys(2)] == ["5", "7"]


def test_keys_stop_where_another_window_lies_over_the_place_and_clicks_do_too(desk, client, typist, window):
    at, beside = Point(*client.at(4, 4)), Point(*client.at(0, 0))
    with closing(Other(desk, (at.x - 20, at.y - 20, 40, 40))) as notice:
        assert typist.press("5", into=window, over=at) is StopReason.COVERED
        assert typist.click(at, into=window) is StopReason.COVERED
        assert typist.drag(at, beside, into=window) is StopReason.COVERED
        assert typist.press("6", into=window, over=beside) is None
        assert typist.click(beside, into=window) is None
        assert presses(notice.got()) == []
    assert [key[0] for key in client.wait_keys(1)] == ["6"]


def test_keys_with_more_to_come_go_in_one_piece_or_not_at_all(desk, client, typist, window, other):
    at, beside = Point(*client.at(4, 4)), Point(*client.at(0, 0))
    with closing(Other(desk, (at.x - 20, at.y - 20, 40, 40))):
        assert typist.press("Right", "1", into=window, over=at, more=True) is None
        assert typist.press("2", into=window, over=beside) is StopReason.COVERED, "for the first of both"
    assert typist.press("2", into=window, over=beside) is None, "and what was held back goes first"
    assert [key[0] for key in client.wait_keys(3)] == ["Right", "1", "2"]
    assert typist.press("3", into=window, over=beside, more=True) is None
    typist.flush()
    assert [key[0] for key in client.wait_keys(4)][3:] == ["3"]
    typist.press("4", into=window, more=True)
    typist.release_all()
    typist.press("5", into=window, more=True)
    other.take_focus()
    assert typist.press("6", into=window) is StopReason.FOCUS_LOST
    typist.release_all()
    desk.focus(client.window)
    with closing(X11Focus(desk.name)) as focus:  # the window manager knows nothing of what the other one took
        wait_for(lambda: focus.hindrance(window) is None, what="the focus")
    for digit in "123456789":
        assert typist.press(digit, into=window, over=beside, more=True) is None
    typist.flush()
    assert [key[0] for key in client.wait_keys(13)][4:] == [*"123456789"]


def test_a_click_does_not_take_the_focus_back_from_another_window(desk, client, typist, window, other):
    other.take_focus()
    assert typist.click(Point(*client.at(2, 2)), into=window) is StopReason.FOCUS_LOST
    typist.flush()
    assert not any(line.startswith("click") for line in client.lines())


def test_nor_does_a_key_go_to_another_window_of_the_same_program(desk, client, typist, window):
    """As to a question that the game itself asks, before its window manager says that it has the focus."""
    with closing(Other(desk)) as program:
        size, root = (700, 500, 100, 100), program.root
        mine, asked = (root.create_window(*size, 0, X.CopyFromParent, override_redirect=True) for _ in "ab")
        for each in (mine, asked):
            each.map()
        program.display.sync()
        with closing(X11Focus(desk.name)) as focus:
            held = focus.window(mine.id)
        mine.set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
        program.display.sync()
        assert typist.press("5", into=held) is None
        asked.set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
        program.display.sync()
        assert typist.press("5", into=held) is StopReason.FOCUS_LOST


def test_the_server_serves_others_again_whatever_went_wrong(desk, typist, window, other):
    with pytest.raises(EnvironmentFault, match="no key for"):
        typist.press("5", "数", into=window)
    other.window.configure(x=10)
    other.display.sync()  # would wait for ever
    assert other.window.get_geometry().x == 10


def test_a_window_that_is_gone_gets_nothing(desk, typist, window):
    gone = start_client(desk, name="Gone")
    with closing(X11Focus(desk.name)) as focus:
        facts = focus.window(gone.window)
    desk.display.create_resource_object("window", gone.window).kill_client()
    desk.display.sync()
    wait_for(lambda: gone.window not in desk.windows(), what="its end")
    assert typist.press("5", into=facts) is StopReason.FOCUS_LOST
    assert typist.click(Point(facts.content.x + 5, facts.content.y + 5), into=facts) is StopReason.FOCUS_LOST
