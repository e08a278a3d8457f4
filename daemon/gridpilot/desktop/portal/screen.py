"""Pictures of the shared monitor. The pointer is in none: the desktop tells its place beside the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.capture import Capture
from gridpilot.desktop.portal.cast import Cast
from gridpilot.desktop.shared.clipping import clip, lost
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class PortalScreen:
    asks = True

    def __init__(self, cast: Cast) -> None:
        self._cast = cast

    def capture(self, area: Rect) -> Capture:
        monitor, size = self._cast.shared()
        part = clip(monitor, area)
        if part is None:
            raise EnvironmentFault(
                "Another monitor",
                f"The desktop shares the monitor at {monitor.x},{monitor.y}, and not the one that was looked at.",
                "Press the key again: this monitor is known from now on.",
            )
        pixels = self._part(part, monitor, size)
        return Capture(pixels, View(part, pixels.shape[1], pixels.shape[0]), lost(area, part))

    def _part(self, part: Rect, monitor: Rect, size: tuple[int, int]) -> NDArray[np.uint8]:
        """Height x width x 3, blue first."""
        import numpy as np

        from gridpilot.desktop.shared.by_mss import without_fourth

        across, down = size[0] / monitor.width, size[1] / monitor.height
        left, top = round((part.x - monitor.x) * across), round((part.y - monitor.y) * down)
        right = max(left + 1, round((part.x - monitor.x + part.width) * across))
        bottom = max(top + 1, round((part.y - monitor.y + part.height) * down))
        picture = self._cast.picture(top, bottom)
        rows = np.frombuffer(picture.content, np.uint8).reshape(-1, picture.stride)
        pixels = rows[:, : picture.width * 4].reshape(len(rows), picture.width, 4)
        return without_fourth(np.ascontiguousarray(pixels[:, left:right]), red_first=picture.red_first)
