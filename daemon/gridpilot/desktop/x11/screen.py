"""Pictures of the screen, by mss.

A new camera for each picture takes ten times as long as the picture (it has to learn the screen, and to share memory
with the server), a kept one does not know of a resolution that changed since: so each is kept for a second of looks.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from gridpilot.capture import Capture
from gridpilot.desktop.shared.by_mss import bgr
from gridpilot.desktop.x11.display import open_display
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect, View

if TYPE_CHECKING:
    import mss

KEPT = 1.0
"""Seconds after which the screen may have another size, for all that its camera knows."""


class X11Screen:
    def __init__(self, display_name: str | None = None) -> None:
        display = open_display(display_name)  # says in time, and in words, that there is no display
        self._name = display.get_display_name()
        display.close()
        self._kept: mss.MSS | None = None
        self._made = 0.0

    def capture(self, area: Rect) -> Capture:
        """The part of `area` that lies on the screen; the capture's view says which part that is."""
        import mss

        try:
            camera = self._camera()
            screen = camera.monitors[0]
            part = clip(area, Rect(screen["left"], screen["top"], screen["width"], screen["height"]))
            if part is None:
                raise EnvironmentFault(
                    "Off the screen",
                    f"The window's content at {area.x},{area.y} ({area.width} x {area.height}) is off the screen.",
                    "Move the window so that its board can be seen.",
                )
            shot = camera.grab((part.x, part.y, part.x + part.width, part.y + part.height))
        except (mss.ScreenShotError, OSError) as fault:  # the latter: no memory or file to share with the server
            self._let_go()
            raise EnvironmentFault(
                "No picture",
                f"The X server gave no picture of the window: {fault}.",
                "Try again; a locked screen or a display that was just switched gives none.",
            ) from fault
        pixels = bgr(shot)
        return Capture(pixels, View(part, pixels.shape[1], pixels.shape[0]))

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


def clip(area: Rect, screen: Rect) -> Rect | None:
    """What both have in common, None when that is nothing."""
    left, top = max(area.x, screen.x), max(area.y, screen.y)
    right = min(area.x + area.width, screen.x + screen.width)
    bottom = min(area.y + area.height, screen.y + screen.height)
    return Rect(left, top, right - left, bottom - top) if left < right and top < bottom else None
