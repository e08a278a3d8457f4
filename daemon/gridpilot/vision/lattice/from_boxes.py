"""Boards of which only the boxes can be seen, by lines or by shades: no line parts their cells.

Boxes that were found as a lattice of 3 x 3 are split into 9 x 9 cells where the digits allow it: they keep clear of the
thirds of every box, or of lines near these, and they stand in far more places than the nine that the keys of a number
pad would fill.

Boxes of which every other one is shaded, of any size of board, are no lattice, nor do the light ones differ from the
page. They are areas of one size at whole pitches from one another, side by side, which reach to all four sides of the
board. How many there are in a row says how many cells each has: a board of w x h cells a box is h boxes wide and w
high. Half of the boxes are enough, and of others what a highlight leaves; what a popup hides is seen by its edges.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy import float64, uint8
from numpy.typing import NDArray

from gridpilot.vision.components import areas_of

Bounds = tuple[NDArray[float64], NDArray[float64]]

# Of boxes that are split
_CLEAR = 0.03  # of the pixels along the thirds may belong to ink, say to a pencil mark
_BAND = 0.04  # of a cell, on both sides of a third; a terminal's lines of text leave as much
_NEAR = 0.2  # of a cell: so far from its third a line may be; 0.13 where three lines of text stand in a frame
_INK = 0.03  # of a cell's middle, where it holds something
_ASIDE = 0.2  # of a cell at each side that is not its middle
_BOXES = 6  # of the nine have a digit at least
_FEWEST = 15  # cells with something in them; no sudoku has fewer than 17 givens, and some may be hidden

# Of shaded boxes
_THRESHOLDS = (7, 12, 4)  # grey levels of a step; compression and texture have others than those between shades
_SMALLEST = 22  # pixels of a box's side, two of the smallest cells
_LARGEST = 0.6  # of the picture's side
_FILLED = 0.5  # of a box is its ground; the rest is digits
_ASPECT = 3.4  # of what a highlight leaves of a box, a row of its cells
_EQUAL = 0.06  # of a box's size, by which they may differ
_OFF = 2.5  # pixels by which they may be off: no line is between them
_SHAPES = {(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)}  # boxes high and wide
_PART = 0.24  # of a box's side, a cell at least: what a highlight leaves of it
_SEEDS = 24  # areas tried, the largest first


def thirds(sides: NDArray[float64]) -> NDArray[float64]:
    """Three (start, end) cut into three each. Boxes are all of one size; shades that differ little in a compressed
    picture may show them to be not.
    """
    gap = float(np.min(sides[1:, 0] - sides[:-1, 1]))
    size = (sides[-1, 1] - sides[0, 0] - 2 * gap) / 3
    starts = sides[0, 0] + (size + gap) * np.arange(3)
    cuts = np.linspace(starts, starts + size, 4, axis=1)
    result: NDArray[float64] = np.stack([cuts[:, :-1], cuts[:, 1:]], axis=2).reshape(-1, 2)
    return result


def kept_clear(free: NDArray[uint8], columns: NDArray[float64], rows: NDArray[float64]) -> NDArray[float64]:
    """The columns, the lines in all boxes as far from their thirds as least ink is on them: in terminals, lines of text
    stand nearer to one another than to their frame. `free`: 255 where is no step.
    """
    ink = _ink(free, rows).sum(axis=0)
    reach = round(_NEAR * float(columns[0, 1] - columns[0, 0]))
    moved = columns.copy()
    for left in (0, 1):
        before = np.arange(left, 9, 3)
        lines = np.rint(columns[before, 1]).astype(int)
        drawn = ink[lines[:, None] + np.arange(-reach, reach + 1)].sum(axis=0)
        off = _middle_of_least(drawn) - reach
        moved[before, 1] += off
        moved[before + 1, 0] += off
    return moved


def _middle_of_least(drawn: NDArray[Any]) -> float:
    """The middle of the numbers that are the least, of the nearest to the middle that lie side by side."""
    half = len(drawn) // 2
    least = np.flatnonzero(drawn == drawn.min())
    runs = np.split(least, np.flatnonzero(np.diff(least) > 1) + 1)
    nearest = min(runs, key=lambda run: int(np.abs(run - half).min()))
    return float(nearest.mean())


def digits_fit(free: NDArray[uint8], columns: NDArray[float64], rows: NDArray[float64]) -> bool:
    """Whether what is drawn keeps to the 9 x 9 cells `columns` x `rows`; `free`: 255 where is no step."""
    if _crossed(free, columns, rows) > _CLEAR or _crossed(free.T, rows, columns) > _CLEAR:
        return False
    filled = np.zeros((9, 9), bool)
    for row, (top, bottom) in enumerate(rows):
        for col, (left, right) in enumerate(columns):
            aside, above = _ASIDE * (right - left), _ASIDE * (bottom - top)
            middle = free[round(top + above) : round(bottom - above), round(left + aside) : round(right - aside)]
            filled[row, col] = (middle == 0).mean() > _INK
    boxes = filled.reshape(3, 3, 3, 3).any(axis=(1, 3)).sum()
    return bool(filled.sum() >= _FEWEST and boxes >= _BOXES)


def _ink(free: NDArray[uint8], rows: NDArray[float64]) -> NDArray[Any]:
    """What is drawn in these rows, but not between them, where lines may be."""
    return np.concatenate([free[round(float(top)) : round(float(bottom))] == 0 for top, bottom in rows])


def _crossed(free: NDArray[uint8], columns: NDArray[float64], rows: NDArray[float64]) -> float:
    """The share of ink along the lines that are not drawn between `columns`."""
    ink, bands = _ink(free, rows), []
    for col in (0, 1, 3, 4, 6, 7):
        middle, half = columns[col, 1], max(1.0, _BAND * (columns[col, 1] - columns[col, 0]))
        bands.append(ink[:, round(middle - half) : round(middle + half)].mean())
    return float(np.mean(bands))


def shaded_board(steps: NDArray[uint8], scale: int) -> Bounds | None:
    """The bounds of the cells' columns and rows (n x 2 each) of the largest board that shaded boxes may be; `steps`: by
    how much each pixel's colour differs from those beside it, in a picture `scale` times smaller.
    """
    found = []
    for threshold in _THRESHOLDS:
        areas = _areas(cv2.threshold(steps, threshold, 255, cv2.THRESH_BINARY_INV)[1], scale)
        found += [bounds for seed in areas[:_SEEDS] if (bounds := _board(areas, seed))]
    return max(found, key=lambda bounds: float(np.ptp(bounds[0]) * np.ptp(bounds[1])), default=None)


def _areas(free: Any, scale: int) -> NDArray[float64]:
    """What may be a box, the largest first: n x 4, (left, top, width, height)."""
    found = areas_of(free, 4).astype(np.float64)
    wide, high = found[:, 2] * scale + 1, found[:, 3] * scale + 1  # a step is marked on its left and upper side
    keep = (np.minimum(wide, high) >= _SMALLEST) & (found[:, 4] >= _FILLED * found[:, 2] * found[:, 3])
    keep &= (wide <= _LARGEST * free.shape[1] * scale) & (high <= _LARGEST * free.shape[0] * scale)
    keep &= (wide <= _ASPECT * high) & (high <= _ASPECT * wide)
    lost = (scale - 1) / 2  # at each side, on average
    areas = np.stack([scale * found[:, 0] - lost, scale * found[:, 1] - lost, wide + 2 * lost, high + 2 * lost], axis=1)
    areas = areas[keep]
    result: NDArray[float64] = areas[np.argsort(-areas[:, 2] * areas[:, 3], kind="stable")]
    return result


def _board(areas: NDArray[float64], seed: NDArray[float64]) -> Bounds | None:
    """The board that an area may be a box of."""
    sizes = areas[:, 2:] / seed[2:]
    places = (areas[:, :2] - seed[:2]) / seed[2:]
    steps = np.rint(places)
    level = (np.abs(places - steps) * seed[2:] <= _OFF) & (np.abs(sizes - 1) <= _EQUAL)
    inside = np.floor(places + _EQUAL)
    part = (sizes >= _PART) & (places + sizes <= inside + 1 + _EQUAL)  # of one box, along this side
    near = (np.abs(places) < 4).all(axis=1)
    whole = level.all(axis=1) & near
    seen = np.where(level, steps, inside)[(level | part).all(axis=1) & level.any(axis=1) & near]
    first, last = seen.min(axis=0), seen.max(axis=0)
    boxes_wide, boxes_high = (int(count) + 1 for count in last - first)
    count = boxes_high * boxes_wide
    if (boxes_high, boxes_wide) not in _SHAPES or not count // 3 <= whole.sum() < count:
        return None  # where every box is parted from the page they are keys or tiles, or cells
    if len(set(map(tuple, seen.tolist()))) < count // 2:
        return None
    wide, high = np.median(areas[whole, 2:], axis=0)
    left, top = np.median(areas[whole, :2] - (steps[whole] - first) * (wide, high), axis=0)
    size = boxes_wide * boxes_high
    return _sides(left, wide * boxes_wide, size), _sides(top, high * boxes_high, size)


def _sides(start: float, length: float, size: int) -> NDArray[float64]:
    cuts = np.linspace(start, start + length, size + 1)
    sides: NDArray[float64] = np.stack([cuts[:-1], cuts[1:]], axis=1)
    return sides
