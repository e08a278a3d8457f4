"""Pictures of the screen on Windows."""

from gridpilot.capture import Capture
from gridpilot.desktop.shared.by_mss import picture
from gridpilot.geometry import Rect

FIX = "Protected and full-screen windows give none: try the game in a window."


class WindowsScreen:
    asks = False

    def capture(self, area: Rect) -> Capture:
        return picture(area, "Windows", FIX)
