"""Memory that is shared with the compositor: it puts pictures there."""

from __future__ import annotations

import mmap
import os
from dataclasses import dataclass

from gridpilot.desktop.wayland.wire import Wire

INTERFACE = "wl_shm"
CREATE_POOL, CREATE_BUFFER, DESTROY_BUFFER, DESTROY_POOL = 0, 0, 0, 1


@dataclass(frozen=True, slots=True)
class Shape:
    """`kind` is the protocol's number of how a pixel is kept; `stride` counts the bytes of a row."""

    kind: int
    width: int
    height: int
    stride: int


class Buffer:
    """One that is kept from picture to picture, and made anew where the next one has another shape."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._memory = wire.bind(INTERFACE, 1)
        self._shape: Shape | None = None
        self._pool = self._number = 0
        self.content: mmap.mmap

    def of(self, shape: Shape) -> int:
        """Its number."""
        if shape != self._shape:
            self.drop()
            size = shape.stride * shape.height
            file = os.memfd_create("gridpilot")
            try:
                os.ftruncate(file, size)
                self.content = mmap.mmap(file, size)
                self._pool = self._wire.make(None, self._memory, CREATE_POOL, "ni", size, file=file)
            finally:
                os.close(file)
            place = 0, shape.width, shape.height, shape.stride, shape.kind
            self._number = self._wire.make(None, self._pool, CREATE_BUFFER, "niiiiu", *place)
            self._shape = shape
        return self._number

    def drop(self) -> None:
        if self._shape is not None:
            self._wire.request(self._number, DESTROY_BUFFER)
            self._wire.request(self._pool, DESTROY_POOL)
            self._shape = None
