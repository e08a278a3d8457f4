"""Pictures of the screen on macOS, once it is known that they may be taken."""

from gridpilot.capture import Capture
from gridpilot.desktop.macos.permissions import may_look
from gridpilot.desktop.shared.by_mss import picture
from gridpilot.geometry import Rect


class MacScreen:
    asks = False

    def __init__(self) -> None:
        self._allowed = False

    def capture(self, area: Rect) -> Capture:
        if not self._allowed:
            may_look()
            self._allowed = True
        return picture(area, "macOS", "Try again; a locked screen gives none.")
