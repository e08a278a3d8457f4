"""The desktop that is not there behaves as the protocols say."""

from typing import TYPE_CHECKING

from fakes.desktop import Clicked, Dragged, FakeDesk, FakeHotkeys, Moved, Pressed

from gridpilot.desktop import HotkeyState
from gridpilot.geometry import Point, Rect
from gridpilot.outcome import StopReason
from gridpilot.window import Window

if TYPE_CHECKING:
    from gridpilot.desktop import Focus, Hotkeys, Input, Screen, UserWatch

WINDOW = Window(7, "A game", "game", "Game", 1, "/usr/games/game", "game", Rect(10, 20, 300, 300))


def no_picture(area: Rect):
    raise AssertionError(area)


def test_events_are_recorded_in_order():
    desk = FakeDesk(WINDOW, no_picture)
    desk.input.move(Point(1, 2))
    desk.input.click(Point(3, 4))
    desk.input.press("5")
    desk.input.drag(Point(5, 6), Point(7, 6))
    assert desk.input.events == [
        Moved(Point(1, 2)),
        Clicked(Point(3, 4)),
        Pressed("5"),
        Dragged(Point(5, 6), Point(7, 6)),
    ]
    assert desk.input.pointer() == Point(7, 6)


def test_interference_comes_after_the_planned_event_and_once():
    desk = FakeDesk(WINDOW, no_picture)
    reports: list[StopReason] = []
    desk.watch.start(WINDOW, reports.append)
    desk.interfere(StopReason.USER_KEY, after=2)
    desk.input.press("1")
    assert reports == []
    desk.input.press("2")
    desk.watch.report(StopReason.ESCAPE)
    assert reports == [StopReason.USER_KEY]


def test_nothing_is_reported_after_the_stop():
    desk = FakeDesk(WINDOW, no_picture)
    reports: list[StopReason] = []
    desk.watch.start(WINDOW, reports.append)
    desk.watch.stop()
    desk.watch.report(StopReason.ESCAPE)
    assert reports == []


def test_hotkeys_fire_while_they_are_bound():
    hotkeys = FakeHotkeys(taken=("ctrl+alt+2",))
    presses: list[str] = []
    states = hotkeys.start({"solve": "ctrl+alt+s", "play": "ctrl+alt+2"}, presses.append)
    assert states[0] == HotkeyState("solve", "ctrl+alt+s", live=True)
    assert not states[1].live
    assert hotkeys.press("ctrl+alt+s")
    assert not hotkeys.press("ctrl+alt+2")
    hotkeys.release()
    assert not hotkeys.press("ctrl+alt+s")
    hotkeys.bind()
    assert hotkeys.press("ctrl+alt+s")
    hotkeys.stop()
    assert not hotkeys.alive()
    assert presses == ["solve", "solve"]


def test_the_fakes_are_what_the_protocols_ask_for():
    desk = FakeDesk(WINDOW, no_picture)
    abilities: tuple[Focus, Screen, Input, UserWatch, Hotkeys]
    abilities = (desk.focus, desk.screen, desk.input, desk.watch, desk.hotkeys)
    assert abilities[0].focused() == WINDOW


def test_visible_windows_are_those_that_the_test_put_there():
    desk = FakeDesk(WINDOW, no_picture)
    assert desk.focus.visible() == (WINDOW,)
    desk.focus.windows.clear()
    assert desk.focus.visible() == ()
