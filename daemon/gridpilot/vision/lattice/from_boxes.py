"""Boxes: splits a 3 x 3 lattice into the 9 x 9 cells of a board whose thin lines cannot be seen.

Some boards draw only their boxes, by lines or by shades. The digits then tell: they keep clear of the thirds of every
box, and they stand in far more places than the nine that the keys of a number pad would fill.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy import float64, uint8
    from numpy.typing import NDArray

_CLEAR = 0.03  # of the pixels along the thirds may belong to ink, say to a pencil mark
_BAND = 0.06  # of a cell, on both sides of a third
_INK = 0.03  # of a cell's middle, where it holds something
_FEWEST = 15  # cells with something in them; no sudoku has fewer than 17 givens, and some may be hidden


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


def digits_fit(free: NDArray[uint8], columns: NDArray[float64], rows: NDArray[float64]) -> bool:
    """Whether what is drawn keeps to the 9 x 9 cells `columns` x `rows`; `free`: 255 where is no step."""
    if _crossed(free, columns, rows) > _CLEAR or _crossed(free.T, rows, columns) > _CLEAR:
        return False
    filled = np.zeros((9, 9), bool)
    for row, (top, bottom) in enumerate(rows):
        for col, (left, right) in enumerate(columns):
            aside, above = 0.2 * (right - left), 0.2 * (bottom - top)
            middle = free[round(top + above) : round(bottom - above), round(left + aside) : round(right - aside)]
            filled[row, col] = (middle == 0).mean() > _INK
    boxes = filled.reshape(3, 3, 3, 3).any(axis=(1, 3)).sum()
    return bool(filled.sum() >= _FEWEST and boxes >= 6)


def _crossed(free: NDArray[uint8], columns: NDArray[float64], rows: NDArray[float64]) -> float:
    """The share of ink along the lines that are not drawn between `columns`."""
    top, bottom = round(float(rows[0, 0])), round(float(rows[-1, 1]))
    bands = []
    for col in (0, 1, 3, 4, 6, 7):
        middle, half = columns[col, 1], max(1.0, _BAND * (columns[col, 1] - columns[col, 0]))
        bands.append((free[top:bottom, round(middle - half) : round(middle + half)] == 0).mean())
    return float(np.mean(bands))
