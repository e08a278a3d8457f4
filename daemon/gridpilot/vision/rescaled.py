"""A picture as it would come from a screen of another scale: the same window in points, more pixels for each."""

from __future__ import annotations

import cv2
import numpy as np

from gridpilot.capture import Capture
from gridpilot.geometry import View


def rescaled(capture: Capture, scale: float) -> Capture:
    """Interpolated, so edges are softer than a program would draw them: a harder reading than the real one."""
    wide, high = (max(1, round(side * scale)) for side in (capture.view.width, capture.view.height))
    how = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    pixels = cv2.resize(capture.pixels, (wide, high), interpolation=how).astype(np.uint8, copy=False)
    return Capture(np.ascontiguousarray(pixels), View(capture.view.area, wide, high))
