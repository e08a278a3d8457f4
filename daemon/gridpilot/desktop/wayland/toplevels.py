"""Which windows there are, and which one has the focus, by wlr-foreign-toplevel-management. Of their places nobody
tells more than the monitor.
"""

from __future__ import annotations

import struct
import threading
import zlib
from dataclasses import dataclass, field

from gridpilot.desktop.wayland.messages import text_of
from gridpilot.desktop.wayland.outputs import Outputs
from gridpilot.desktop.wayland.virtual_devices import SEAT, SEAT_VERSION
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.geometry import Rect

INTERFACE, VERSION = "zwlr_foreign_toplevel_manager_v1", 3
NEW = 0  # event of the manager
TITLE, APP_ID, ENTER, LEAVE, STATE, CLOSED = 0, 1, 2, 3, 4, 6  # events of a window
ACTIVATE, DESTROY = 4, 7
MINIMIZED, ACTIVATED, FULLSCREEN = 1, 2, 3


@dataclass(eq=False)
class Toplevel:
    """As far as it was told. `number` is the connection's own; `outputs`: the monitors that show it."""

    number: int
    title: str = ""
    app_id: str = ""
    outputs: list[int] = field(default_factory=list)
    states: frozenset[int] = frozenset()
    handle: int = 0

    def listen(self, event: int, data: bytes) -> None:
        if event == TITLE:
            self.title = text_of(data)[0]
        elif event == APP_ID:
            self.app_id = text_of(data)[0]
        elif event == ENTER:
            self.outputs.append(*struct.unpack("<I", data))
        elif event == LEAVE:
            self.outputs = [each for each in self.outputs if each != struct.unpack("<I", data)[0]]
        elif event == STATE:
            self.states = frozenset(struct.unpack(f"<{len(data) // 4 - 1}I", data[4:]))


class Toplevels:
    """One connection, for all threads."""

    def __init__(self) -> None:
        self._wire = Wire()
        self._using = threading.RLock()
        self._outputs = Outputs(self._wire)
        self._outputs.current()  # first: a window's monitors are told as objects of ours
        self._seat = self._wire.bind(SEAT, SEAT_VERSION)
        self._known: dict[int, Toplevel] = {}
        self._wire.bind(INTERFACE, VERSION, self._of_manager)
        self._wire.sync()

    def fileno(self) -> int:
        return self._wire.fileno()

    def current(self) -> tuple[Toplevel, ...]:
        """Those that are not minimized, the one with the focus first."""
        with self._using:
            self._outputs.current()
            seen = [each for each in self._known.values() if MINIMIZED not in each.states]
            for each in seen:
                each.handle = each.handle or self._new_handle(each.app_id)
            return tuple(sorted(seen, key=lambda each: ACTIVATED not in each.states))

    def monitor(self, one: Toplevel) -> Rect:
        """The latest that it came onto; the first where none was told."""
        outputs = self._outputs.known()
        mine = (each.area for number in reversed(one.outputs) for each in outputs if each.number == number)
        return next(mine, outputs[0].area)

    def activate(self, handle: int) -> None:
        with self._using:
            for each in self._known.values():
                if each.handle == handle:
                    self._wire.request(each.number, ACTIVATE, "u", self._seat)
            self._wire.sync()

    def _new_handle(self, app_id: str) -> int:
        """Other processes, which have connections of their own, come to the same for a program's first window."""
        taken = {each.handle for each in self._known.values()}
        numbers = (zlib.crc32(f"{app_id} {count}".encode()) for count in range(len(taken) + 1))
        return next(each for each in numbers if each and each not in taken)

    def _of_manager(self, event: int, data: bytes) -> None:
        if event == NEW:
            (number,) = struct.unpack("<I", data)
            made = self._known[number] = Toplevel(number)

            def heard(event: int, data: bytes) -> None:
                if event == CLOSED:
                    del self._known[number]
                    self._wire.request(number, DESTROY)
                else:
                    made.listen(event, data)

            self._wire.listen(number, heard)
