"""What stops a job on KDE, by what KWin and kglobalaccel tell."""

import queue

import pytest

from gridpilot.desktop.kwin.accelerators import STOP, Accelerators
from gridpilot.desktop.kwin.focus import KWinFocus
from gridpilot.desktop.kwin.interference import KWinWatch
from gridpilot.desktop.kwin.windows import Windows
from gridpilot.desktop.shared.own_places import OwnPlaces
from gridpilot.desktop.wayland.own_events import OwnEvents
from gridpilot.geometry import Point
from gridpilot.outcome import StopReason


@pytest.fixture
def watched(bus):
    """The places of our own, and what was heard."""
    windows, places, heard = Windows(bus), OwnPlaces(), queue.Queue()
    watch = KWinWatch(windows, Accelerators(bus), OwnEvents(), places)
    watch.start(KWinFocus(windows).focused(), heard.put)
    yield places, heard
    watch.stop()
    assert len(bus.loaded) == 1
    assert STOP not in bus.bound


def test_a_hand_on_the_mouse_stops_the_job_at_once(bus, watched):
    _places, heard = watched
    bus.move(9, 9)  # near where it was
    bus.move(200, 300)
    assert heard.get(timeout=5) is StopReason.USER_POINTER


def test_where_we_put_the_pointer_is_no_hand_also_when_it_is_told_late(bus, watched):
    places, heard = watched
    places.add(Point(400, 400))
    places.add(Point(500, 400))
    for x in (400, 500, 400):
        bus.move(x, 400)
    bus.press(STOP)
    assert heard.get(timeout=5) is StopReason.ESCAPE


def test_esc_stops_it(bus, watched):
    _places, heard = watched
    bus.press(STOP)
    assert heard.get(timeout=5) is StopReason.ESCAPE
