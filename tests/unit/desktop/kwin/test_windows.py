"""The focused window, by what KWin's script tells."""

from dataclasses import replace

import pytest
from fakes.kde_bus import OTHER, told

from gridpilot.desktop.kwin.focus import KWinFocus, KWinFollower
from gridpilot.desktop.kwin.windows import Windows
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, Rect
from gridpilot.outcome import StopReason


def focus_of(bus):
    return KWinFocus(Windows(bus))


@pytest.mark.parametrize("plasma", [5, 6])
def test_the_focused_window_is_told_at_once(bus, plasma):
    bus.plasma = plasma
    window = focus_of(bus).focused()
    assert (window.title, window.class_name, window.instance) == ("Sudoku", "org.gnome.Sudoku", "gnome-sudoku")
    assert window.content == Rect(10, 50, 300, 370)


def test_parts_of_points_are_rounded_at_both_edges(bus):
    bus.windows = [told(content=[10.4, 50.6, 300.2, 370.0])]
    assert focus_of(bus).focused().content == Rect(10, 51, 301, 370)


def test_a_panel_and_the_desktop_are_not_filled(bus):
    bus.windows = [told(usual=False)]
    assert focus_of(bus).focused() is None
    bus.windows = [told(desk=True)]
    assert focus_of(bus).focused() is None
    bus.active = ""
    assert focus_of(bus).focused() is None


def test_what_keeps_the_window_from_its_user_is_told(bus):
    focus = focus_of(bus)
    window, at = focus.focused(), Point(100, 100)
    assert focus.hindrance(window, at) is None
    bus.windows = [told(), told(OTHER, order=2, outer=[90, 90, 20, 20])]
    bus.tell()
    assert focus.hindrance(window, at) is StopReason.COVERED
    assert focus.hindrance(window, Point(200, 200)) is None
    bus.windows[1]["here"] = False
    bus.tell()
    assert focus.hindrance(window, at) is None
    assert focus.hindrance(replace(window, content=Rect(0, 0, 1, 1))) is StopReason.WINDOW_MOVED
    bus.active = OTHER
    bus.tell()
    assert focus.hindrance(window, at) is StopReason.FOCUS_LOST


def test_the_topmost_comes_first_and_what_is_elsewhere_not_at_all(bus):
    bus.windows = [
        told(),
        told(OTHER, order=2, title="Mail"),
        told("{00000000-0003-0000-0000-000000000000}", here=False),
    ]
    focus = focus_of(bus)
    assert [each.title for each in focus.visible()] == ["Mail", "Sudoku"]
    assert focus.window(focus.visible()[0].handle).title == "Mail"
    assert focus.exists(focus.visible()[0].handle)
    assert not focus.exists(9)


def test_the_pointer_is_asked_by_a_script_that_is_gone_then(bus, tmp_path):
    windows = Windows(bus)
    assert windows.pointer() == Point(7, 8)
    assert len(bus.loaded) == len([*tmp_path.glob("*.js")]) == 1
    windows.close()
    assert not bus.loaded
    assert not [*tmp_path.glob("*.js")]


def test_what_a_killed_process_left_in_kwin_is_taken_out(bus, tmp_path):
    (tmp_path / "gridpilot-999999999-1.js").write_text("")
    bus.loaded["gridpilot-999999999-1"] = ""
    Windows(bus)
    assert "gridpilot-999999999-1" not in bus.loaded


def test_another_window_is_told_to_who_follows_until_he_stops(bus):
    windows, heard = Windows(bus), []
    follower = KWinFollower(windows, lambda: heard.append(1))
    bus.tell()
    assert not heard
    bus.active, bus.windows = OTHER, [told(), told(OTHER)]
    bus.tell()
    assert heard == [1]
    follower.stop()
    bus.active = ""
    bus.tell()
    assert heard == [1]


def test_kwin_that_does_not_answer_is_said_with_the_next_step(bus):
    bus.silent = True
    with pytest.raises(EnvironmentFault, match="KWin does not tell which window has the focus") as fault:
        Windows(bus)
    assert fault.value.fix
