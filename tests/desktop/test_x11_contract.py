"""X11 keeps the contract that all desktops keep."""

import pytest
from fakes import contract
from virtual import desktop
from x11_client import start_client

from gridpilot.desktop.x11.focus import X11Focus
from gridpilot.desktop.x11.hotkeys import X11Hotkeys
from gridpilot.desktop.x11.input import X11Input
from gridpilot.desktop.x11.interference import X11Watch
from gridpilot.desktop.x11.screen import X11Screen

pytestmark = pytest.mark.gui


def test_x11_keeps_the_contract():
    with desktop() as desk:
        client = start_client(desk)
        focus = X11Focus(desk.name)
        area = focus.focused().content
        contract.focus_tells_the_same_of_a_window_however_it_is_asked(focus)
        contract.a_picture_shows_the_area_that_was_asked_for(X11Screen(desk.name), area)
        contract.the_pointer_is_where_it_was_sent(X11Input(desk.name), area)
        contract.hotkeys_are_bound_given_back_and_bound_again(
            X11Hotkeys(desk.name), lambda: desk.hand.hotkey("ctrl+alt+s")
        )
        move = lambda: desk.move_window(client.window, 300, 200)  # noqa: E731 - a name for the parameter
        contract.a_watch_is_quiet_until_the_window_moves_and_after_it_was_stopped(X11Watch(desk.name), focus, move)
