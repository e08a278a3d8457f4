"""Free regions: the connected areas of a picture without any step of colour, which is what the inside of a cell is.

A cell drawn by lines, by gaps or as a rounded tile is in each case one free region, and a digit is but a hole in it;
that is why lattices are looked for here and not among lines (tiles have none) or outlines (boards without a frame).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy import float64, int64, uint8
from numpy.typing import NDArray

from gridpilot.vision.colour_distance import most_from
from gridpilot.vision.components import areas_of

_SMALLEST = 11  # pixels of the picture; below that no digit can be read
_ASPECT = 5.5  # fields of a form were seen with 4.9, a terminal's cells with 2; not tuned
_FILLED = 0.3  # of the bounding box; digits and pencil marks take less than the rest
_LARGEST = 0.45  # of the picture's side; three of them must fit


_STRIP = 32  # rows that are worked on at once, so that they stay in the processor's cache


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """`boxes`: n x 4, (x0, y0, x1, y1) in pixels of the picture, ends exclusive; `mask`: 255 where free.

    `scale`: how many pixels of the picture a pixel of the mask is wide.
    """

    boxes: NDArray[float64]
    mask: NDArray[uint8]
    scale: int


def free_mask(pixels: NDArray[uint8], threshold: int) -> NDArray[uint8]:
    """255 where no channel steps by more than `threshold` to the right or to the lower neighbour, else 0."""
    if min(pixels.shape[:2]) < 2:
        return np.zeros(pixels.shape[:2], np.uint8)  # no pixel has both neighbours
    result = np.empty(pixels.shape[:2], np.uint8)
    for top in range(0, len(pixels) - 1, _STRIP):
        step = _steps(pixels[top : top + _STRIP + 1])
        result[top : top + len(step), :-1] = cv2.inRange(step, (0, 0, 0), (threshold, threshold, threshold))
    result[-1, :-1] = result[-2, :-1]
    result[:, -1] = result[:, -2]
    return result


def steps(pixels: NDArray[uint8]) -> NDArray[uint8]:
    """By how much each pixel's colour differs from its right or lower neighbour's, in the channel that differs most;
    one row and one column less than the picture has.
    """
    result = np.empty((pixels.shape[0] - 1, pixels.shape[1] - 1), np.uint8)
    for top in range(0, len(result), _STRIP):
        step = _steps(pixels[top : top + _STRIP + 1])
        result[top : top + len(step)] = most_from(step)[:, ::3]
    return result


def halved_steps(pixels: NDArray[uint8]) -> NDArray[uint8]:
    """The steps at half the size, each the largest of 2 x 2: one-pixel lines stay closed, at a quarter of the cost."""
    result = np.empty(((pixels.shape[0] - 1) // 2, (pixels.shape[1] - 1) // 2), np.uint8)
    for top in range(0, 2 * len(result), _STRIP):
        step = _steps(pixels[top : top + _STRIP + 1])
        even = len(step) // 2 * 2
        most = most_from(cv2.max(step[:even:2], step[1:even:2]))
        result[top // 2 : (top + even) // 2] = cv2.max(most[:, :-3], most[:, 3:])[:, ::6]  # of two pixels
    return result


def halved(steps: NDArray[uint8]) -> NDArray[uint8]:
    if min(steps.shape) < 2:
        return np.empty((0, 0), np.uint8)
    even = len(steps) // 2 * 2
    most = cv2.max(steps[:even:2], steps[1:even:2])
    return np.ascontiguousarray(cv2.max(most[:, :-1], most[:, 1:])[:, ::2], np.uint8)


def _steps(strip: NDArray[uint8]) -> Any:
    """The steps of a strip's rows but the last, channels apart."""
    across = cv2.absdiff(strip[:-1, 1:], strip[:-1, :-1])
    return cv2.max(across, cv2.absdiff(strip[1:, :-1], strip[:-1, :-1]), across)


def free_regions(mask: NDArray[uint8], scale: int) -> Regions:
    """The plausible cells among the free areas of a mask that is `scale` times smaller than the picture."""
    # 4-connected: an anti-aliased line one pixel thick must part its two sides.
    return Regions(_plausible(areas_of(mask, 4), mask.shape, scale), mask, scale)


def _plausible(stats: NDArray[int64], shape: tuple[int, ...], scale: int) -> NDArray[float64]:
    x, y, width, height, area = stats.T
    # The step is marked on its left and upper side, so that each region lacks its last row and column of pixels.
    wide, high = width * scale + 1, height * scale + 1
    keep = np.minimum(wide, high) >= _SMALLEST
    keep &= (wide <= _LARGEST * shape[1] * scale) & (high <= _LARGEST * shape[0] * scale)
    keep &= (wide <= _ASPECT * high) & (high <= _ASPECT * wide)
    keep &= area >= _FILLED * width * height
    boxes: NDArray[float64] = np.stack([x, y, x + width, y + height], axis=1)[keep].astype(np.float64) * scale
    # Halving loses between none and one pixel at each side: half a pixel is put back.
    lost = 0.5 * (scale - 1)
    boxes[:, :2] -= lost
    boxes[:, 2:] += 1 + lost
    return boxes
