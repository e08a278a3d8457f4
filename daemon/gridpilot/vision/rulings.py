"""Rulings: which cells of a mesh are bounded by lines although no free region of their own was found there.

A cell on the rim of a board without a frame runs into the page around it, and a digit may touch its cell's side; both
are cells all the same where the lines between their neighbours and them are seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy import bool_, float64, uint8
    from numpy.typing import NDArray

_SEEN = 0.75  # of a cell's side; the rest may be hidden by a digit's or a neighbour's highlight


def ruled(mask: NDArray[uint8], across: NDArray[float64], down: NDArray[float64]) -> NDArray[bool_]:
    """Rows x columns: which cells have a line on every side where the board would go on.

    `across` and `down`, n x 2, are the bounds of columns and rows in pixels of `mask` (255 where free). The outermost
    row or column on each side is a guess beyond the cells found; towards it no line is asked for: a board may have no
    frame.
    """
    right = _sides(mask, across, down)
    below = _sides(mask.T, down, across).T
    cells = _bounded(right, below)
    cells[1:-1, 1:-1] = _bounded(right[1:-1, 1:-1], below[1:-1, 1:-1])
    return cells


def _bounded(right: NDArray[bool_], below: NDArray[bool_]) -> NDArray[bool_]:
    cells = np.ones((right.shape[0], below.shape[1]), bool)
    cells[:, :-1] &= right
    cells[:, 1:] &= right
    cells[:-1] &= below
    cells[1:] &= below
    return cells


def _sides(mask: NDArray[uint8], across: NDArray[float64], down: NDArray[float64]) -> NDArray[bool_]:
    """Rows x (columns - 1): whether a line is seen between each cell and its right neighbour."""
    height, width = mask.shape
    tops = np.clip(np.rint(down[:, 0]).astype(int), 0, height)
    ends = np.clip(np.rint(down[:, 1]).astype(int), 0, height)
    seen = np.zeros((len(down), len(across) - 1), bool)
    for col in range(len(across) - 1):
        left, right = int(across[col, 1]) - 2, int(across[col + 1, 0]) + 2
        if left < 0 or right > width or left >= right:
            continue
        crossed = np.concatenate([[0], np.cumsum(mask[:, left:right].min(axis=1) == 0)])
        seen[:, col] = crossed[ends] - crossed[tops] >= np.maximum(_SEEN * (down[:, 1] - down[:, 0]), 1)
    return seen
