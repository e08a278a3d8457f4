"""Keyboard and pointer by KWin's own fake input. KWin offers it to a program only whose .desktop file asks for it; keys
are the user's keyboard's, so his layout says what they type.

Source: the protocol org_kde_kwin_fake_input, of plasma-wayland-protocols.
"""

from __future__ import annotations

from collections.abc import Callable

from gridpilot.desktop.portal.layout import Layout
from gridpilot.desktop.wayland.outputs import Output
from gridpilot.desktop.wayland.virtual_devices import LEFT
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point
from gridpilot.plan import Key

INTERFACE, VERSION = "org_kde_kwin_fake_input", 4
AUTHENTICATE, MOTION, BUTTON, MOTION_ABSOLUTE, KEY = 0, 1, 2, 9, 10
WHO, WHY = "gridpilot", "fills the puzzle in front of you when you press its key"


def bind(wire: Wire) -> int:
    number = wire.bind(INTERFACE, VERSION)
    wire.request(number, AUTHENTICATE, "ss", WHO, WHY)
    return number


class FakeKeyboard:
    def __init__(self, wire: Wire, number: int, layout: Callable[[], Layout]) -> None:
        """`layout`: the present one."""
        self._wire = wire
        self._number = number
        self._layout = layout
        self.down: set[Key] = set()
        self._codes: dict[Key, tuple[int, ...]] = {}

    def check(self, key: Key) -> None:
        self._codes[key] = self._layout().codes(key)
        if not self._codes[key]:
            raise EnvironmentFault(
                "Keyboard",
                f"No key of the present layout types {key!r}.",
                "Switch to a layout that has digits, and press the key again.",
            )

    def key(self, key: Key, *, press: bool) -> None:
        (self.down.add if press else self.down.discard)(key)
        codes = self._codes[key]
        for code in codes if press else codes[::-1]:
            self._wire.request(self._number, KEY, "uu", code, int(press))


class FakePointer:
    def __init__(self, wire: Wire, number: int) -> None:
        self._wire = wire
        self._number = number
        self.is_down = False

    def move(self, to: Point, _outputs: tuple[Output, ...]) -> None:
        self._wire.request(self._number, MOTION_ABSOLUTE, "ff", to.x + 0.5, to.y + 0.5)

    def nudge(self) -> None:
        self._wire.request(self._number, MOTION, "ff", 0.0, 0.0)

    def button(self, *, press: bool) -> None:
        self.is_down = press
        self._wire.request(self._number, BUTTON, "uu", LEFT, int(press))
