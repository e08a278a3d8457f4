"""Cells over which every second or fourth pixel of a row has another colour, as in a weave: so toolkits that know no
transparency draw a fill that lets through what lies below, such as a selection's.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

SPARSE = 7  # of so many rows one is looked at
APART, SAME = 60, 12  # levels of the three channels together, between neighbours and from one repeat to the next
CHANGES, COMES_BACK = 0.3, 0.6  # of a cell's pixels at least; what is drawn below breaks the weave


def mixed(pixels: Bytes, corners: NDArray[np.integer]) -> Bytes:
    """The picture with such cells in the mean of one repeat. `corners`: n x 4, left, top, right and bottom."""
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
        repeat = next((n for n in (2, 4) if (np.abs(own[:, n:] - own[:, :-n]) <= SAME).mean() > COMES_BACK), 0)
        if repeat:
            found = found.copy() if found is pixels else found
            x0, y0, x1, y1 = corners[index].clip(0).tolist()
            found[y0:y1, x0:x1] = cv2.blur(pixels[y0:y1, x0:x1], (repeat, 2))
    return found
