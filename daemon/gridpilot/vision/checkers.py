"""Finds boards that only shade every other box, of any size: no line parts their cells, nor the light boxes the page.

The dark boxes are areas of one size at whole pitches from one another, and reach to all four sides of the board. How
many boxes lie side by side then says how many cells each has: a board of w x h cells a box is h boxes wide and w high.
All dark boxes must be seen, but for highlighted cells: nothing else would show what a popup hides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from gridpilot.vision.regions_free import free_mask

if TYPE_CHECKING:
    from numpy import float64, uint8
    from numpy.typing import NDArray

    Bounds = tuple[NDArray[float64], NDArray[float64]]

_THRESHOLDS = (7, 12)  # grey levels of a step; a compressed picture has others than those between shades
_SMALLEST = 22  # pixels of a box's side, two of the smallest cells
_LARGEST = 0.6  # of the picture's side
_FILLED = 0.5  # of a box is its ground; the rest is digits
_ASPECT = 2.2
_CELLS = 0.12  # of a cell; what is hidden of a box's sides is whole cells but for that
_EQUAL = 0.06  # of a box's size, by which they may differ, and of a pitch, by which they may be off
_SHAPES = {(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)}  # boxes high and wide
_SEEDS = 24  # areas tried, the largest first


def board(pixels: NDArray[uint8]) -> Bounds | None:
    """The bounds of the cells' columns and rows (n x 2 each) of the largest board that shaded boxes may be."""
    for threshold in _THRESHOLDS:
        areas = _areas(free_mask(pixels, threshold))
        found = [bounds for seed in areas[:_SEEDS] if (bounds := _board(areas, seed))]
        if found:
            return max(found, key=lambda bounds: float(np.ptp(bounds[0]) * np.ptp(bounds[1])))
    return None


def _areas(free: NDArray[uint8]) -> NDArray[float64]:
    """What may be a box, the largest first: n x 8, (left, top, width, height) and what is seen of the sides."""
    _, labels, found, _ = cv2.connectedComponentsWithStats(free, connectivity=4)
    stats = found[1:].astype(np.float64)
    wide, high = stats[:, 2] + 1, stats[:, 3] + 1  # a step is marked on its left and upper side
    keep = (np.minimum(wide, high) >= _SMALLEST) & (stats[:, 4] >= _FILLED * wide * high)
    keep &= (wide <= _LARGEST * free.shape[1]) & (high <= _LARGEST * free.shape[0])
    keep &= (wide <= _ASPECT * high) & (high <= _ASPECT * wide)
    areas = np.stack([stats[:, 0], stats[:, 1], wide, high], axis=1)[keep]
    sides = [_seen_sides(labels, int(label), found[label]) for label in np.flatnonzero(keep) + 1]
    areas = np.hstack([areas, np.array(sides, np.float64).reshape(-1, 4)])
    result: NDArray[float64] = areas[np.argsort(-areas[:, 2] * areas[:, 3], kind="stable")]
    return result


def _seen_sides(labels: Any, label: int, stats: Any) -> list[float]:
    """The share of the area's sides that is seen, upper, lower, left and right: digits do not reach there."""
    x, y, wide, high = (int(number) for number in stats[:4])
    box = labels[y : y + high, x : x + wide] == label
    return [float(side.mean()) for side in (box[1], box[-2], box[:, 1], box[:, -2])]


def _board(areas: NDArray[float64], seed: NDArray[float64]) -> Bounds | None:
    """The board that an area may be a box of."""
    alike = areas[(np.abs(areas[:, 2:4] / seed[2:4] - 1) <= _EQUAL).all(axis=1)]
    places = (alike[:, :2] - seed[:2]) / seed[2:4]
    steps = np.rint(places)
    steps_right = (np.abs(places - steps) <= _EQUAL * np.maximum(1, np.abs(steps))).all(axis=1)
    near = steps_right & (np.abs(steps) < 4).all(axis=1)
    alike, steps = alike[near], steps[near]
    dark = steps.sum(axis=1) % 2 == 0
    first, last = steps[dark].min(axis=0), steps[dark].max(axis=0)
    if ((steps[~dark] <= first) | (steps[~dark] >= last)).any():
        return None  # light boxes that are parted from the page: keys, or what other ways of searching see
    alike, steps = alike[dark], steps[dark] - first
    boxes_wide, boxes_high = (int(count) + 1 for count in last - first)
    if (boxes_high, boxes_wide) not in _SHAPES or len(alike) < boxes_high * boxes_wide // 2:
        return None
    cells = alike[:, 4:] * (boxes_high, boxes_high, boxes_wide, boxes_wide)  # a highlight hides whole ones
    if (np.abs(cells - np.rint(cells)) > _CELLS).any():
        return None
    wide, high = np.median(alike[:, 2]), np.median(alike[:, 3])
    left, top = np.median(alike[:, :2] - steps * (wide, high), axis=0)
    size = boxes_wide * boxes_high
    return _sides(left, wide * boxes_wide, size), _sides(top, high * boxes_high, size)


def _sides(start: float, length: float, size: int) -> NDArray[float64]:
    cuts = np.linspace(start, start + length, size + 1)
    sides: NDArray[float64] = np.stack([cuts[:-1], cuts[1:]], axis=1)
    return sides
