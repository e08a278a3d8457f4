"""Pictures of the screen on Windows, by mss. New for each picture: a kept one would not learn of another resolution."""

from gridpilot.capture import Capture
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect, View


class WindowsScreen:
    def capture(self, area: Rect) -> Capture:
        import mss
        import numpy as np

        try:
            with mss.MSS() as camera:
                shot = camera.grab((area.x, area.y, area.x + area.width, area.y + area.height))
        except mss.ScreenShotError as fault:
            raise EnvironmentFault(
                "No picture",
                f"Windows gave no picture of the window: {fault}.",
                "Protected and full-screen windows give none: try the game in a window.",
            ) from fault
        pixels = np.ascontiguousarray(np.asarray(shot)[:, :, :3])
        return Capture(pixels, View(area, pixels.shape[1], pixels.shape[0]))
