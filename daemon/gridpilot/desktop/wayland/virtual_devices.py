"""A keyboard and a pointer of our own, which the compositor takes for real ones."""

from __future__ import annotations

import os
from typing import Protocol

from gridpilot.desktop.wayland import keymap
from gridpilot.desktop.wayland.outputs import Output
from gridpilot.desktop.wayland.wire import Wire, milliseconds
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point
from gridpilot.plan import Key

SEAT, SEAT_VERSION = "wl_seat", 5
KEYBOARDS, POINTERS = "zwp_virtual_keyboard_manager_v1", "zwlr_virtual_pointer_manager_v1"
NEW_KEYBOARD, NEW_POINTER = 0, 0
KEYMAP, KEY, MODIFIERS = 0, 1, 2  # of a virtual keyboard
MOTION, MOTION_ABSOLUTE, BUTTON, FRAME = 0, 1, 2, 4  # of a virtual pointer
XKB_V1 = 1
LEFT = 0x110  # the kernel's BTN_LEFT
FINE = 256  # parts of a point in which places are told, so that none is rounded


class Keyboard(Protocol):
    @property
    def down(self) -> set[Key]: ...

    def check(self, key: Key) -> None:
        """Raises EnvironmentFault for one that it does not have."""

    def key(self, key: Key, *, press: bool) -> None: ...


class Pointer(Protocol):
    @property
    def is_down(self) -> bool: ...

    def move(self, to: Point, outputs: tuple[Output, ...]) -> None: ...

    def nudge(self) -> None:
        """A motion that goes nowhere."""

    def button(self, *, press: bool) -> None: ...


def virtual(wire: Wire, seat: int) -> tuple[Keyboard, Pointer]:
    return VirtualKeyboard(wire, seat), VirtualPointer(wire, seat)


class VirtualKeyboard:
    def __init__(self, wire: Wire, seat: int) -> None:
        self._wire = wire
        self.down: set[Key] = set()
        self._number = wire.make(None, wire.bind(KEYBOARDS, 1), NEW_KEYBOARD, "un", seat)
        told = keymap.text()
        file = os.memfd_create("gridpilot-keymap")
        try:
            os.write(file, told)
            wire.request(self._number, KEYMAP, "uu", XKB_V1, len(told), file=file)
        finally:
            os.close(file)
        wire.request(self._number, MODIFIERS, "uuuu", 0, 0, 0, 0)

    def check(self, key: Key) -> None:
        if key not in keymap.CODES:
            raise EnvironmentFault(
                "Keyboard", f"gridpilot's own keyboard has no key for {key!r}.", "Please report this."
            )

    def key(self, key: Key, *, press: bool) -> None:
        (self.down.add if press else self.down.discard)(key)
        self._wire.request(self._number, KEY, "uuu", milliseconds(), keymap.CODES[key], int(press))


class VirtualPointer:
    def __init__(self, wire: Wire, seat: int) -> None:
        self._wire = wire
        self.is_down = False
        self._number = wire.make(None, wire.bind(POINTERS, 2), NEW_POINTER, "un", seat)

    def move(self, to: Point, outputs: tuple[Output, ...]) -> None:
        """Places are told as shares of all that the monitors span."""
        left, top = min(each.area.x for each in outputs), min(each.area.y for each in outputs)
        right = max(each.area.x + each.area.width for each in outputs)
        bottom = max(each.area.y + each.area.height for each in outputs)
        x, y = to.x - left + 0.5, to.y - top + 0.5
        place = max(0, round(x * FINE)), max(0, round(y * FINE)), (right - left) * FINE, (bottom - top) * FINE
        self._wire.request(self._number, MOTION_ABSOLUTE, "uuuuu", milliseconds(), *place)
        self._wire.request(self._number, FRAME)

    def nudge(self) -> None:
        self._wire.request(self._number, MOTION, "uff", milliseconds(), 0.0, 0.0)
        self._wire.request(self._number, FRAME)

    def button(self, *, press: bool) -> None:
        self.is_down = press
        self._wire.request(self._number, BUTTON, "uuu", milliseconds(), LEFT, int(press))
        self._wire.request(self._number, FRAME)
