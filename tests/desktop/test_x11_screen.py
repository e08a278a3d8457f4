"""Pictures: what was drawn is what comes, cut to the screen where the window leaves it."""

import pytest
from virtual import desktop, wait_for
from x11_client import start_client

from gridpilot.desktop.x11.focus import X11Focus
from gridpilot.desktop.x11.screen import X11Screen
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Pixel, Point, Rect, View

pytestmark = pytest.mark.gui

GROUND, PATCH = (0x99, 0x66, 0x33), (0x00, 0x80, 0xFF)  # the client's colours, blue first


@pytest.fixture(scope="module")
def desk():
    with desktop(wm="none", bus=False) as started:
        yield started


@pytest.fixture(scope="module")
def started(desk):
    return start_client(desk)


@pytest.fixture
def screen(desk):
    return X11Screen(desk.name)


@pytest.fixture
def client(desk, started, screen):
    """The whole window on the screen, with all that it draws: what was off the screen has to be drawn anew."""
    desk.move_window(started.window, 60, 40)

    def drawn():
        return (screen.capture(content(desk, started)).pixels[20:60, 10:40] == PATCH).all()

    wait_for(drawn, what="the window to be drawn")
    return started


def content(desk, client):
    window = X11Focus(desk.name).window(client.window)
    assert window is not None
    return window.content


def test_a_picture_shows_what_was_drawn(desk, client, screen):
    capture = screen.capture(content(desk, client))
    assert capture.pixels.shape == (450, 450, 3)
    assert capture.pixels.flags.c_contiguous
    assert capture.view == View(Rect(60, 40, 450, 450), 450, 450)
    assert (capture.pixels[20:60, 10:40] == PATCH).all()
    assert (capture.pixels[60:, :] == GROUND).all()


def test_the_pointer_is_not_on_the_picture(desk, client, screen):
    desk.hand.move(*client.at(5, 5))
    assert (screen.capture(content(desk, client)).pixels[60:, :] == GROUND).all()


def test_a_window_half_off_the_screen_gives_its_visible_part(desk, client, screen):
    desk.move_window(client.window, -15, -30)
    capture = screen.capture(content(desk, client))
    assert capture.view == View(Rect(0, 0, 435, 420), 435, 420)
    assert (capture.pixels[:30, :25] == PATCH).all()
    assert capture.view.to_point(Pixel(0, 0)) == Point(0, 0)


def test_a_window_over_the_far_edge_gives_its_visible_part(desk, client, screen):
    desk.move_window(client.window, 1280 - 100, 1024 - 50)
    capture = screen.capture(content(desk, client))
    assert capture.view == View(Rect(1180, 974, 100, 50), 100, 50)
    assert (capture.pixels[20:, 10:40] == PATCH).all()


def test_a_window_off_the_screen_is_a_fault_that_says_so(screen):
    with pytest.raises(EnvironmentFault, match="off the screen"):
        screen.capture(Rect(-500, 0, 450, 450))


def test_a_lost_display_gives_no_picture():
    with desktop(wm="none", bus=False) as gone:
        screen = X11Screen(gone.name)
    with pytest.raises(EnvironmentFault, match="No picture"):
        screen.capture(Rect(0, 0, 10, 10))
