"""Where the user has the pointer. A compositor tells that the program below it, and nobody else: so for a moment a
surface lies over everything that shows nothing, takes no key, and is told.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable

from gridpilot.desktop.wayland.buffers import Buffer, Shape
from gridpilot.desktop.wayland.outputs import Output
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.geometry import Point

COMPOSITOR, LAYERS = "wl_compositor", "zwlr_layer_shell_v1"
GET_POINTER, RELEASE_POINTER = 0, 1
ENTER, MOTION = 0, 2  # events of a pointer
CREATE_SURFACE, DESTROY_SURFACE, ATTACH, DAMAGE, COMMIT = 0, 0, 1, 2, 6
GET_LAYER_SURFACE, OVERLAY = 0, 3
SET_ANCHOR, SET_EXCLUSIVE_ZONE, ACK, DESTROY_LAYER = 1, 2, 6, 7
CONFIGURE = 0
ALL_EDGES, WHATEVER_IS_THERE = 15, -1
PIXEL = 0  # ARGB8888: all zero is nothing to be seen
UNASKED = 0.05  # s; sway tells at once. A motion comes only after that: over a window it would give it the focus
TOLD = 0.3  # s that it may take; not tuned: after that the place is not known


class PointerFinder:
    def __init__(self, wire: Wire, seat: int, nudge: Callable[[], None]) -> None:
        """`nudge` makes a motion that goes nowhere: what appears below a pointer at rest may not be told of it."""
        self._wire = wire
        self._seat = seat
        self._nudge = nudge
        self._compositor = self._layers = 0

    def find(self, outputs: tuple[Output, ...]) -> Point:
        """The middle of the first monitor where it is not told."""
        first = outputs[0].area
        unknown = Point(first.x + first.width // 2, first.y + first.height // 2)
        if not self._wire.offers(LAYERS):
            return unknown
        self._compositor = self._compositor or self._wire.bind(COMPOSITOR, 4)
        self._layers = self._layers or self._wire.bind(LAYERS, 1)
        covers = [_Cover(self._wire, self._compositor, self._layers, each) for each in outputs]
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


class _Cover:
    """A surface over one monitor."""

    def __init__(self, wire: Wire, compositor: int, layers: int, output: Output) -> None:
        self._wire = wire
        self.output = output
        self._buffer = Buffer(wire)
        self.surface = wire.make(None, compositor, CREATE_SURFACE, "n")
        place = self.surface, output.number, OVERLAY, "gridpilot"
        self._layer = wire.make(self._configured, layers, GET_LAYER_SURFACE, "nuuus", *place)
        wire.request(self._layer, SET_ANCHOR, "u", ALL_EDGES)
        wire.request(self._layer, SET_EXCLUSIVE_ZONE, "i", WHATEVER_IS_THERE)
        wire.request(self.surface, COMMIT)

    def _configured(self, event: int, data: bytes) -> None:
        if event != CONFIGURE:
            return
        serial, width, height = struct.unpack("<III", data)
        shape = Shape(PIXEL, width, height, width * 4)
        self._wire.request(self._layer, ACK, "u", serial)
        self._wire.request(self.surface, ATTACH, "uii", self._buffer.of(shape), 0, 0)
        self._wire.request(self.surface, DAMAGE, "iiii", 0, 0, width, height)
        self._wire.request(self.surface, COMMIT)

    def remove(self) -> None:
        self._wire.request(self._layer, DESTROY_LAYER)
        self._wire.request(self.surface, DESTROY_SURFACE)
        self._buffer.drop()
