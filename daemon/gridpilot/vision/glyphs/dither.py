"""Cells over which every other pixel has another colour, as on a chessboard: so toolkits that know no transparency draw
a fill that lets through what lies below, such as a selection's.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

SPARSE = 7  # of so many rows one is looked at
APART, SAME = 60, 12  # levels of the three channels together, between neighbours and every second pixel
MOST = 0.3  # of a cell's pixels at least; what is drawn below breaks the pattern


def mixed(pixels: Bytes, corners: NDArray[np.integer]) -> Bytes:
    """The picture with such cells in the mean of each four pixels. `corners`: n x 4, left, top, right and bottom."""
    blue, green, red = np.moveaxis(pixels[::SPARSE], 2, 0).astype(np.int16)
    levels = blue + green + red
    steps = np.abs(np.diff(levels, axis=1)) > APART
    again = np.abs(levels[:, 2:] - levels[:, :-2]) <= SAME
    woven = steps[:, :-2] & again[:, :-1] & again[:, 1:]
    if not woven.any():
        return pixels
    pixels = pixels.copy()
    for left, top, right, bottom in corners.clip(0).tolist():
        if woven[-(-top // SPARSE) : -(-bottom // SPARSE), left:right].mean() > MOST:
            pixels[top:bottom, left:right] = cv2.blur(pixels[top:bottom, left:right], (2, 2))
    return pixels
