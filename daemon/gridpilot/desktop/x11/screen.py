"""Pictures of the screen, by mss; where its colours have other than eight bits, by XGetImage.

A new camera for each picture takes ten times as long as the picture (it has to learn the screen, and to share memory
with the server), a kept one does not know of a resolution that changed since: so each is kept for a second of looks.
"""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING

from Xlib import X
from Xlib.error import ConnectionClosedError, XError

from gridpilot.capture import Capture
from gridpilot.desktop.shared import by_mss
from gridpilot.desktop.shared.clipping import clip, lost, off_screen
from gridpilot.desktop.x11.display import open_display
from gridpilot.desktop.x11.pixels import Format, bgr, format_of
from gridpilot.desktop.x11.window_tree import take_overlays_down
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect, View

if TYPE_CHECKING:
    import mss
    import numpy as np
    from numpy.typing import NDArray

KEPT = 1.0
"""Seconds after which the screen may have another size, for all that its camera knows."""


class X11Screen:
    asks = False

    def __init__(self, display_name: str | None = None) -> None:
        self._display = open_display(display_name)
        self._name = self._display.get_display_name()
        self._kept: mss.MSS | None = None
        self._made = 0.0

    @cached_property
    def _format(self) -> Format:
        """Asked for with the first picture: where there can be none, that job says why, and all else goes on. What
        other processes of ours show would be in it: this one takes its own away before each picture.
        """
        take_overlays_down(self._display)
        found = format_of(self._display)
        if found.usual:
            self._display.close()  # mss has its own
        return found

    def capture(self, area: Rect) -> Capture:
        """The part of `area` that lies on the screen; the capture's view says which part that is."""
        import mss

        try:
            part = clip(area, self._extent())
            if part is None:
                raise off_screen(area)
            pixels = self._pixels(part)
        # OSError: no memory or file to share with the server
        except (mss.ScreenShotError, OSError, XError, ConnectionClosedError) as fault:
            self._let_go()
            raise EnvironmentFault(
                "No picture",
                f"The X server gave no picture of the window: {fault}.",
                "Try again; a locked screen or a display that was just switched gives none.",
            ) from fault
        return Capture(pixels, View(part, pixels.shape[1], pixels.shape[0]), lost(area, part))

    def _extent(self) -> Rect:
        if self._format.usual:
            screen = self._camera().monitors[0]
            return Rect(screen["left"], screen["top"], screen["width"], screen["height"])
        size = self._display.screen().root.get_geometry()
        return Rect(0, 0, size.width, size.height)

    def _pixels(self, part: Rect) -> NDArray[np.uint8]:
        if self._format.usual:
            return by_mss.bgr(self._camera().grab((part.x, part.y, part.x + part.width, part.y + part.height)))
        place = part.x, part.y, part.width, part.height
        shot = self._display.screen().root.get_image(*place, X.ZPixmap, 0xFFFFFFFF)
        return bgr(shot.data, part.width, part.height, self._format)

    def _camera(self) -> mss.MSS:
        import mss

        now = time.monotonic()
        if self._kept is None or now - self._made > KEPT:
            self._let_go()
            self._kept, self._made = mss.MSS(display=self._name), now
        return self._kept

    def _let_go(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None
