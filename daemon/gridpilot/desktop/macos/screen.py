"""Pictures of the screen on macOS, by mss. Unproven: written from its documentation, never run there."""

import sys

assert sys.platform == "darwin"  # noqa: S101 - tells type checkers to skip this file elsewhere

from gridpilot.capture import Capture
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect, View


class MacScreen:
    def capture(self, area: Rect) -> Capture:
        import mss
        import numpy as np

        try:
            with mss.MSS() as camera:
                shot = camera.grab((area.x, area.y, area.x + area.width, area.y + area.height))
        except mss.ScreenShotError as fault:
            raise EnvironmentFault(
                "No picture",
                f"macOS gave no picture of the window: {fault}.",
                "Allow Screen Recording for the program that started gridpilot, then start it again.",
            ) from fault
        pixels = np.ascontiguousarray(np.asarray(shot)[:, :, :3])
        return Capture(pixels, View(area, pixels.shape[1], pixels.shape[0]))
