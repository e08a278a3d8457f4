"""The user's keymap, which KWin tells every program.

Source: the Wayland protocol, wl_keyboard.
"""

from __future__ import annotations

import os
import struct

from gridpilot.desktop.portal.layout import unreadable
from gridpilot.desktop.wayland.wire import Wire

GET_KEYBOARD, KEYMAP = 1, 0  # a request of a seat, an event of a keyboard


def keymap_of(wire: Wire, seat: int) -> bytes:
    """What the compositor tells every program. Raises EnvironmentFault where it does not."""
    files: list[int] = []
    sizes: list[int] = []

    def heard(event: int, data: bytes) -> None:
        if event == KEYMAP:
            sizes.append(struct.unpack("<II", data)[1])

    before, wire.messages.take_file = wire.messages.take_file, files.append
    try:
        wire.make(heard, seat, GET_KEYBOARD, "n")
        wire.sync()
        if not files or not sizes:
            raise unreadable("the compositor tells no keymap")
        return os.pread(files[0], sizes[0], 0).rstrip(b"\0")
    finally:
        wire.messages.take_file = before
        for each in files:
            os.close(each)
