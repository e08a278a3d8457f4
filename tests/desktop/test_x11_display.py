"""The connection: what python-xlib does by itself must not hide events, nor print."""

import os
import threading

import pytest
from virtual import desktop, nested
from Xlib import X
from Xlib.display import Display

from gridpilot.desktop.x11.display import events, input_devices, is_xwayland, open_display, wait

pytestmark = pytest.mark.gui


def test_an_event_that_was_read_ahead_ends_the_wait():
    wake, _ = os.pipe()
    with desktop(wm="none", bus=False) as desk:
        display, other = open_display(desk.name), Display(desk.name)
        root = display.screen().root
        root.change_attributes(event_mask=X.PropertyChangeMask)
        display.sync()
        other.screen().root.change_text_property(other.intern_atom("NEWS"), other.intern_atom("STRING"), "x")
        other.sync()
        display.sync()  # its answer comes behind the event, which python-xlib keeps
        waiting = threading.Thread(target=wait, args=(display, wake), daemon=True)
        waiting.start()
        waiting.join(20)
        assert not waiting.is_alive()
        assert X.PropertyNotify in [event.type for event in events(display)]


def test_opening_a_display_without_an_authority_file_prints_nothing(capfd, monkeypatch, tmp_path):
    monkeypatch.setenv("XAUTHORITY", str(tmp_path / "none"))
    with desktop(wm="none", bus=False) as desk:
        open_display(desk.name).close()
    assert capfd.readouterr() == ("", "")


def test_a_server_inside_a_wayland_session_is_used(monkeypatch):
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    with desktop(wm="none", bus=False) as desk:
        display = open_display(desk.name)
        assert not is_xwayland(display)
        display.close()


def test_two_servers_in_one_process_do_not_mix():
    with desktop(wm="none", bus=False) as outer, nested(outer, wm="none", bus=False) as inner:
        first, second = open_display(outer.name), open_display(inner.name)
        assert "Xvfb mouse" in input_devices(first).values()
        assert "Xephyr virtual mouse" in input_devices(second).values()
        assert "Xvfb mouse" in input_devices(first).values()
