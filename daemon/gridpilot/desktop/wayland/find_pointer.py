"""Where the user has the pointer. A compositor tells that the program below it, and nobody else: so for a moment a
surface lies over everything that shows nothing, takes no key, and is told.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable

from gridpilot.desktop.wayland.layer import LAYERS, Layer, Layers
from gridpilot.desktop.wayland.outputs import Output
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.geometry import Point

GET_POINTER, RELEASE_POINTER = 0, 1
ENTER, MOTION = 0, 2  # events of a pointer
UNASKED = 0.05  # s; sway tells at once. A motion comes only after that: over a window it would give it the focus
TOLD = 0.3  # s that it may take; not tuned: after that the place is not known


class PointerFinder:
    def __init__(self, wire: Wire, seat: int, nudge: Callable[[], None]) -> None:
        """`nudge` makes a motion that goes nowhere: what appears below a pointer at rest may not be told of it."""
        self._wire = wire
        self._seat = seat
        self._nudge = nudge
        self._layers: Layers | None = None

    def find(self, outputs: tuple[Output, ...]) -> Point:
        """The middle of the first monitor where it is not told."""
        first = outputs[0].area
        unknown = Point(first.x + first.width // 2, first.y + first.height // 2)
        if not self._wire.offers(LAYERS):
            return unknown
        self._layers = self._layers or Layers(self._wire)
        covers = [Layer(self._layers, each) for each in outputs]
        told = self._told()
        for each in covers:
            each.remove()
        self._wire.sync()
        places = {each.surface: each.output.area for each in covers}
        seen = (Point(places[s].x + int(x), places[s].y + int(y)) for s, x, y in told if s in places)
        return next(seen, unknown)

    def _told(self) -> list[tuple[int, float, float]]:
        """Which surface the pointer is over, and where."""
        told: list[tuple[int, float, float]] = []

        def heard(event: int, data: bytes) -> None:
            if event == ENTER:
                _serial, surface, x, y = struct.unpack("<IIii", data)
                told.append((surface, x / 256, y / 256))

        pointer = self._wire.make(heard, self._seat, GET_POINTER, "n")
        begun = time.monotonic()
        while not told and (waited := time.monotonic() - begun) < TOLD:
            if waited > UNASKED:
                self._nudge()
            self._wire.sync()
        self._wire.request(pointer, RELEASE_POINTER)
        return told
