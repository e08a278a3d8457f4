"""What stands out from the ground beside a board: digits, letters, and the lines around buttons."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.vision.colour_distance import most_of
from gridpilot.vision.glyphs.ink import FLOOR

# Not tuned, as far as is known.
WIDEST_MEDIAN = 101  # pixels of the halved picture: the widest area whose prevailing colour is asked for
INKED = 2 * FLOOR  # grey levels from the ground
WIDE = 0.5  # of a cell's side: what prevails there is the ground of a line
LONG = 0.7  # of a cell's side: a line around a button is at least so long, and a digit's strokes hardly are


def ink_of(pixels: NDArray[np.uint8], around: float) -> NDArray[np.uint8]:
    """The distance from the colour that prevails around each pixel: text stands out, buttons and panels do not."""
    return most_of(cv2.split(cv2.absdiff(pixels, _ground(pixels, around))))


def without_lines(pixels: NDArray[np.uint8], cell: float) -> NDArray[np.uint8]:
    """The picture without long lines: a digit that touches the frame of its button stands alone then."""
    ground, long = _ground(pixels, WIDE * cell), round(LONG * cell)
    inked = (most_of(cv2.split(cv2.absdiff(pixels, ground))) > INKED).astype(np.uint8)
    across, down = (cv2.morphologyEx(inked, cv2.MORPH_OPEN, np.ones(way, np.uint8)) for way in ((1, long), (long, 1)))
    return np.where(cv2.bitwise_or(across, down)[..., None] > 0, ground, pixels).astype(np.uint8, copy=False)


def _ground(pixels: NDArray[np.uint8], around: float) -> NDArray[np.uint8]:
    small = np.ascontiguousarray(pixels[::2, ::2])
    wide = max(3, int(around / 2) // 2 * 2 + 1)
    ground = cv2.medianBlur(small, min(wide, WIDEST_MEDIAN))
    shape = pixels.shape[1], pixels.shape[0]
    return cv2.resize(ground, shape, interpolation=cv2.INTER_NEAREST).astype(np.uint8, copy=False)
