"""A captured picture and where on the screen it came from."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from gridpilot.geometry import Box, Pixel, Rect, Side, View

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Capture:
    """`pixels`: height x width x 3, BGR, uint8, contiguous, owned by the capture; `view` maps them to points. On the
    sides `off_screen` the window goes on beyond the screen.
    """

    pixels: NDArray[uint8]
    view: View
    off_screen: frozenset[Side] = frozenset()

    def crop(self, box: Box) -> Capture:
        """What lies in `box`, as far as it is on the picture; one pixel at least."""
        view = self.view
        left, top = min(max(int(box.x0), 0), view.width - 1), min(max(int(box.y0), 0), view.height - 1)
        right, bottom = min(max(ceil(box.x1), left + 1), view.width), min(max(ceil(box.y1), top + 1), view.height)
        corner = view.to_point(Pixel(left, top))
        wide = max(1, round((right - left) * view.area.width / view.width))
        high = max(1, round((bottom - top) * view.area.height / view.height))
        area = Rect(corner.x, corner.y, wide, high)
        return Capture(self.pixels[top:bottom, left:right].copy(), View(area, right - left, bottom - top))
