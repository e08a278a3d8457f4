"""Pictures of the screen by mss, on Windows and macOS.

A camera for each picture: one that is kept would not learn of another resolution. A picture may come in points or in
pixels: the capture's view is measured.
"""

from __future__ import annotations

from gridpilot.capture import Capture
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect, View


def picture(area: Rect, system: str, fix: str) -> Capture:
    """`system` is who gives pictures, and `fix` what helps where it gives none."""
    import mss
    import numpy as np

    try:
        with mss.MSS() as camera:
            shot = camera.grab((area.x, area.y, area.x + area.width, area.y + area.height))
    except mss.ScreenShotError as fault:
        raise EnvironmentFault("No picture", f"{system} gave no picture of the window: {fault}.", fix) from fault
    pixels = np.ascontiguousarray(np.asarray(shot)[:, :, :3])
    return Capture(pixels, View(area, pixels.shape[1], pixels.shape[0]))
