"""Where the marks of a cell are: all the digits that may come into it, small, as some programs show them in blanks. A
click on one of them may enter it there, so such a cell is clicked on the right one.
"""

from __future__ import annotations

from math import isqrt

import cv2
import numpy as np

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Pixel

INWARD = 0.4
"""So much of the way from a mark's place to the cell's middle it is clicked where the marks are not told apart: on it
still, and within a field that is smaller than its cell, where what was taken for marks lies beneath (a page's picture,
seen with fields of 0.58 cells).
"""

INK, SPECK, LARGE = 32, 3, 0.5
"""Grey levels from the ground, and the fewest pixels, of a mark; and of a cell's sides, what none is as large as. Not
tuned.
"""


def place(capture: Capture, cell: Box, digit: int, size: int) -> Pixel:
    """Where to click for a digit in a cell that shows marks, or what is not read, on a board with so many digits."""
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
    """The middles of the pieces of ink that may be marks, in the order of reading."""
    pixels = capture.crop(cell).pixels.astype(np.int16)
    ink = np.abs(pixels - np.median(pixels, axis=(0, 1))).max(axis=2) > INK
    _, _, pieces, middles = cv2.connectedComponentsWithStats(ink.astype(np.uint8))
    high, wide = ink.shape
    marks = [
        (y, x, tall)
        for (_, _, width, tall, area), (x, y) in zip(pieces[1:], middles[1:], strict=True)
        if area >= SPECK and width < LARGE * wide and tall < LARGE * high
    ]
    rows: list[list[tuple[float, float]]] = []
    for y, x, tall in sorted(marks):
        if not rows or y - rows[-1][0][1] > tall / 2:
            rows.append([])
        rows[-1].append((x, y))
    return [Pixel(int(cell.x0) + x, int(cell.y0) + y) for row in rows for x, y in sorted(row)]
