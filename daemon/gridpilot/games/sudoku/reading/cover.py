"""Sees what lies over a board by its straight edges, whatever the board itself is drawn with, if only by shades.

All that a board draws runs along its cells' sides, or ends within a cell. So an edge that goes on straight from one
cell's middle into the next one's is something else's: a popup, a menu, another window.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gridpilot.geometry import Box

    Bytes = NDArray[np.uint8]
    Flags = NDArray[np.bool_]
    Places = NDArray[np.intp]

_STEP = 16  # grey levels, in the channel that differs most; compression makes as much, but not all along a cell
_SPOTS = 8  # looked at in each cell's length
_RUN = 11  # of these in a row, more than a cell's length, must all have the edge; a board's own digits may have 10
_SIDE = 0.12  # of a cell, along its sides, that belongs to its lines, bevels and frames


def crossed(pixels: Bytes, boxes: Sequence[Box]) -> list[bool]:
    """For each cell, whether such an edge goes through it."""
    size = isqrt(len(boxes))
    columns = np.array([(box.x0, box.x1) for box in boxes[:size]])
    rows = np.array([(box.y0, box.y1) for box in boxes[::size]])
    height, width = pixels.shape[:2]
    (down, row), (across, column) = _inside(rows, height), _inside(columns, width)
    seen = pixels[down[0] : down[-1] + 1].take(_spots(columns, width), axis=1)
    through = _through(_parted(seen[1:], seen[:-1]), down, row)
    seen = pixels[_spots(rows, height), across[0] : across[-1] + 1]
    through |= _through(_parted(seen[:, 1:], seen[:, :-1]).T, across, column).T
    flags: list[bool] = through.ravel().tolist()
    return flags


def _inside(sides: NDArray[np.float64], length: int) -> tuple[Places, Places]:
    """The pixels within cells from side to side, and the number of each one's cell."""
    aside = _SIDE * (sides[:, 1] - sides[:, 0])
    inside = [
        np.arange(round(start), round(end)) for start, end in zip(sides[:, 0] + aside, sides[:, 1] - aside, strict=True)
    ]
    return np.concatenate(inside).clip(0, length - 1), np.repeat(np.arange(len(sides)), [len(part) for part in inside])


def _spots(sides: NDArray[np.float64], length: int) -> Places:
    """The pixels looked at along an edge."""
    spots = np.linspace(sides[0, 0], sides[-1, 1] - 1, _SPOTS * len(sides))
    return spots.astype(np.intp).clip(0, length - 1)


def _parted(one: Bytes, other: Bytes) -> Flags:
    if not one.size:  # the board is beyond the picture's rim
        return np.zeros(one.shape[:2], bool)
    return np.equal(cv2.inRange(cv2.absdiff(one, other), (0, 0, 0), (_STEP, _STEP, _STEP)), 0)


def _through(parted: Flags, lines: Places, row: Places) -> Flags:
    """Rows x columns: which cells have an edge that runs from left to right; `parted`: of all pixels from the first of
    `lines` on, whether they differ from those below.
    """
    size = int(row[-1]) + 1
    found = np.zeros((size, size), bool)
    upper = np.flatnonzero(np.diff(lines) == 1)
    edge = parted[lines[upper] - lines[0]]
    long = np.flatnonzero(edge.sum(axis=1, dtype=np.uint8) >= _RUN)
    if not len(long):
        return found
    count = np.pad(edge[long].cumsum(axis=1, dtype=np.int16), ((0, 0), (1, 0)))
    for at, first in np.argwhere(count[:, _RUN:] - count[:, :-_RUN] == _RUN):
        found[row[upper[long[at]]], first // _SPOTS : (first + _RUN - 1) // _SPOTS + 1] = True
    return found
