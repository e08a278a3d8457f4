"""A session of sway keeps the contract that all desktops keep."""

import time

import pytest
import wayland
from fakes import contract
from virtual import wait_for
from virtual_sway import missing, sway_desktop

from gridpilot.desktop.wayland.input import WaylandInput
from gridpilot.desktop.wayland.screen import WaylandScreen
from gridpilot.desktop.wayland.sway_focus import SwayFocus
from gridpilot.desktop.wayland.sway_hotkeys import SwayHotkeys
from gridpilot.desktop.wayland.sway_ipc import SwayIpc
from gridpilot.desktop.wayland.sway_watch import SwayWatch
from gridpilot.geometry import Rect

pytestmark = pytest.mark.gui


def test_sway_keeps_the_contract(monkeypatch):
    if why := missing():
        pytest.skip(why)
    with sway_desktop(more="for_window [app_id=foot] floating enable") as desk:
        wayland.enter(desk, monkeypatch)
        desk.start(["foot", "-o", "initial-window-size-pixels=640x480", "sleep", "600"])
        focus = SwayFocus()
        wait_for(focus.focused, what="a window that floats by itself, by sway's configuration")
        places = [Rect(0, 0, 0, 0)]

        def rests() -> bool:
            time.sleep(0.1)
            places.append(focus.focused().content)
            return places[-1] == places[-2]

        wait_for(rests, what="it to rest")
        area = places[-1]
        contract.focus_tells_the_same_of_a_window_however_it_is_asked(focus)
        contract.a_picture_shows_the_area_that_was_asked_for(WaylandScreen(), area)
        contract.the_pointer_is_where_it_was_sent(WaylandInput(SwayFocus()), area)
        contract.hotkeys_are_bound_given_back_and_bound_again(SwayHotkeys(), lambda: desk.hand.hotkey("ctrl+alt+s"))
        move = lambda: SwayIpc().run("move position 300 200")  # noqa: E731 - a name for the parameter
        contract.a_watch_is_quiet_until_the_window_moves_and_after_it_was_stopped(SwayWatch(), focus, move)
