"""The user's keyboards and mice, told apart from what programs inject: XInput's raw events name their device.

Injected events come from the server's XTEST devices. Raw events arrive even while a program has grabbed the pointer
(since XInput 2.1), as games with menus do.
"""

import struct
import sys
from dataclasses import dataclass
from typing import Any

from Xlib.ext import xinput

from gridpilot.desktop.x11.display import XDisplay, input_devices
from gridpilot.errors import EnvironmentFault

HIERARCHY, RAW_KEY, RAW_BUTTON, RAW_MOTION, RAW_TOUCH = 11, 13, 15, 17, 22
RAW_EVENTS = 1 << RAW_KEY | 1 << RAW_BUTTON | 1 << RAW_MOTION | 1 << RAW_TOUCH
PRESSES = 1 << RAW_KEY | 1 << RAW_BUTTON | 1 << RAW_TOUCH
HEAD = struct.Struct("=HIIHHII")  # device, time, detail, source device, words of the axis mask, flags, padding
AXIS = struct.Struct("=iI")  # whole and fraction


@dataclass(frozen=True, slots=True)
class RawEvent:
    """`axes` holds the new values of a motion by axis: 0 across, 1 down; deltas or positions, as the device likes."""

    kind: int
    source: int
    detail: int
    axes: dict[int, float]


def parse(kind: int, body: bytes) -> RawEvent:
    """A raw event from the bytes after its type."""
    _, _, detail, source, words, _, _ = HEAD.unpack_from(body)
    start = HEAD.size + 4 * words
    mask = int.from_bytes(body[HEAD.size : start], sys.byteorder)
    axes = [axis for axis in range(32 * words) if mask >> axis & 1]
    values = [AXIS.unpack_from(body, start + AXIS.size * place) for place in range(len(axes))]
    moved = {axis: whole + part / 2**32 for axis, (whole, part) in zip(axes, values, strict=True)}
    return RawEvent(kind, source, detail, moved)


class Travel:
    """How far motions went, in pixels, both axes added.

    `absolute`: for each device and axis that gives positions, not deltas, the pixels per unit. The first position of
    such a device counts nothing, because nobody knows where it came from.
    """

    def __init__(self, absolute: dict[tuple[int, int], float]) -> None:
        self._absolute = absolute
        self._last: dict[tuple[int, int], float] = {}

    def of(self, raw: RawEvent) -> float:
        total = 0.0
        for axis in (0, 1):
            place = raw.source, axis
            if axis not in raw.axes:
                continue
            if place in self._absolute:
                moved = raw.axes[axis] - self._last.get(place, raw.axes[axis])
                total += abs(moved) * self._absolute[place]
                self._last[place] = raw.axes[axis]
            else:
                total += abs(raw.axes[axis])
        return total


class Devices:
    """Raises EnvironmentFault where the server cannot tell whose an event is."""

    def __init__(self, display: XDisplay) -> None:
        self._display = display
        self._root = display.screen().root
        self._selected: set[int] = set()
        version = None
        if display.has_extension(xinput.extname):
            self._opcode: int = display.display.get_extension_major(xinput.extname)
            asked = {"display": display.display, "opcode": self._opcode, "major_version": 2, "minor_version": 2}
            version = xinput.XIQueryVersion(**asked)
        if version is None or (version.major_version, version.minor_version) < (2, 2):
            raise EnvironmentFault(
                "Old X server",
                "The X server has no XInput 2.2, so the user's own keys cannot be told from those that are typed "
                "for him, and a job could not be stopped.",
                "Use an X server of 2012 or later.",
            )
        self.refresh()

    def refresh(self) -> None:
        """Takes in the devices of the moment, and forgets where they were."""
        self._injected = {number for number, name in input_devices(self._display).items() if "XTEST" in name}
        self.travel = Travel(self._absolute_axes())

    def select(self, *, on: bool) -> None:
        if on:
            self.refresh()
        raw = (xinput.AllMasterDevices, RAW_EVENTS if on else 0)
        self._root.xinput_select_events([raw, (xinput.AllDevices, 1 << HIERARCHY if on else 0)])

    def select_presses(self, *, on: bool) -> None:
        """Of keys and buttons, on the devices that the user has now; what is injected causes no event at all."""
        if not (on or self._selected):
            return
        devices = self._display.xinput_query_device(xinput.AllDevices).devices
        own = {device.deviceid for device in devices if device.use in {xinput.SlaveKeyboard, xinput.SlavePointer}}
        wanted = own - self._injected if on else own & self._selected  # one may be gone again
        if wanted:
            self._root.xinput_select_events([(number, PRESSES if on else 0) for number in sorted(wanted)])
        self._selected = wanted if on else set()

    def event(self, event: Any) -> RawEvent | None:
        """A raw event that a user's device caused, else None."""
        if event.extension != self._opcode:
            return None
        if event.evtype == HIERARCHY:
            self.refresh()
            return None
        raw = parse(event.evtype, event.data)
        return None if raw.source in self._injected else raw

    def _absolute_axes(self) -> dict[tuple[int, int], float]:
        """Pixels per unit of each axis that gives positions (tablets, virtual machines), by device and axis."""
        size = self._root.get_geometry()
        extent = (size.width, size.height)
        found: dict[tuple[int, int], float] = {}
        for device in self._display.xinput_query_device(xinput.AllDevices).devices:
            nested = "Xephyr" in str(device.name)  # calls its mouse relative, but gives positions
            for each in device.classes:
                if each.type != xinput.ValuatorClass or each.number > 1:
                    continue
                if nested or each.mode == xinput.ModeAbsolute:
                    span = each.max - each.min
                    found[device.deviceid, each.number] = extent[each.number] / span if span > 0 else 1.0
        return found
