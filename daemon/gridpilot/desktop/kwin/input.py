"""Pointer and keys by KWin's fake input, over one connection and in order; else all is as with other compositors.

What the user holds of his hotkey would go with our keys: KDE tells when it is let go of.
"""

from __future__ import annotations

from gridpilot.desktop.kwin import fake_input
from gridpilot.desktop.kwin.focus import KWinFocus
from gridpilot.desktop.kwin.keymap import keymap_of
from gridpilot.desktop.kwin.windows import Windows
from gridpilot.desktop.portal.bus import Bus, BusError
from gridpilot.desktop.portal.layout import Layout
from gridpilot.desktop.shared.own_places import OwnPlaces
from gridpilot.desktop.wayland.input import WaylandInput
from gridpilot.desktop.wayland.outputs import Output
from gridpilot.desktop.wayland.own_events import OwnEvents
from gridpilot.desktop.wayland.virtual_devices import Keyboard, Pointer
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.geometry import Point

LAYOUTS = ("org.kde.keyboard", "/Layouts", "org.kde.KeyboardLayouts", "getLayout")


class KWinInput(WaylandInput):
    def __init__(self, bus: Bus, windows: Windows, own: OwnEvents, places: OwnPlaces) -> None:
        """`places` is told where the pointer is put."""
        self._bus = bus
        self._windows = windows
        self._layout: Layout | None = None
        self._places = places
        super().__init__(KWinFocus(windows), own=own, devices=self._devices, find=self._pointer_of_user)

    def wait_released(self, timeout: float) -> bool:
        self._layout = None
        return super().wait_released(timeout)

    def _devices(self, wire: Wire, seat: int) -> tuple[Keyboard, Pointer]:
        number = fake_input.bind(wire)
        keyboard = fake_input.FakeKeyboard(wire, number, lambda: self._present(wire, seat))
        return keyboard, fake_input.FakePointer(wire, number)

    def _present(self, wire: Wire, seat: int) -> Layout:
        """Of this job."""
        if self._layout is None:
            self._layout = Layout(keymap_of(wire, seat), self._group())
        return self._layout

    def _group(self) -> int:
        """KDE says it only where there are several."""
        service, path, interface, member = LAYOUTS
        try:
            return int(self._bus.call(service, path, interface, member)[0])
        except BusError:
            return 0

    def _motion(self, to: Point) -> None:
        self._places.add(to)
        super()._motion(to)

    def _pointer_of_user(self, _outputs: tuple[Output, ...]) -> Point:
        return self._windows.pointer()
