"""Pictures of the screen by KWin's ScreenShot2, which gives them to a program only whose .desktop file asks for it. The
pointer is in none.

Source: org.kde.KWin.ScreenShot2.xml of KWin.
"""

from __future__ import annotations

import os
import select
import time
from typing import TYPE_CHECKING, Any

from gridpilot.capture import Capture
from gridpilot.desktop.portal.bus import LIMIT, Bus, plain
from gridpilot.desktop.shared.clipping import clip, lost, off_screen
from gridpilot.desktop.wayland.outputs import Outputs, holding
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SERVICE, PATH, INTERFACE = "org.kde.KWin", "/org/kde/KWin/ScreenShot2", "org.kde.KWin.ScreenShot2"
BLUE_FIRST, RED_FIRST = {4, 5, 6}, {16, 17, 18}  # QImage's formats of 32 bits: RGB32, ARGB32; RGBX8888, RGBA8888
ONE = Rect(0, 0, 1, 1)


class KWinScreen:
    asks = False

    def __init__(self, bus: Bus, wire: Wire | None = None) -> None:
        self._bus = bus
        self._outputs = Outputs(wire or Wire())

    def capture(self, area: Rect) -> Capture:
        """The part of `area` that its monitor shows; the capture's view says which part that is."""
        try:
            output = holding(self._outputs.current(), area)
            part = clip(output.area, area) if output else None
            if part is None:
                raise off_screen(area)
            pixels = _pixels(*_picture(self._bus, part))
        except OSError as fault:
            raise EnvironmentFault(
                "No picture",
                f"KWin gave no picture of the window: {fault}.",
                "Try again; gridpilot doctor says what KWin allows.",
            ) from fault
        return Capture(pixels, View(part, pixels.shape[1], pixels.shape[0]), lost(area, part))


def is_allowed(bus: Bus) -> bool:
    """By a picture of one point, which is not kept."""
    try:
        _picture(bus, ONE)
    except OSError:
        return False
    return True


def _picture(bus: Bus, area: Rect) -> tuple[dict[str, Any], bytes]:
    """What is told of it, and its bytes, which come by a pipe. Raises OSError."""
    from dbus_fast import Variant

    reads, writes = os.pipe()
    try:
        try:
            options = {"native-resolution": Variant("b", True)}
            place = area.x, area.y, area.width, area.height
            (told,) = bus.call_with_file(
                SERVICE, PATH, INTERFACE, "CaptureArea", "iiuua{sv}h", *place, options, 0, file=writes
            )
        finally:
            os.close(writes)
        facts = plain(told)
        return facts, _read(reads, int(facts["height"]) * int(facts["stride"]))
    finally:
        os.close(reads)


def _read(file: int, size: int) -> bytes:
    """Raises TimeoutError where KWin stops in between."""
    content, end = bytearray(), time.monotonic() + LIMIT
    while len(content) < size:
        if not select.select([file], [], [], max(0.0, end - time.monotonic()))[0]:
            raise TimeoutError("the picture did not come")
        more = os.read(file, 1 << 20)
        if not more:
            raise ConnectionError("the picture ended too early")
        content += more
    return bytes(content)


def _pixels(told: dict[str, Any], content: bytes) -> NDArray[np.uint8]:
    """Height x width x 3, blue first."""
    import numpy as np

    from gridpilot.desktop.shared.by_mss import without_fourth

    width, height, stride, kind = (int(told[each]) for each in ("width", "height", "stride", "format"))
    if kind not in BLUE_FIRST | RED_FIRST:
        raise EnvironmentFault(
            "Colours",
            f"KWin gives its pictures in a format that gridpilot cannot read ({kind}).",
            "Set the monitor to 8 bits a colour.",
        )
    rows = np.frombuffer(content, np.uint8).reshape(height, stride)[:, : width * 4]
    return without_fourth(np.ascontiguousarray(rows.reshape(height, width, 4)), red_first=kind in RED_FIRST)
