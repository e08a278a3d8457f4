"""Sees what lies over a board by its straight edges, whatever the board itself is drawn with, if only by shades.

All that a board draws runs along its cells' sides, or ends within a cell. So an edge that goes on straight from one
cell's middle into the next one's is something else's: a popup, a menu, another window.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gridpilot.geometry import Box

    Bytes = NDArray[np.uint8]
    Flags = NDArray[np.bool_]

_STEP = 16  # grey levels, in the channel that differs most; compression makes as much, but not all along a cell
_SPOTS = 8  # looked at in each cell's length
_RUN = 11  # of these in a row, more than a cell's length, must all have the edge; a board's own digits may have 10
_SIDE = 0.12  # of a cell, along its sides, that belongs to its lines, bevels and frames


def crossed(pixels: Bytes, boxes: Sequence[Box]) -> list[bool]:
    """For each cell, whether such an edge goes through it."""
    size = isqrt(len(boxes))
    columns = np.array([(box.x0, box.x1) for box in boxes[:size]])
    rows = np.array([(box.y0, box.y1) for box in boxes[::size]])
    through = _level(pixels, columns, rows) | _level(pixels.transpose(1, 0, 2), rows, columns).T
    flags: list[bool] = through.ravel().tolist()
    return flags


def _level(pixels: Bytes, columns: NDArray[np.float64], rows: NDArray[np.float64]) -> Flags:
    """The same for edges that run from left to right: rows x columns."""
    size = len(columns)
    aside = _SIDE * (rows[:, 1] - rows[:, 0])
    inside = [
        np.arange(round(start), round(end)) for start, end in zip(rows[:, 0] + aside, rows[:, 1] - aside, strict=True)
    ]
    lines = np.concatenate(inside).clip(0, len(pixels) - 1)
    spots = np.linspace(columns[0, 0], columns[-1, 1] - 1, _SPOTS * size).astype(np.intp).clip(0, pixels.shape[1] - 1)
    seen = pixels[lines[:, None], spots]
    apart = np.maximum(seen[1:], seen[:-1]) - np.minimum(seen[1:], seen[:-1])
    edge = np.maximum(np.maximum(apart[..., 0], apart[..., 1]), apart[..., 2]) > _STEP
    edge &= (np.diff(lines) == 1)[:, None]
    count = np.pad(edge.cumsum(axis=1, dtype=np.int16), ((0, 0), (1, 0)))
    row = np.repeat(np.arange(size), [len(part) for part in inside])
    found = np.zeros((size, size), bool)
    for at, first in np.argwhere(count[:, _RUN:] - count[:, :-_RUN] == _RUN):
        found[row[at], first // _SPOTS : (first + _RUN - 1) // _SPOTS + 1] = True
    return found
