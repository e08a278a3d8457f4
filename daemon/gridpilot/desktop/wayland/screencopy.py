"""Pictures of monitors by wlr-screencopy: of a whole one, or of a part where a point of it is one pixel."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from gridpilot.desktop.wayland.buffers import Buffer, Shape
from gridpilot.desktop.wayland.outputs import Output
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.geometry import Rect

INTERFACE, VERSION = "zwlr_screencopy_manager_v1", 3
CAPTURE_OUTPUT, CAPTURE_REGION = 0, 1
COPY, DESTROY = 0, 1  # of a frame
BUFFER, FLAGS, READY, FAILED, BUFFER_DONE = 0, 1, 2, 3, 6  # events of a frame
UPSIDE_DOWN = 1
NO_PICTURE = "the compositor has no picture of the monitor"


@dataclass(frozen=True, slots=True)
class Frame:
    """What lies in the buffer now: `flipped`, the lowest row comes first."""

    content: memoryview
    shape: Shape
    flipped: bool


@dataclass
class _Told:
    shape: Shape | None = None
    flags: int = 0
    done: bool = False
    ready: bool | None = None

    def listen(self, event: int, data: bytes) -> None:
        if event == BUFFER:
            self.shape = self.shape or Shape(*struct.unpack("<IIII", data))
        elif event == FLAGS:
            (self.flags,) = struct.unpack("<I", data)
        elif event == BUFFER_DONE:
            self.done = True
        elif event in (READY, FAILED):
            self.ready = event == READY


class Screencopy:
    takes_parts = True

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._manager = wire.bind(INTERFACE, VERSION)
        self._buffer = Buffer(wire)

    def frame(self, output: Output, part: Rect | None = None, *, pointer: bool = False) -> Frame:
        """`part`: in points from the output's corner. `pointer`: where that is drawn apart from the picture, with it.
        Raises OSError where there is no picture. It is the compositor's next one: that may take until it draws again.
        """
        told = _Told()
        wanted, asked = (int(pointer), output.number), (told.listen, self._manager)
        if part is None:
            frame = self._wire.make(*asked, CAPTURE_OUTPUT, "niu", *wanted)
        else:
            place = part.x, part.y, part.width, part.height
            frame = self._wire.make(*asked, CAPTURE_REGION, "niuiiii", *wanted, *place)
        self._wire.read_until(lambda: told.done or told.ready is False)
        if told.shape is not None and told.ready is None:
            self._wire.request(frame, COPY, "u", self._buffer.of(told.shape))
            self._wire.read_until(lambda: told.ready is not None)
        self._wire.request(frame, DESTROY)
        if not told.ready or told.shape is None:
            raise OSError(NO_PICTURE)
        return Frame(memoryview(self._buffer.content), told.shape, bool(told.flags & UPSIDE_DOWN))
