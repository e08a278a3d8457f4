"""Pictures of the screen on macOS, by mss. They may come in points or in pixels: the capture's view is measured."""

from gridpilot.capture import Capture
from gridpilot.desktop.macos.permissions import may_look
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect, View


class MacScreen:
    def __init__(self) -> None:
        self._allowed = False

    def capture(self, area: Rect) -> Capture:
        import mss
        import numpy as np

        if not self._allowed:
            may_look()
            self._allowed = True
        try:
            with mss.MSS() as camera:
                shot = camera.grab((area.x, area.y, area.x + area.width, area.y + area.height))
        except mss.ScreenShotError as fault:
            raise EnvironmentFault(
                "No picture", f"macOS gave no picture of the window: {fault}.", "Try again; a locked screen gives none."
            ) from fault
        pixels = np.ascontiguousarray(np.asarray(shot)[:, :, :3])
        return Capture(pixels, View(area, pixels.shape[1], pixels.shape[0]))
