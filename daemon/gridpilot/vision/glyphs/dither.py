"""Mixes the colours of dithered cells, over which every second or fourth pixel of a row has the colour of a fill.
Toolkits without transparency draw a selection so, and what lies below shows between its pixels.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

# Not tuned: a Tk board, and drawn ones.
SPARSE = 7  # of so many rows one is looked at
APART, SAME = 60, 12  # levels of the three channels together, between neighbours and from one repeat to the next
CHANGES, COMES_BACK = 0.3, 0.6  # of a cell's pixels differ from the next, and are as the one a repeat away
REPEATS = 2, 4  # pixels


def mixed(pixels: Bytes, corners: NDArray[np.integer]) -> Bytes:
    """The picture with dithered cells in the mean of one repeat. `corners` of all cells: n x 4, left, top, right and
    bottom.
    """
    blue, green, red = np.moveaxis(pixels[::SPARSE], 2, 0).astype(np.int16)
    levels = blue + green + red
    steps = cv2.integral((np.abs(np.diff(levels, axis=1)) > APART).astype(np.uint8))
    high, wide = steps.shape
    left, right = corners[:, [0, 2]].clip(0, wide - 1).T
    top, bottom = (-(-corners[:, [1, 3]] // SPARSE)).clip(0, high - 1).T
    changes = steps[bottom, right] - steps[top, right] - steps[bottom, left] + steps[top, left]
    found = pixels
    for index in np.flatnonzero(changes > CHANGES * (right - left) * (bottom - top)).tolist():
        own = levels[top[index] : bottom[index], left[index] : right[index]]
        if repeat := next((n for n in REPEATS if _comes_back(own, n)), 0):
            found = found.copy() if found is pixels else found
            x0, y0, x1, y1 = corners[index].clip(0).tolist()
            found[y0:y1, x0:x1] = cv2.blur(pixels[y0:y1, x0:x1], (repeat, 2))
    return found


def _comes_back(levels: NDArray[np.int16], repeat: int) -> bool:
    """Whether most pixels are as those so many to their right."""
    again = np.abs(levels[:, repeat:] - levels[:, :-repeat]) <= SAME
    return bool(again.size and again.mean() > COMES_BACK)
