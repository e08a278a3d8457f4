"""Keyboard and pointer by the compositor's emulated input server, to which the portal gives a connection. What is sent
over it stays in order, and all of it is answered together.

The keys are the user's: his keymap says which of them types a sign. It has all his layouts, and GNOME does not tell
which one is on: so only those keys are pressed that type the same in each.

Source: the description of the protocol, proto/protocol.xml of libei.
"""

from __future__ import annotations

import contextlib
import os
import struct
import time
from dataclasses import dataclass, field
from functools import partial

from gridpilot.desktop.portal.eis_wire import EisWire, number_of, text_at, words
from gridpilot.desktop.portal.layout import Layout, layouts
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, Rect
from gridpilot.plan import Key

KEYBOARD, POINTER, BUTTON = "ei_keyboard", "ei_pointer_absolute", "ei_button"
WANTED = (KEYBOARD, POINTER, BUTTON)
VERSIONS = dict.fromkeys(("ei_connection", "ei_callback", "ei_pingpong", "ei_seat", *WANTED), 1) | {"ei_device": 2}
NAME, SENDER = "gridpilot", 2
HANDSHAKE = 0  # the object that is there at first
OF_VERSION, FINISH, KIND, NAMED, OF_INTERFACE = 0, 1, 2, 3, 4  # its requests
SPEAKS, CONNECTED = 0, 2  # its events
SYNC, DISCONNECT = 0, 1  # requests of a connection
DISCONNECTED, SEAT, PING = 0, 1, 3  # its events
PONG = 0  # a request
BIND = 1  # a request of a seat
CAPABILITY, SEAT_DONE, DEVICE = 2, 3, 4  # its events
START, FRAME = 1, 3  # requests of a device
DESTROYED, REGION, INTERFACE, RESUMED, PAUSED, REGION_NAME = 0, 4, 5, 7, 8, 12  # its events
MOVE, PRESS, TYPE = 1, 1, 1  # requests of a pointer, a button, a keyboard
KEYMAP = 1  # an event of a keyboard
LEFT = 0x110  # the kernel's BTN_LEFT


@dataclass(slots=True)
class _Device:
    """`parts` are its objects by their interfaces; `regions` what its pointer reaches, with the name of each."""

    number: int
    parts: dict[str, int] = field(default_factory=dict)
    regions: list[tuple[str, Rect]] = field(default_factory=list)
    region_name: str = ""  # of the next one
    keymap: bytes = b""
    is_on: bool = False
    is_used: bool = False


class Eis:
    at_once = True

    def __init__(self, file: int, monitor: Rect, name: str) -> None:
        """`file` is taken over; `name` is what the monitor's region is called. Raises OSError."""
        self._wire = EisWire(file)
        self._monitor = monitor
        self._name = name
        self._serial = 0
        self._sequence = 0
        self._connection = 0
        self._capabilities: dict[str, int] = {}
        self._devices: dict[int, _Device] = {}
        self._layouts: tuple[bytes, tuple[Layout, ...]] = b"", ()
        self._wire.listen(HANDSHAKE, self._of_handshake)
        try:
            self._wire.read_until(lambda: self._find(KEYBOARD) and self._find(POINTER))
        except OSError:
            self._wire.close()
            raise

    def move(self, to: Point) -> None:
        """`to`: in points, from the monitor's corner."""
        device = self._needed(POINTER)
        area = self._region(device)
        x = area.x + to.x * area.width / self._monitor.width
        y = area.y + to.y * area.height / self._monitor.height
        self._wire.request(device.parts[POINTER], MOVE, "ff", x, y)
        self._frame(device)

    def button(self, *, press: bool) -> None:
        device = self._needed(POINTER)
        self._wire.request(device.parts[BUTTON], PRESS, "uu", LEFT, int(press))
        self._frame(device)

    def has_digits(self) -> bool:
        """Whether each digit has one key in all the user's layouts."""
        return all(self._codes(digit) for digit in "123456789")

    def check(self, key: Key) -> None:
        """Raises EnvironmentFault for one that cannot be pressed."""
        if not self._codes(key):
            raise EnvironmentFault(
                "Keyboard",
                f"No key types {key!r} in all your keyboard layouts.",
                "Take the layouts away that you do not use, in your desktop's settings, and press the key again.",
            )

    def key(self, key: Key, *, press: bool) -> None:
        device, codes = self._needed(KEYBOARD), self._codes(key)
        for code in codes if press else codes[::-1]:
            self._wire.request(device.parts[KEYBOARD], TYPE, "uu", code, int(press))
            self._frame(device)

    def send(self) -> None:
        """It is not waited for: the compositor answers once a frame while it draws, and each key would wait so long."""
        self._wire.flush()

    def sync(self) -> None:
        done: list[int] = []
        self._wire.make(lambda event, _: done.append(event), self._connection, SYNC, 1)
        self._wire.read_until(lambda: done)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._wire.request(self._connection, DISCONNECT)
            self._wire.flush()
        self._wire.close()

    def _codes(self, key: Key) -> tuple[int, ...]:
        keymap = self._needed(KEYBOARD).keymap
        if self._layouts[0] != keymap:
            self._layouts = keymap, tuple(layouts(keymap))
        found = {layout.codes(key) for layout in self._layouts[1]}
        return found.pop() if len(found) == 1 else ()

    def _find(self, part: str) -> _Device | None:
        return next((each for each in self._devices.values() if each.is_on and part in each.parts), None)

    def _needed(self, part: str) -> _Device:
        """Ready to send."""
        self._wire.hear()
        device = self._find(part)
        if device is None:
            raise ConnectionError(f"the desktop has taken back the {'keyboard' if part == KEYBOARD else 'pointer'}")
        if not device.is_used:
            self._sequence += 1
            self._wire.request(device.number, START, "uu", self._serial, self._sequence)
            device.is_used = True
        return device

    def _region(self, device: _Device) -> Rect:
        """Of the monitor that is shared."""
        named = [area for name, area in device.regions if name and name == self._name]
        alike = [area for _, area in device.regions if area == self._monitor]
        found = named or alike or [area for _, area in device.regions]
        if not found:
            raise ConnectionError("the desktop's pointer reaches no monitor")
        return found[0]

    def _frame(self, device: _Device) -> None:
        self._wire.request(device.number, FRAME, "uq", self._serial, time.monotonic_ns() // 1000)

    def _of_handshake(self, event: int, data: bytes) -> None:
        request = partial(self._wire.request, HANDSHAKE)
        if event == SPEAKS:
            request(OF_VERSION, "u", 1)
            request(KIND, "u", SENDER)
            request(NAMED, "s", NAME)
            for name, version in VERSIONS.items():
                request(OF_INTERFACE, "su", name, version)
            request(FINISH)
        elif event == CONNECTED:
            (self._serial,), self._connection = words(data[:4]), number_of(data, 4)
            self._wire.listen(self._connection, self._of_connection)

    def _of_connection(self, event: int, data: bytes) -> None:
        if event == DISCONNECTED:
            raise ConnectionError(text_at(data, 8) or "the desktop has ended the connection")
        if event == SEAT:
            seat = number_of(data)
            self._wire.listen(seat, partial(self._of_seat, seat))
        elif event == PING:
            self._wire.request(number_of(data), PONG, "q", 0)

    def _of_seat(self, seat: int, event: int, data: bytes) -> None:
        if event == CAPABILITY:
            self._capabilities[text_at(data, 8)] = number_of(data)
        elif event == SEAT_DONE:
            self._wire.request(seat, BIND, "q", sum(self._capabilities.get(each, 0) for each in WANTED))
        elif event == DEVICE:
            number = number_of(data)
            device = self._devices[number] = _Device(number)
            self._wire.listen(number, partial(self._of_device, device))

    def _of_device(self, device: _Device, event: int, data: bytes) -> None:
        if event == DESTROYED:
            self._devices.pop(device.number, None)
            self._wire.forget(device.number)
        elif event == REGION_NAME:
            device.region_name = text_at(data, 0)
        elif event == REGION:
            device.regions.append((device.region_name, Rect(*words(data[:16]))))
            device.region_name = ""
        elif event == INTERFACE:
            part = number_of(data)
            device.parts[text_at(data, 8)] = part
            self._wire.listen(part, partial(self._of_part, device))
        elif event in {RESUMED, PAUSED}:
            (self._serial,) = words(data)
            device.is_on, device.is_used = event == RESUMED, False

    def _of_part(self, device: _Device, event: int, data: bytes) -> None:
        """Only a keyboard tells anything that is needed."""
        if event == KEYMAP and device.parts.get(KEYBOARD):
            _kind, size = struct.unpack("<II", data)
            file = self._wire.files.pop(0)
            device.keymap = os.pread(file, size, 0).rstrip(b"\0")
            os.close(file)
