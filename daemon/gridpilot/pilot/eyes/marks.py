"""Where a cell's marks are: small digits that may come into it, as some programs show them in blanks. A click on a mark
may enter its digit, so such a cell is clicked on the right one.
"""

from __future__ import annotations

from math import isqrt

import numpy as np
from numpy.typing import NDArray

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Pixel

INWARD = 0.4
"""Share of the way from a mark's usual place to the cell's middle, where it is clicked if the marks are not told apart.
The click is still on the mark, and also within a field that is smaller than its cell (seen: fields of 0.58 cells, over
a page's picture that was taken for marks).
"""

INK = 32  # grey levels from the ground; not tuned

LINE = 0.9  # share of a cell's width, or height, that a line inks: the stems of 1, 4 and 7 ink less; not tuned


def place(capture: Capture, cell: Box, digit: int, size: int) -> Pixel:
    """Where to click for a digit in a cell that shows marks, or something unread, on a board with `size` digits."""
    shown = _shown(capture, cell)
    if len(shown) == size:
        return shown[digit - 1]
    across = isqrt(size)
    if across**2 != size:
        return cell.centre
    mark, middle = cell.cells(across, across)[digit - 1].centre, cell.centre
    x, y = (INWARD * to + (1 - INWARD) * at for at, to in ((mark.x, middle.x), (mark.y, middle.y)))
    return Pixel(x, y)


def _shown(capture: Capture, cell: Box) -> list[Pixel]:
    """The middles of what stands apart in the cell, in the order of reading."""
    pixels = capture.crop(cell).pixels.astype(np.int16)
    ink = np.abs(pixels - np.median(pixels, axis=(0, 1))).max(axis=2) > INK
    lines = ink.mean(axis=1) > LINE, ink.mean(axis=0) > LINE
    ink[lines[0]] = ink[:, lines[1]] = False
    rows = [(top, low, _runs(ink[top:low].any(axis=0))) for top, low in _runs(ink.any(axis=1))]
    return [
        Pixel(int(cell.x0) + (left + right) / 2, int(cell.y0) + (top + low) / 2)
        for top, low, columns in rows
        for left, right in columns
    ]


def _runs(inked: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Where each run begins and ends."""
    edges = np.flatnonzero(np.diff(inked, prepend=False, append=False)).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))
