"""The monitors: where they lie, in points, and how their pixels are turned."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from gridpilot.desktop.shared.clipping import clip
from gridpilot.desktop.wayland.messages import text_of
from gridpilot.desktop.wayland.wire import Global, Wire
from gridpilot.geometry import Rect

INTERFACE, VERSION = "wl_output", 4
MANAGER, MANAGER_VERSION = "zxdg_output_manager_v1", 3
GEOMETRY, MODE, SCALE, NAME = 0, 1, 3, 4  # events of an output
PLACE, SIZE = 0, 1  # events of an xdg output
GET_XDG_OUTPUT = 1
CURRENT = 1  # flag of a mode


@dataclass(frozen=True, slots=True)
class Output:
    """`number` is the connection's own; `area` is in points; `transform` as the protocol counts them, 0 for upright."""

    number: int
    name: str
    area: Rect
    scale: float
    transform: int


@dataclass
class _Told:
    """What has been told of one so far."""

    bound: int
    name: str = ""
    place: tuple[int, int] = (0, 0)
    pixels: tuple[int, int] = (0, 0)
    whole_scale: int = 1
    transform: int = 0
    logical_place: tuple[int, int] | None = None
    logical_size: tuple[int, int] | None = None

    def output(self, event: int, data: bytes) -> None:
        if event == GEOMETRY:
            self.place = struct.unpack_from("<ii", data)
            (self.transform,) = struct.unpack_from("<i", data, len(data) - 4)
        elif event == MODE:
            flags, *size, _refresh = struct.unpack("<Iiii", data)
            if flags & CURRENT:
                self.pixels = size[0], size[1]
        elif event == SCALE:
            (self.whole_scale,) = struct.unpack("<i", data)
        elif event == NAME:
            self.name = text_of(data)[0]

    def xdg(self, event: int, data: bytes) -> None:
        if event == PLACE:
            self.logical_place = struct.unpack("<ii", data)
        elif event == SIZE:
            self.logical_size = struct.unpack("<ii", data)

    def found(self) -> Output:
        """Where the compositor does not tell points, by the whole scale that it tells every program."""
        across, down = self.pixels[:: -1 if self.transform % 2 else 1]
        wide, high = self.logical_size or (across // self.whole_scale, down // self.whole_scale)
        x, y = self.logical_place or self.place
        scale = across / wide if wide else 1.0
        return Output(self.bound, self.name, Rect(x, y, wide, high), scale, self.transform)


@dataclass
class Outputs:
    """Those of one connection, as they are at each question."""

    wire: Wire
    _told: dict[Global, _Told] = field(default_factory=dict)
    _manager: int = 0

    def current(self) -> tuple[Output, ...]:
        self.wire.sync()
        here = [each for each in self.wire.globals.values() if each.interface == INTERFACE]
        if new := [each for each in here if each not in self._told]:
            for each in new:
                self._bind(each)
            self.wire.sync()
        self._told = {each: self._told[each] for each in here}
        return self.known()

    def known(self) -> tuple[Output, ...]:
        """As they were told when something was last read."""
        return tuple(told.found() for told in self._told.values()) or self.current()

    def _bind(self, each: Global) -> None:
        told = _Told(0)
        told.bound = self.wire.bind_global(each, VERSION, told.output)
        self._told[each] = told
        if self.wire.offers(MANAGER):
            self._manager = self._manager or self.wire.bind(MANAGER, MANAGER_VERSION)
            self.wire.make(told.xdg, self._manager, GET_XDG_OUTPUT, "nu", told.bound)


def holding(outputs: tuple[Output, ...], area: Rect) -> Output | None:
    """The one that shows most of an area."""
    shares = [(part.width * part.height, each) for each in outputs if (part := clip(each.area, area))]
    return max(shares, key=lambda share: share[0])[1] if shares else None
