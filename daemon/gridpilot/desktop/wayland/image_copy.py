"""Pictures of whole monitors by ext-image-copy-capture, for compositors that have no wlr-screencopy (any more)."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from gridpilot.desktop.wayland.buffers import Buffer, Shape
from gridpilot.desktop.wayland.outputs import Output
from gridpilot.desktop.wayland.pixels import KNOWN
from gridpilot.desktop.wayland.screencopy import NO_PICTURE, Frame
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.geometry import Rect

INTERFACE, SOURCES = "ext_image_copy_capture_manager_v1", "ext_output_image_capture_source_manager_v1"
CREATE_SOURCE, DESTROY_SOURCE = 0, 0
CREATE_SESSION, CREATE_FRAME, DESTROY_SESSION = 0, 0, 1
DESTROY_FRAME, ATTACH_BUFFER, DAMAGE_BUFFER, CAPTURE = 0, 1, 2, 3
PAINT_CURSORS = 1  # option of a session
BUFFER_SIZE, SHM_FORMAT, DONE, STOPPED = 0, 1, 4, 5  # events of a session
READY, FAILED = 3, 4  # events of a frame
BYTES = 4  # of a pixel, in all formats that are known


@dataclass
class _Told:
    size: tuple[int, int] = (0, 0)
    kind: int | None = None  # the first that can be read, else the first
    done: bool = False
    ready: bool | None = None

    def of_session(self, event: int, data: bytes) -> None:
        if event == BUFFER_SIZE:
            self.size = struct.unpack("<II", data)
        elif event == SHM_FORMAT:
            (kind,) = struct.unpack("<I", data)
            if self.kind is None or (kind in KNOWN and self.kind not in KNOWN):
                self.kind = kind
        elif event == DONE:
            self.done = True
        elif event == STOPPED:
            self.ready = False

    def of_frame(self, event: int, _data: bytes) -> None:
        if event in (READY, FAILED):
            self.ready = event == READY

    def shape(self) -> Shape | None:
        width, height = self.size
        return None if self.kind is None or not width else Shape(self.kind, width, height, width * BYTES)


class ImageCopy:
    takes_parts = False

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._sources = wire.bind(SOURCES, 1)
        self._manager = wire.bind(INTERFACE, 1)
        self._buffer = Buffer(wire)

    def frame(self, output: Output, _part: Rect | None = None, *, pointer: bool = False) -> Frame:
        """Of the whole output. `pointer`: where that is drawn apart from the picture, with it. Raises OSError where
        there is no picture. Each has a session of its own: another one of the same session would come only once
        something has changed.
        """
        told = _Told()
        source = self._wire.make(None, self._sources, CREATE_SOURCE, "nu", output.number)
        options = PAINT_CURSORS if pointer else 0
        session = self._wire.make(told.of_session, self._manager, CREATE_SESSION, "nuu", source, options)
        self._wire.read_until(lambda: told.done or told.ready is False)
        shape = told.shape()
        if shape is not None and told.ready is None:
            self._copy(session, shape, told)
        self._wire.request(session, DESTROY_SESSION)
        self._wire.request(source, DESTROY_SOURCE)
        if not told.ready or shape is None:
            raise OSError(NO_PICTURE)
        return Frame(memoryview(self._buffer.content), shape, flipped=False)

    def _copy(self, session: int, shape: Shape, told: _Told) -> None:
        frame = self._wire.make(told.of_frame, session, CREATE_FRAME, "n")
        self._wire.request(frame, ATTACH_BUFFER, "u", self._buffer.of(shape))
        self._wire.request(frame, DAMAGE_BUFFER, "iiii", 0, 0, shape.width, shape.height)
        self._wire.request(frame, CAPTURE)
        self._wire.read_until(lambda: told.ready is not None)
        self._wire.request(frame, DESTROY_FRAME)
