"""Surfaces of ours over the windows of a monitor, by wlr-layer-shell. None of them ever takes a key."""

from __future__ import annotations

import struct

from gridpilot.desktop.wayland.buffers import Buffer, Shape
from gridpilot.desktop.wayland.outputs import Output
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.geometry import Rect

COMPOSITOR, LAYERS = "wl_compositor", "zwlr_layer_shell_v1"
CREATE_SURFACE, CREATE_REGION = 0, 1
DESTROY_SURFACE, ATTACH, DAMAGE, SET_INPUT_REGION, COMMIT = 0, 1, 2, 5, 6
DESTROY_REGION = 0
GET_LAYER_SURFACE, OVERLAY = 0, 3
SET_SIZE, SET_ANCHOR, SET_EXCLUSIVE_ZONE, SET_MARGIN, ACK, DESTROY_LAYER = 0, 1, 2, 3, 6, 7
CONFIGURE = 0
TOP_LEFT, ALL_EDGES, WHATEVER_IS_THERE = 5, 15, -1
ARGB8888 = 0  # all zero is nothing to be seen


class Layers:
    """What surfaces of one connection are made of. Raises EnvironmentFault where the compositor has no such thing."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.compositor, self.shell = wire.bind(COMPOSITOR, 4), wire.bind(LAYERS, 1)


class Layer:
    def __init__(self, layers: Layers, output: Output, part: Rect | None = None, pixels: bytes = b"") -> None:
        """Without a `part`, in points of the screen, it lies over the whole monitor. Without `pixels`, four bytes each,
        there is nothing to be seen; with them no click comes to it.
        """
        self._wire = wire = layers.wire
        self.output = output
        self._pixels = pixels
        self._buffer = Buffer(wire)
        self.surface = wire.make(None, layers.compositor, CREATE_SURFACE, "n")
        place = self.surface, output.number, OVERLAY, "gridpilot"
        self._layer = wire.make(self._configured, layers.shell, GET_LAYER_SURFACE, "nuuus", *place)
        wire.request(self._layer, SET_ANCHOR, "u", ALL_EDGES if part is None else TOP_LEFT)
        wire.request(self._layer, SET_EXCLUSIVE_ZONE, "i", WHATEVER_IS_THERE)
        if part is not None:
            wire.request(self._layer, SET_SIZE, "uu", part.width, part.height)
            margins = part.y - output.area.y, 0, 0, part.x - output.area.x
            wire.request(self._layer, SET_MARGIN, "iiii", *margins)
        if pixels:
            region = wire.make(None, layers.compositor, CREATE_REGION, "n")
            wire.request(self.surface, SET_INPUT_REGION, "u", region)
            wire.request(region, DESTROY_REGION)
        wire.request(self.surface, COMMIT)

    def _configured(self, event: int, data: bytes) -> None:
        if event != CONFIGURE:
            return
        serial, width, height = struct.unpack("<III", data)
        shape = Shape(ARGB8888, width, height, width * 4)
        self._wire.request(self._layer, ACK, "u", serial)
        number = self._buffer.of(shape)
        self._buffer.content[: len(self._pixels)] = self._pixels
        self._wire.request(self.surface, ATTACH, "uii", number, 0, 0)
        self._wire.request(self.surface, DAMAGE, "iiii", 0, 0, width, height)
        self._wire.request(self.surface, COMMIT)

    def remove(self) -> None:
        """A size that was told meanwhile is not answered: that would end the connection."""
        self._wire.listen(self._layer, None)
        self._wire.request(self._layer, DESTROY_LAYER)
        self._wire.request(self.surface, DESTROY_SURFACE)
        self._buffer.drop()
